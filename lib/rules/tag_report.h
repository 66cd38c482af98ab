// Words and places for findings in tags.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lib/pgn/pgn_game.h"
#include "lib/rules/game_reporter.h"

namespace arbiter {

inline GameSpan name_span(const PgnTag& tag) {
  return {tag.offset, static_cast<std::uint32_t>(tag.name.size())};
}

inline GameSpan value_span(const PgnTag& tag) {
  return {tag.value_offset, static_cast<std::uint32_t>(tag.value.size())};
}

// Part of the tag's value.
inline GameSpan span_in_value(const PgnTag& tag, std::string_view part) {
  const auto start = static_cast<std::uint32_t>(part.data() - tag.value.data());
  return {tag.value_offset + start, static_cast<std::uint32_t>(part.size())};
}

// From the name to the closing quotation mark.
inline GameSpan tag_span(const PgnTag& tag, const PgnGame& game) {
  auto end = tag.value_offset + static_cast<std::uint32_t>(tag.value.size());
  if (end < game.text.size() && game.text[end] == '"') ++end;
  return {tag.offset, end > tag.offset ? end - tag.offset : 0};
}

// The value in quotes for a sentence, a long one shortened.
std::string quoted(std::string_view value);

}  // namespace arbiter
