// Words and places for findings in tags.
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

// The known tags of one game, by name.

class TagIndex {
 public:
  // False if there is one already; the first is kept.
  bool add(KnownTag known, const PgnTag& tag) {
    if (present_ & bit(known)) return false;
    present_ |= bit(known);
    tags_[static_cast<std::size_t>(known)] = &tag;
    return true;
  }

  bool has(KnownTag known) const { return (present_ & bit(known)) != 0; }

  // Null if the game has no such tag.
  const PgnTag* find(KnownTag known) const {
    return has(known) ? tags_[static_cast<std::size_t>(known)] : nullptr;
  }

  // The value of the tag; empty if there is none.
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
  std::array<const PgnTag*, kKnownTagCount> tags_;  // set where present
};

// The values of single tags: dates, rounds, names, ratings, titles, results, codes.

// Reports what is wrong with the value itself, whatever the other tags say.
// `known` is the tag meant, also where the name has other capitals.
void check_tag_value(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                     GameReporter& reporter);

// The characters in the values of tags (PGN 7).

// Reports bad-escape, tab-in-string, html-entities, smart-quotes and
// string-too-long. One look at the bytes of all tags if there is nothing to say.
void check_tag_text(GameReporter& reporter);

// The values of the tags that give a date or a time of day.

// Values that are not empty.
void check_date(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                GameReporter& reporter);
void check_time_of_day(const PgnTag& tag, GameReporter& reporter);

// The values of tags about a player: name, rating, title, FIDE id, type, address.

// Values that are not empty and not "?".
void check_player_name(const PgnTag& tag, GameReporter& reporter);
void check_rating(const PgnTag& tag, GameReporter& reporter);
void check_title(const PgnTag& tag, GameReporter& reporter);
void check_fide_id(const PgnTag& tag, GameReporter& reporter);
void check_player_type(const PgnTag& tag, GameReporter& reporter);
void check_network_address(const PgnTag& tag, GameReporter& reporter);

// Tags of a game that cannot all be true.

// Reports white-is-black, same-fideid, board-vs-round-suffix, date-outside-event,
// date-vs-utcdate, termination-*, setup-*, fen-without-setup, broadcast-convention, bye.
void check_tag_agreement(const TagIndex& tags, GameReporter& reporter);

}  // namespace arbiter
