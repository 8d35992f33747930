# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What ./run and ./test share: say, packages, configure and build. Sourced by bash from the project's root.

say() { printf '%s\n' "$*" >&2; }

# packages SECTION...: installs what is missing, or stops with status 2.
packages() {
    if [ "${LAPTIME_SKIP_PACKAGES:-}" = 1 ]; then return 0; fi
    packaging/install-packages "$@"
}

# How many compilers at once: one a core, but each may need a gigabyte.
jobs_here() {
    local cores memory_gb
    cores=$(nproc 2>/dev/null || echo 1)
    memory_gb=$(awk '/^MemAvailable:/ {print int($2 / 1048576)}' /proc/meminfo 2>/dev/null || echo "$cores")
    [ "${memory_gb:-0}" -ge 1 ] || memory_gb=1
    if [ "$cores" -lt "$memory_gb" ]; then echo "$cores"; else echo "$memory_gb"; fi
}

# configured DIR NAME=VALUE...: is DIR configured, from this place, with these values?
configured() {
    local dir=$1 value
    shift
    [ -f "$dir/build.ninja" ] && grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$dir/CMakeCache.txt" || return 1
    for value in "$@"; do
        grep -q "^${value%%=*}:[A-Z]*=${value#*=}\$" "$dir/CMakeCache.txt" || return 1
    done
}

# configure PRESET NAME=VALUE...: runs CMake where it has not run with these values. Later changes are ninja's affair.
configure() {
    local preset=$1 dir=build/$1
    shift
    configured "$dir" "$@" && return 0
    say "Configuring $dir"
    local log=$dir.configure.log
    mkdir -p build
    if ! cmake --preset "$preset" "${@/#/-D}" >"$log" 2>&1; then
        cat "$log" >&2
        # A cache from another place, or from before a package came, is no use to anyone.
        say "CMake failed. If this folder was moved or packages changed, remove $dir and start again."
        return 1
    fi
}

# build PRESET TARGET...: silent when there is nothing to do; what the compiler said when it fails.
build() {
    local dir=build/$1 log=build/$1.build.log
    shift
    if [ -t 2 ]; then
        # Ninja's own line that counts up is the best progress there is.
        NINJA_STATUS="Building [%f/%t] " ninja -C "$dir" -j "$(jobs_here)" "$@" >&2
        return
    fi
    # Into a file or a pipe: about ten lines a build.
    if ! ninja -C "$dir" -j "$(jobs_here)" "$@" 2>&1 | tee "$log" | awk -F'[][/]' '
            /^\[[0-9]+\/[0-9]+\]/ && $3 > 20 && $2 >= next_at { print "  " $2 " of " $3; fflush(); next_at = $2 + $3 / 10 }' >&2; then
        grep -v '^\[[0-9]*/[0-9]*\] ' "$log" | tail -n 200 >&2
        return 1
    fi
}
