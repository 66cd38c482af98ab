// The headers that most sources of db include, compiled once (library.bzl). Each source still
// includes the headers that it uses.
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>
#include <variant>

#include "db/model/storage.h"
#include "tools/build/standard_headers.h"
