# `find_package(meshwright)` gives every layer: mw::core, mw::kotor, mw::formats, mw::files and so on.
include(CMakePackageConfigHelpers)

get_property(layers GLOBAL PROPERTY MW_LAYERS)
install(TARGETS ${layers} EXPORT meshwright-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(CODE "set(headers ${PROJECT_SOURCE_DIR}/include)
  set(place \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR})")
install(SCRIPT cmake/InstallHeaders.cmake)
install(EXPORT meshwright-targets NAMESPACE mw:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/meshwright)
list(TRANSFORM layers REPLACE "^mw_" "" OUTPUT_VARIABLE MW_COMPONENTS)
configure_package_config_file(
  cmake/meshwright-config.cmake.in meshwright-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/meshwright)
write_basic_package_version_file(meshwright-config-version.cmake COMPATIBILITY SameMinorVersion)
# For programs that are not built by CMake: a library comes before those it needs.
list(REVERSE layers)
list(TRANSFORM layers PREPEND -l)
list(JOIN layers " " libraries)
file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/meshwright.pc.in meshwright.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/meshwright.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/meshwright-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/meshwright-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/meshwright)
