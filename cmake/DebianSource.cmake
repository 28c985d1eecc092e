# mw_source(TARGET PACKAGE INCLUDE SOURCES ...): a static library made of files of the Debian source package, where Debian has
# the library compiled in another way than is wanted. The version is the installed one: the same codec, the same bytes.
set(MW_SOURCES ${CMAKE_SOURCE_DIR}/build/sources)
function(mw_source target package include)
  if(TARGET ${target})
    return()
  endif()
  execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/fetch-source.sh ${MW_SOURCES} ${package} COMMAND_ERROR_IS_FATAL ANY)
  list(TRANSFORM ARGN PREPEND ${MW_SOURCES}/${package}/)
  add_library(${package} STATIC ${ARGN})
  add_library(${target} ALIAS ${package})
  target_include_directories(${package} SYSTEM PUBLIC ${MW_SOURCES}/${package}/${include})
  target_compile_options(${package} PRIVATE -w)  # their warnings are not ours to mend
endfunction()
