# The common part of all scripts here. Sourced after `set -euo pipefail`; sets `root`, the repository.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

# Bazel keeps its output below HOME.
if [[ ! -w ${HOME:-} ]]; then
  HOME=$(getent passwd "$(id -u)" | cut -d: -f6)
  [[ -w $HOME ]] || HOME=/tmp
  export HOME
fi

build_packages=(
  bazel-bootstrap bazel-rules-java bazel-rules-proto bazel-skylib bazel-platforms g++
  libfmt-dev libcli11-dev nlohmann-json3-dev libsqlite3-dev catch2
  libarchive-dev nettle-dev liblzma-dev libbz2-dev zlib1g-dev libzstd-dev libxxhash-dev
  libutf8proc-dev libtomlplusplus-dev libcurl4-openssl-dev libboost-dev
)

# say TEXT: prints a progress message to standard error.
say() { echo "$1" >&2; }

# Bazel's progress display: continuous on a terminal, otherwise a line every half minute.
progress=(--ui_event_filters=-info)
[[ -t 2 ]] || progress+=(--curses=no --color=no --show_progress_rate_limit=30)

# Runs a command as root.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "arbiter: $*: needs root, and sudo is not installed" >&2
    return 1
  fi
}

# install_missing PACKAGE...: installs the Debian packages that are missing, and prints their names.
# Returns quickly if all are installed.
install_missing() {
  local package present missing=()
  if ! command -v dpkg-query >/dev/null; then
    command -v bazel >/dev/null && return 0
    echo "arbiter: this system has no dpkg; install the equivalents of these packages of Debian 12:" >&2
    echo "  $*" >&2
    return 1
  fi
  present=$(dpkg-query --show --showformat='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null) || true
  for package in "$@"; do
    grep -qxF "$package installed" <<<"$present" || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  say "Installing ${missing[*]} (about a minute)"
  quietly as_root apt-get update
  quietly as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends "${missing[@]}"
}

# program_version: prints the version, such as 0.2.0.
program_version() { sed -n 's/.*kVersion = "\(.*\)";/\1/p' "$root/lib/base/version.h"; }

# link_headers FOLDER: links the headers of the libraries that are the same for every system into FOLDER.
link_headers() {
  local header
  for header in fmt CLI boost nlohmann toml++ xxhash.h xxh3.h; do ln -sfn "/usr/include/$header" "$1/$header"; done
  ln -sfn "/usr/include/$(gcc -print-multiarch)/curl" "$1/curl"
}

# fetch_source PACKAGE FOLDER [OPTION...]: unpacks Debian's source of a package in FOLDER, unless it already exists: the
# newest version, or that of the release if the mirror has no other. The system's list of sources remains unchanged.
fetch_source() {
  local lists=$root/.bazel/debian options
  ! compgen -G "$2/$1*/" >/dev/null || return 0
  say "Fetching the source of $1"
  mkdir -p "$2" "$lists"/{parts,state/partial}
  sed 's/^Types: deb$/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$lists/parts/debian.sources"
  options=(-o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$lists/parts" -o "Dir::State::lists=$lists/state")
  [[ -e $lists/fetched ]] || { quietly apt-get "${options[@]}" update && touch "$lists/fetched"; }
  (cd "$2" && { apt-get "${options[@]}" source "${@:3}" "$1" &>/dev/null ||
    quietly apt-get "${options[@]}" source "${@:3}" "$1/$(. /etc/os-release && echo "$VERSION_CODENAME")"; })
}

# make_sqlite FOLDER: makes sqlite3.c and sqlite3.h from the source of SQLite in FOLDER, with tcl and make.
make_sqlite() {
  (cd "$1"/sqlite3-*/ && { [[ -e sqlite3.c ]] || { CC=gcc quietly ./configure && quietly make sqlite3.c; }; })
}

# quietly COMMAND ARG...: runs a command, and prints its output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  ((status == 0)) || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# Builds the program as released, and sets `arbiter` to its path. Silent if it is up to date.
build_arbiter() {
  install_missing "${build_packages[@]}"
  if ! build --check_up_to_date --noshow_progress //tools:arbiter &>/dev/null; then
    say "Building arbiter (minutes the first time, then seconds)"
    build "${progress[@]}" //tools:arbiter
  fi
  arbiter=$root/.bazel/bin/tools/arbiter
}

# Builds the extension for the SQLite shell, and sets `extension` to its path. Its objects must be
# position-independent, so it has a configuration of its own.
build_extension() {
  install_missing "${build_packages[@]}"
  say "Building arbiter.so for the SQLite shell (minutes the first time, then seconds)"
  build --config=pic "${progress[@]}" //db/extension:arbiter.so || return 1
  extension=$root/.bazel/pic-bin/db/extension/arbiter.so
}

# The Debian packages with the headers of Python and pybind11.
python_packages=(pybind11-dev python3-dev)

# Builds the C++ library, and sets `library` to the path of libarbiter.a.
build_library() {
  install_missing "${build_packages[@]}"
  say "Building libarbiter.a (minutes the first time, then seconds)"
  build --config=pic "${progress[@]}" //tools/library:archive || return 1
  library=$root/.bazel/pic-bin/tools/library/libarbiter.a
}

# Builds the module of Python, and sets `module` to its path.
build_module() {
  install_missing "${build_packages[@]}" "${python_packages[@]}"
  say "Building the Python module (minutes the first time, then seconds)"
  build --config=pic "${progress[@]}" //tools/python:_arbiter.so || return 1
  module=$root/.bazel/pic-bin/tools/python/_arbiter.so
}

# stage_program PROGRAM PREFIX [NATIVE]: puts a program into PREFIX/bin, and its man pages, completions and licence
# into PREFIX/share. NATIVE is the same program for this machine.
stage_program() {
  local share=$2/share native=${3:-$1}
  install -D -m 755 "$1" "$2/bin/arbiter"
  install -D -m 644 "$root/LICENSE" "$share/doc/arbiter/copyright"
  mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
    "$share/fish/vendor_completions.d"
  "$root/tools/docs/make_man.py" "$share/man/man1"
  "$native" completions bash >"$share/bash-completion/completions/arbiter"
  "$native" completions zsh >"$share/zsh/site-functions/_arbiter"
  "$native" completions fish >"$share/fish/vendor_completions.d/arbiter.fish"
}

# The libraries that libarbiter.a uses, and the packages of Debian with their headers.
library_links="-larchive -lnettle -lzstd -lz -lsqlite3 -lutf8proc -lm -pthread"
library_packages=(libarchive-dev nettle-dev libzstd-dev zlib1g-dev libsqlite3-dev libutf8proc-dev)

# stage_library ARCHIVE PREFIX: puts libarbiter.a into PREFIX/lib, its headers into PREFIX/include/arbiter,
# and the files with which pkg-config and CMake find them. PREFIX can be moved.
stage_library() {
  local lib=$2/lib version
  version=$(program_version)
  install -D -m 644 "$1" "$lib/libarbiter.a"
  install -D -m 644 -t "$2/include/arbiter" "$root"/tools/library/{api,arbiter}.h
  install -D -m 644 -t "$2/share/doc/arbiter/examples" "$root"/tools/library/examples/*.cc
  mkdir -p "$lib/pkgconfig" "$lib/cmake/arbiter"
  cat >"$lib/pkgconfig/arbiter.pc" <<END
prefix=\${pcfiledir}/../..

Name: arbiter
Description: PGN games, the Laws of Chess, and databases of games
Version: $version
Cflags: -std=c++20 -I\${prefix}/include
Libs: -L\${prefix}/lib -larbiter $library_links
END
  cat >"$lib/cmake/arbiter/arbiterConfig.cmake" <<END
get_filename_component(arbiter_prefix "\${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
add_library(arbiter::arbiter STATIC IMPORTED)
set_target_properties(arbiter::arbiter PROPERTIES
  IMPORTED_LOCATION "\${arbiter_prefix}/lib/libarbiter.a"
  INTERFACE_INCLUDE_DIRECTORIES "\${arbiter_prefix}/include"
  INTERFACE_COMPILE_FEATURES cxx_std_20
  INTERFACE_LINK_LIBRARIES "$library_links")
END
  cat >"$lib/cmake/arbiter/arbiterConfigVersion.cmake" <<END
set(PACKAGE_VERSION $version)
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
END
}

# build OPTION... TARGET...: runs `bazel build` in the repository.
build() {
  (cd "$root" && bazel build "$@")
}
