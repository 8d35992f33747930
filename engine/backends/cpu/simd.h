// SPDX-License-Identifier: Apache-2.0
// How a loop gets the widest vectors of the machine it runs on: plain functions marked LAPTIME_CLONES are
// compiled three times and the right one is picked when the program is loaded. Only plain functions can be
// cloned (bodies of OpenMP regions and lambdas do not inherit the target), so kernels keep their loops in
// templates marked LAPTIME_INLINE and clone a thin function around each.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(LAPTIME_NO_TARGET_CLONES)
#define LAPTIME_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LAPTIME_CLONES
#endif

#define LAPTIME_INLINE inline __attribute__((always_inline))
/// The same behind the parameters of a lambda, which then takes on the target of the loop around it.
#define LAPTIME_INLINED __attribute__((always_inline))

/// In front of a loop whose arrays may be the same (in place) but never overlap otherwise.
#define LAPTIME_INDEPENDENT _Pragma("GCC ivdep")
