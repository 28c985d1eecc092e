# mw_layers_behind(OUT TARGET...): the layers that whoever links these layers sees, and so may include.
function(mw_layers_behind out)
  get_property(layers GLOBAL PROPERTY MW_LAYERS)
  set(seen "")
  set(open ${ARGN})
  while(open)
    list(POP_FRONT open layer)
    if(layer IN_LIST layers AND NOT layer IN_LIST seen)
      list(APPEND seen ${layer})
      get_target_property(public ${layer} MW_PUBLIC)
      list(APPEND open ${public})
    endif()
  endwhile()
  set(${out} ${seen} PARENT_SCOPE)
endfunction()

# mw_layers_seen(OUT LAYER): the layers that the sources of a layer see, itself among them.
function(mw_layers_seen out layer)
  get_target_property(public ${layer} MW_PUBLIC)
  get_target_property(private ${layer} MW_PRIVATE)
  mw_layers_behind(seen ${layer} ${public} ${private})
  set(${out} ${seen} PARENT_SCOPE)
endfunction()

# What most sources include, read once for all layers: they are compiled with the same flags.
function(mw_precompile target)
  if(NOT MESHWRIGHT_PRECOMPILE)
    return()
  endif()
  if(NOT target STREQUAL mw_core)
    target_precompile_headers(${target} REUSE_FROM mw_core)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cmath> <cstring> <functional> <map> <memory> <optional> <span> <string> <string_view> <vector>
    <fmt/format.h> <meshwright/core/error.h>
    <glm/common.hpp> <glm/gtc/quaternion.hpp> <glm/mat4x4.hpp> <glm/vec2.hpp> <glm/vec3.hpp> <glm/vec4.hpp>)
endfunction()

# mw_layer(NAME HEADERS folder [FOLDER folder of src] SOURCES ... [PUBLIC targets] [PRIVATE targets] [HOST])
#
# One layer of the architecture: the target mw_NAME (mw::NAME outside). A layer sees the headers of the layers it
# links and no others: each gets an include folder of its own that holds a link to its part of include/meshwright,
# so an include against the arrows of ARCHITECTURE.md does not compile.
#
# Layers are built without exceptions, as they are for the browser; HOST layers, which touch the system, may use them.
#
# Most presets compile many sources of a layer as one unit (CMAKE_UNITY_BUILD), which takes a third of the time. A
# function that is local to a source therefore has a name, or parameters, of its own in its layer, and never the name of
# one in a header that it would hide.
function(mw_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "HOST" "HEADERS;FOLDER" "SOURCES;PUBLIC;PRIVATE")
  if(NOT layer_FOLDER)
    set(layer_FOLDER ${layer_HEADERS})
  endif()
  if(layer_HOST AND MESHWRIGHT_WASM)
    return()
  endif()
  set(target mw_${name})
  set(view ${CMAKE_BINARY_DIR}/layers/${name})
  file(MAKE_DIRECTORY ${view}/meshwright)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/meshwright/${layer_HEADERS} ${view}/meshwright/${layer_HEADERS} SYMBOLIC)

  add_library(${target} STATIC ${layer_SOURCES})
  add_library(mw::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON) # a plug-in with the library inside exports nothing of it
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${view}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src/${layer_FOLDER})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PUBLIC ${layer_PUBLIC} PRIVATE ${layer_PRIVATE} $<BUILD_INTERFACE:mw_flags>)
  if(NOT layer_HOST)
    target_compile_options(${target} PRIVATE -fno-exceptions)
    mw_precompile(${target})
  endif()
  set_target_properties(${target} PROPERTIES
    MW_HEADERS ${layer_HEADERS} MW_PUBLIC "${layer_PUBLIC}" MW_PRIVATE "${layer_PRIVATE}")
  set_property(GLOBAL APPEND PROPERTY MW_LAYERS ${target})
endfunction()

# mw_link_layers_first(TARGET LAYER...): where TARGET's own sources are not optimised and the layers are, the layers come
# first when it is linked. Of an inline function or a template that several objects have, the linker keeps the first: behind
# TARGET's objects, the layers would run the unoptimised ones, in half as much time again.
function(mw_link_layers_first target)
  get_property(layers GLOBAL PROPERTY MW_LAYERS)
  set(files "")
  set(open ${ARGN})
  set(seen "")
  while(open)
    list(POP_FRONT open layer)
    if(layer IN_LIST layers AND NOT layer IN_LIST seen)
      list(APPEND seen ${layer})
      string(APPEND files " $<TARGET_FILE:${layer}>")
      get_target_property(public ${layer} MW_PUBLIC)
      get_target_property(private ${layer} MW_PRIVATE)
      list(APPEND open ${public} ${private})
    endif()
  endwhile()
  target_link_options(${target} PRIVATE
    "$<$<CONFIG:Debug,Demo>:SHELL:-Wl,--whole-archive${files} -Wl,--no-whole-archive>")
endfunction()
