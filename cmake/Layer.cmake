# mw_layer(NAME HEADERS folder SOURCES ... [PUBLIC targets] [PRIVATE targets] [HOST])
#
# One layer of the architecture: the target mw_NAME (mw::NAME outside). A layer sees the headers of the layers it
# links and no others: each gets an include folder of its own that holds a link to its part of include/meshwright,
# so an include against the arrows of ARCHITECTURE.md does not compile.
#
# Layers are built without exceptions, as they are for the browser; HOST layers, which touch the system, may use them.
function(mw_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "HOST" "HEADERS" "SOURCES;PUBLIC;PRIVATE")
  set(target mw_${name})
  set(view ${CMAKE_BINARY_DIR}/layers/${name})
  file(MAKE_DIRECTORY ${view}/meshwright)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/meshwright/${layer_HEADERS} ${view}/meshwright/${layer_HEADERS} SYMBOLIC)

  add_library(${target} STATIC ${layer_SOURCES})
  add_library(mw::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${view}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PUBLIC ${layer_PUBLIC} PRIVATE ${layer_PRIVATE} $<BUILD_INTERFACE:mw_flags>)
  if(NOT layer_HOST)
    target_compile_options(${target} PRIVATE -fno-exceptions)
  endif()
  set_property(GLOBAL APPEND PROPERTY MW_LAYERS ${target})
endfunction()
