# What find_package() finds when the target is WebAssembly. Packages of headers are used as Debian installs them, each
# through a link, so that nothing else of /usr/include is seen; libraries that Debian has only compiled for other
# machines are compiled from its source packages: the same codec, the same bytes, on every target.
set(MW_HEADERS ${CMAKE_BINARY_DIR}/headers)
include(${CMAKE_CURRENT_LIST_DIR}/DebianSource.cmake)
file(MAKE_DIRECTORY ${MW_HEADERS})

# mw_headers(TARGET FOLDER [DEFINITION ...]): the imported target of /usr/include/FOLDER.
function(mw_headers target folder)
  if(TARGET ${target})
    return()
  endif()
  file(CREATE_LINK /usr/include/${folder} ${MW_HEADERS}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${MW_HEADERS})
  target_compile_definitions(${target} INTERFACE ${ARGN})
endfunction()

macro(mw_provide_package method name)
  if("${name}" STREQUAL fmt)
    mw_headers(fmt::fmt fmt FMT_HEADER_ONLY)
  elseif("${name}" STREQUAL glm)
    mw_headers(glm::glm glm)
  elseif("${name}" STREQUAL tl-expected)
    mw_headers(tl::expected tl)
  elseif("${name}" STREQUAL RapidJSON)
    mw_headers(rapidjson rapidjson)
  elseif("${name}" STREQUAL FastFloat)
    mw_headers(FastFloat::fast_float fast_float)
  elseif("${name}" STREQUAL meshoptimizer)
    mw_source(meshoptimizer::meshoptimizer meshoptimizer src
      src/allocator.cpp src/indexcodec.cpp src/vertexcodec.cpp src/vertexfilter.cpp)
  elseif("${name}" STREQUAL ZLIB)
    enable_language(C)
    mw_source(ZLIB::ZLIB zlib . adler32.c crc32.c deflate.c trees.c zutil.c)
  else()
    message(FATAL_ERROR "cmake/wasm_packages.cmake does not know where ${name} is for WebAssembly")
  endif()
  set(${name}_FOUND TRUE)
endmacro()

cmake_language(SET_DEPENDENCY_PROVIDER mw_provide_package SUPPORTED_METHODS FIND_PACKAGE)
