# `find_package(meshwright)` gives every layer: mw::core, mw::kotor, mw::formats, mw::files and so on.
include(CMakePackageConfigHelpers)

get_property(layers GLOBAL PROPERTY MW_LAYERS)
install(TARGETS ${layers} EXPORT meshwright-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/meshwright DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT meshwright-targets NAMESPACE mw:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/meshwright)
list(TRANSFORM layers REPLACE "^mw_" "" OUTPUT_VARIABLE MW_COMPONENTS)
configure_package_config_file(
  cmake/meshwright-config.cmake.in meshwright-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/meshwright)
write_basic_package_version_file(meshwright-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/meshwright-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/meshwright-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/meshwright)
