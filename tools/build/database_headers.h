// What most sources of db include, compiled once (library.bzl). No source relies on it: each includes
// what it uses.
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>
#include <variant>

#include "db/model/storage.h"
#include "tools/build/standard_headers.h"
