#include "lib/patterns/pattern_error.h"

#include <fmt/format.h>

#include <algorithm>

namespace arbiter {
namespace {

// Characters, if the text is UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::string to_string(const PatternError& error, std::string_view text) {
  std::string line(text);
  // One character for one, so that the mark stands where it should.
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  const std::size_t offset = std::min(error.offset, line.size());
  const std::string_view before = std::string_view(line).substr(0, offset);
  const std::string_view marked = std::string_view(line).substr(offset, error.length);
  std::string result =
      fmt::format("{}\n  {}\n  {:{}}{:^>{}}", error.message, line, "", width_of(before), "",
                  std::max<std::size_t>(width_of(marked), 1));
  if (!error.help.empty()) result += fmt::format("\n  = help: {}", error.help);
  return result;
}

}  // namespace arbiter
