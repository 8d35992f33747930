# SPDX-License-Identifier: Apache-2.0
# Where an installed Laptime lies (cmake --install DIR --prefix PREFIX), and its .deb (cpack --config
# DIR/CPackConfig.cmake). The programs carry their icons and translations inside, so little else is needed.

include(GNUInstallDirs)
set(application_id org.laptime.laptime)

if(TARGET laptime)
  install(TARGETS laptime RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(FILES packaging/laptime.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES packaging/experiments/first-lap.toml DESTINATION "${CMAKE_INSTALL_DATADIR}/laptime/experiments")
  install(FILES LICENSES/Apache-2.0.txt README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()
if(TARGET laptime-desktop)
  install(TARGETS laptime-desktop RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(FILES packaging/linux/${application_id}.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES packaging/linux/${application_id}.metainfo.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
  install(FILES resources/icons/laptime.svg RENAME ${application_id}.svg
    DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
  install(FILES LICENSES/GPL-3.0-or-later.txt LICENSES/CC0-1.0.txt DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME laptime)
set(CPACK_PACKAGE_CONTACT "Laptime maintainers <maintainers@laptime.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Libraries come from what the programs link.
find_program(LAPTIME_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(LAPTIME_SHLIBDEPS)
if(LAPTIME_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# Found at run time only: OpenBLAS is opened when float64 needs it, the SVG plugin by Qt.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libopenblas0")
if(TARGET laptime-desktop)
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", qt6-svg-plugins | libqt6svg6")
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "dataset-fashion-mnist")
include(CPack)
