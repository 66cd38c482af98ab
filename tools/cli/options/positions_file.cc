#include "tools/cli/options/positions_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/notation/fen.h"
#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view take_word(std::string_view& text) {
  text = trim(text);
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

bool is_digits(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_digit);
}

// Returns the text of an EPD operation such as `id "a name";`, if it is among `operations`.
std::optional<std::string> operand(std::string_view operations, std::string_view name) {
  for (std::string_view rest = operations; !trim(rest).empty();) {
    const std::string_view operation = take_word(rest);
    const std::string_view text = trim(rest);
    const bool is_quoted = text.starts_with('"');
    const std::size_t quote = is_quoted ? text.find('"', 1) : 0;
    const std::size_t end = text.find(';', quote == std::string_view::npos ? 0 : quote);
    if (operation == name) {
      std::string_view value = trim(text.substr(0, end));
      if (value.starts_with('"')) value.remove_prefix(1);
      if (value.ends_with('"')) value.remove_suffix(1);
      return std::string(value);
    }
    if (end == std::string_view::npos) return std::nullopt;
    rest = text.substr(end + 1);
  }
  return std::nullopt;
}

struct NamedPosition {
  PositionKey key;
  std::string name;
};

Result<NamedPosition> parse_line(std::string_view line) {
  std::string_view rest = line;
  std::string fen;
  for (int field = 0; field < 4; ++field) fen.append(take_word(rest)).push_back(' ');
  std::string_view after_counters = rest;
  const std::string_view clock = take_word(after_counters);
  const std::string_view number = take_word(after_counters);
  if (is_digits(clock) && is_digits(number)) {
    rest = after_counters;
    fen.append(clock).append(" ").append(number);
  } else {
    fen.append("0 1");
  }
  const auto position = parse_position(fen);
  if (!position) return Error{position.error()};
  for (const std::string_view operation : {"id", "c0"}) {
    if (auto name = operand(rest, operation)) return NamedPosition{position->key(), *name};
  }
  const std::string_view name = trim(rest);
  return NamedPosition{position->key(), name.empty() ? fen : std::string(name)};
}

}  // namespace

Result<NamedPositions> read_positions(std::span<const std::string> paths) {
  std::vector<PositionKey> keys;
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    const auto text = read_option_file(path);
    if (!text) return Error{text.error()};
    const std::size_t read_before = keys.size();
    std::size_t number = 0;
    for (std::string_view rest = *text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = trim(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++number;
      if (line.empty() || line[0] == '#' || line[0] == '%') continue;
      auto position = parse_line(line);
      if (!position) return Error{fmt::format("{}:{}: {}", path, number, position.error())};
      keys.push_back(position->key);
      names.push_back(std::move(position->name));
    }
    if (keys.size() == read_before) return Error{fmt::format("{}: it contains no position", path)};
  }
  return NamedPositions{std::make_shared<const PositionSet>(keys),
                        std::make_shared<const std::vector<std::string>>(std::move(names))};
}

}  // namespace arbiter
