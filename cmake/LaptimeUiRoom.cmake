# SPDX-License-Identifier: Apache-2.0
# laptime_ui_room(NAME [LINKS target...] [PRIVATE_LINKS target...] [SUBDIRS folder...]): a room of the screen, which is
# laptime_room with moc run over its headers. Keywords of Qt (slots, signals, emit) stay as they are: the engine uses none.
function(laptime_ui_room name)
  laptime_room(${name} ${ARGN})
  get_target_property(type ${name} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    set_target_properties(${name} PROPERTIES AUTOMOC ON AUTOGEN_ORIGIN_DEPENDS OFF)
    target_compile_definitions(${name} PRIVATE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING)
  endif()
endfunction()
