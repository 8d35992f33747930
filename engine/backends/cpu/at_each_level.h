// SPDX-License-Identifier: Apache-2.0
// Compiles the loops in the file LAPTIME_LOOPS for each level of vector instructions, in the namespaces
// level4 (AVX-512), level3 (AVX2) and level1 (any CPU). LAPTIME_CLONES cannot do this: GCC takes vector types
// (lanes.h) apart for the base instruction set before it makes its clones. To be included once in a .cpp,
// outside of namespaces.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/backends/cpu/element.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4")
#define LAPTIME_LANES 16
namespace laptime::cpu::level4 {
namespace {
#include "engine/backends/cpu/lanes.h"
#include LAPTIME_LOOPS
} // namespace
} // namespace laptime::cpu::level4
#undef LAPTIME_LANES
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
#define LAPTIME_LANES 8
namespace laptime::cpu::level3 {
namespace {
#include "engine/backends/cpu/lanes.h"
#include LAPTIME_LOOPS
} // namespace
} // namespace laptime::cpu::level3
#undef LAPTIME_LANES
#pragma GCC pop_options

/// The function of that name for this CPU.
#define LAPTIME_AT_BEST_LEVEL(function)                                                                      \
    (__builtin_cpu_supports("x86-64-v4")   ? &level4::function                                               \
     : __builtin_cpu_supports("x86-64-v3") ? &level3::function                                               \
                                           : &level1::function)
#else
#define LAPTIME_AT_BEST_LEVEL(function) (&level1::function)
#endif

#define LAPTIME_LANES 4
namespace laptime::cpu::level1 {
namespace {
#include "engine/backends/cpu/lanes.h"
#include LAPTIME_LOOPS
} // namespace
} // namespace laptime::cpu::level1
#undef LAPTIME_LANES
