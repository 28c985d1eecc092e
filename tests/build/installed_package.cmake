# Installs the build into a folder of its own, then configures, builds and runs the example against it.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
set(flags "")
if(SANITIZE)
  set(flags "-fsanitize=address,undefined")  # the installed libraries need the same
endif()
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${WORK}/build -D CMAKE_PREFIX_PATH=${WORK}/prefix
    -D CMAKE_CXX_FLAGS=${flags})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/prefix/bin/meshwright sample kotor-walkmesh ${WORK}/room.wok)
execute_process(COMMAND ${WORK}/build/list_materials ${WORK}/room.wok OUTPUT_VARIABLE out COMMAND_ERROR_IS_FATAL ANY)
if(NOT out STREQUAL "142 faces, 64 walkable\nStone: 44\nWater: 4\nNonWalk: 78\nMetal: 16\n")
  message(FATAL_ERROR "the example printed:\n${out}")
endif()
foreach(file IN ITEMS share/man/man1/meshwright.1 share/bash-completion/completions/meshwright)
  if(NOT EXISTS ${WORK}/prefix/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
