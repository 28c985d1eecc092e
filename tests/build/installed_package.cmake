# Installs the build into a folder of its own, then configures, builds and runs the example against it.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
set(flags "")
if(SANITIZE)
  set(flags "-fsanitize=${SANITIZE}")  # the installed libraries need the same, of the same compiler
endif()
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${WORK}/build -D CMAKE_PREFIX_PATH=${WORK}/prefix
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${flags})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/prefix/bin/meshwright sample kotor-walkmesh ${WORK}/room.wok)
function(expect_output program expected)
  execute_process(COMMAND ${WORK}/build/${program} ${WORK}/room.wok OUTPUT_VARIABLE out COMMAND_ERROR_IS_FATAL ANY)
  if(NOT out STREQUAL expected)
    message(FATAL_ERROR "${program} printed:\n${out}")
  endif()
endfunction()
expect_output(count_faces "142 faces, 92 vertices\n")
expect_output(list_materials "142 faces, 64 walkable\nStone: 44\nWater: 4\nNonWalk: 78\nMetal: 16\n")

# The same by pkg-config, without CMake.
file(GLOB_RECURSE pc ${WORK}/prefix/*/meshwright.pc)
cmake_path(GET pc PARENT_PATH folder)
execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${folder} pkg-config --cflags --libs meshwright
  OUTPUT_VARIABLE words COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(words UNIX_COMMAND "${words}")
run(${COMPILER} -std=c++20 ${flags} ${SOURCE}/count_faces.cpp -o ${WORK}/build/by_pkg_config ${words})
expect_output(by_pkg_config "142 faces, 92 vertices\n")

# Every public header compiles with what was installed, and nothing else.
file(GLOB headers RELATIVE ${WORK}/prefix/include ${WORK}/prefix/include/meshwright/*/*.h)
list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>\n")
list(JOIN headers "" headers)
file(WRITE ${WORK}/headers.cpp "${headers}")
run(${COMPILER} -std=c++20 ${flags} -fsyntax-only ${WORK}/headers.cpp ${words})
if(EXISTS ${WORK}/prefix/include/meshwright/core/detail/three_way.h)
  message(FATAL_ERROR "a header of detail/ is installed that no public header includes")
endif()

# A component that does not exist is refused, with those that do.
file(WRITE ${WORK}/wrong/CMakeLists.txt
  "cmake_minimum_required(VERSION 3.25)\nproject(wrong LANGUAGES CXX)\nfind_package(meshwright REQUIRED COMPONENTS core kotr)\n")
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${WORK}/wrong -B ${WORK}/wrong/build -D CMAKE_PREFIX_PATH=${WORK}/prefix
  RESULT_VARIABLE result ERROR_VARIABLE message OUTPUT_QUIET)
string(REGEX REPLACE "[ \n]+" " " message "${message}")  # CMake breaks lines where it likes
if(result EQUAL 0 OR NOT message MATCHES "meshwright has no component kotr, only core, .*kotor.*, files")
  message(FATAL_ERROR "a component that does not exist: ${message}")
endif()
foreach(file IN ITEMS share/man/man1/meshwright.1 share/bash-completion/completions/meshwright
        libexec/meshwright/meshwright-serve)
  if(NOT EXISTS ${WORK}/prefix/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
