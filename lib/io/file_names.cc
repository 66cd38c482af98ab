#include "lib/io/file_names.h"

#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr std::string_view kCompressionEndings[] = {".gz", ".bz2", ".xz", ".zst"};

}  // namespace

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() &&
         equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
}

std::string_view without_compression_ending(std::string_view name) {
  for (const std::string_view ending : kCompressionEndings) {
    if (has_ending(name, ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

}  // namespace arbiter
