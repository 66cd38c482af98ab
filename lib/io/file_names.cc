#include "lib/io/file_names.h"

#include <algorithm>

namespace arbiter::io {
namespace {

constexpr std::string_view kCompressionEndings[] = {".gz", ".bz2", ".xz", ".zst"};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(), name.end() - static_cast<long>(ending.size()),
                    [](char a, char b) { return a == lower(b); });
}

std::string_view without_compression_ending(std::string_view name) {
  for (const std::string_view ending : kCompressionEndings) {
    if (has_ending(name, ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

}  // namespace arbiter::io
