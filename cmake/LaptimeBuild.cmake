# SPDX-License-Identifier: Apache-2.0
# How every target of Laptime is compiled, and the one function that declares a room of the engine or the screen.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

find_program(LAPTIME_CCACHE ccache)
if(LAPTIME_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LAPTIME_CCACHE})
endif()

# The hot loops are in engine/backends/cpu, which asks for more itself; elsewhere -O3 only makes builds longer.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

add_compile_options(-Wall -Wextra -Werror -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict) # false alarms on std::string (GCC bug 105651, mended in 13)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wno-error) # only the fuzzers are built with it; GCC's warnings are the ones we hold to
endif()
if(LAPTIME_SANITIZE)
  add_compile_options(-fsanitize=${LAPTIME_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LAPTIME_SANITIZE})
  if(LAPTIME_FUZZERS AND NOT LAPTIME_LIBFUZZER)
    add_compile_options(-fsanitize-coverage=trace-pc) # tests/fuzz/own_main.cpp counts what was reached
  endif()
  # Multi-versioned functions are resolved before a sanitizer has started, so they are switched off there.
  add_compile_definitions(LAPTIME_NO_TARGET_CLONES)
endif()

# laptime_room(NAME [LINKS target...]): a static library of all *.cpp in the current folder (and its `ops` or other
# listed SUBDIRS). What a room links is what it may include: tests/layering checks that no include runs upwards.
function(laptime_room name)
  cmake_parse_arguments(ROOM "" "" "LINKS;PRIVATE_LINKS;SUBDIRS" ${ARGN})
  set(patterns "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  foreach(subdir IN LISTS ROOM_SUBDIRS)
    list(APPEND patterns "${CMAKE_CURRENT_SOURCE_DIR}/${subdir}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/${subdir}/*.h")
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  set(units ${sources})
  list(FILTER units INCLUDE REGEX "\\.cpp$")
  if(units)
    add_library(${name} STATIC ${sources})
    target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} PUBLIC ${ROOM_LINKS} PRIVATE ${ROOM_PRIVATE_LINKS})
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} INTERFACE ${ROOM_LINKS})
  endif()
endfunction()
