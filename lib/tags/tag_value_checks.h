// The parts of check_tags(), for lib/tags only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/tag_checks.h"

namespace arbiter {

inline TextSpan name_span(const PgnTag& tag) {
  return {tag.offset, static_cast<std::uint32_t>(tag.name.size())};
}

inline TextSpan value_span(const PgnTag& tag) {
  return {tag.value_offset, static_cast<std::uint32_t>(tag.value.size())};
}

// Returns the span of a part of the value.
inline TextSpan span_in_value(const PgnTag& tag, std::string_view part) {
  const auto start = static_cast<std::uint32_t>(part.data() - tag.value.data());
  return {tag.value_offset + start, static_cast<std::uint32_t>(part.size())};
}

// Returns the end of the closing quotation mark, or of the value if there is none.
inline std::uint32_t end_of_value(const PgnTag& tag, const PgnGame& game) {
  const auto end = tag.value_offset + static_cast<std::uint32_t>(tag.value.size());
  return end < game.text.size() && game.text[end] == '"' ? end + 1 : end;
}

// Returns the span of the value with its quotation marks.
inline TextSpan quotes_span(const PgnTag& tag, const PgnGame& game) {
  const std::uint32_t start = tag.value_offset > 0 ? tag.value_offset - 1 : 0;
  return {start, end_of_value(tag, game) - start};
}

// Returns the span from the name to the closing quotation mark.
inline TextSpan tag_span(const PgnTag& tag, const PgnGame& game) {
  const std::uint32_t end = end_of_value(tag, game);
  return {tag.offset, end > tag.offset ? end - tag.offset : 0};
}

// Returns the value in quotes for a message; long values are truncated.
std::string quoted(std::string_view value);

// An index of the known tags of one game.

class TagIndex {
 public:
  // Adds a tag. Returns false, and keeps the existing one, if it is a duplicate.
  bool add(KnownTag known, const PgnTag& tag) {
    if (present_ & bit(known)) return false;
    present_ |= bit(known);
    tags_[static_cast<std::size_t>(known)] = &tag;
    return true;
  }

  bool has(KnownTag known) const { return (present_ & bit(known)) != 0; }

  // Returns null if the game does not have the tag.
  const PgnTag* find(KnownTag known) const {
    return has(known) ? tags_[static_cast<std::size_t>(known)] : nullptr;
  }

  // Returns an empty value if the game does not have the tag.
  std::string_view value_of(KnownTag known) const {
    const PgnTag* tag = find(known);
    return tag == nullptr ? std::string_view() : tag->value;
  }

  bool has_roster() const {
    constexpr std::uint64_t kRoster = (std::uint64_t{1} << kRosterSize) - 1;
    return (present_ & kRoster) == kRoster;
  }

 private:
  static_assert(kKnownTagCount <= 64);

  static constexpr std::uint64_t bit(KnownTag known) {
    return std::uint64_t{1} << static_cast<unsigned>(known);
  }

  std::uint64_t present_ = 0;
  std::array<const PgnTag*, kKnownTagCount> tags_;  // null if missing
};

// Checks a value on its own. `known` is the intended tag; the case of its name may differ.
void check_tag_value(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                     GameReporter& reporter);

// Reports bad-escape, tab-in-string, html-entities, smart-quotes and string-too-long. If there are
// no faults, scans the text of all tags only once.
void check_tag_text(GameReporter& reporter);

// Check non-empty values. check_date() returns whether the date has no fault.
bool check_date(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                GameReporter& reporter);
void check_time_of_day(const PgnTag& tag, GameReporter& reporter);

}  // namespace arbiter
