#include "tools/cli/options/memory_size.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "tools/cli/options/parsed_option.h"

namespace arbiter {
namespace {

// How far to shift for k, M and G; nothing for other words.
std::optional<unsigned> shift_of(std::string_view unit) {
  if (unit.ends_with('B') || unit.ends_with('b')) unit.remove_suffix(1);
  if (unit.size() != 1) return std::nullopt;
  switch (unit.front()) {
    case 'k':
    case 'K':
      return 10;
    case 'm':
    case 'M':
      return 20;
    case 'g':
    case 'G':
      return 30;
    default:
      return std::nullopt;
  }
}

}  // namespace

Result<std::uint64_t> parse_memory_size(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  const auto shift = shift_of({stop, static_cast<std::size_t>(end - stop)});
  if (fault != std::errc() || !shift) {
    return Error{fmt::format("invalid memory limit '{}' (such as 512M or 2G)", text)};
  }
  if (number > UINT64_MAX >> *shift) return Error{fmt::format("{} is too much memory", text)};
  if (number << *shift < kLeastMemorySize) {
    return Error{
        fmt::format("{} is too little memory; the minimum is {}M", text, kLeastMemorySize >> 20)};
  }
  return number << *shift;
}

Option* add_memory_size(CommandLine& app, const std::string& name, std::uint64_t& bytes) {
  return add_parsed(app, name, bytes, parse_memory_size)->type_name("SIZE");
}

}  // namespace arbiter
