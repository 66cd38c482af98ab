// Words and places for findings in tags.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

inline TextSpan name_span(const PgnTag& tag) {
  return {tag.offset, static_cast<std::uint32_t>(tag.name.size())};
}

inline TextSpan value_span(const PgnTag& tag) {
  return {tag.value_offset, static_cast<std::uint32_t>(tag.value.size())};
}

// Part of the tag's value.
inline TextSpan span_in_value(const PgnTag& tag, std::string_view part) {
  const auto start = static_cast<std::uint32_t>(part.data() - tag.value.data());
  return {tag.value_offset + start, static_cast<std::uint32_t>(part.size())};
}

// Behind the closing quotation mark, or behind the value where there is none.
inline std::uint32_t end_of_value(const PgnTag& tag, const PgnGame& game) {
  const auto end = tag.value_offset + static_cast<std::uint32_t>(tag.value.size());
  return end < game.text.size() && game.text[end] == '"' ? end + 1 : end;
}

// The value with its quotation marks.
inline TextSpan quotes_span(const PgnTag& tag, const PgnGame& game) {
  const std::uint32_t start = tag.value_offset > 0 ? tag.value_offset - 1 : 0;
  return {start, end_of_value(tag, game) - start};
}

// From the name to the closing quotation mark.
inline TextSpan tag_span(const PgnTag& tag, const PgnGame& game) {
  const std::uint32_t end = end_of_value(tag, game);
  return {tag.offset, end > tag.offset ? end - tag.offset : 0};
}

// The value in quotes for a sentence, a long one shortened.
std::string quoted(std::string_view value);

}  // namespace arbiter
