// Checks of a game's tags that do not need the moves (PGN 8.1, 9): names and order, the form of
// each value, and contradictions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/position_key.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// The number of faults of a player's name, indexed by NameFault.
using NameFaults = std::array<std::uint8_t, 4>;

// A cache of checked values. Stores the faults of names; other values are cached only if they have
// no fault.
class CheckedValues {
 public:
  // Returns the faults of the value; null if it is not cached.
  const NameFaults* find(KnownTag tag, std::string_view value) const {
    if (slots_.empty() || value.empty()) return nullptr;
    const Slot& slot = slots_[slot_of(tag, value)];
    return slot.tag == tag && slot.value == value ? &slot.faults : nullptr;
  }
  void add(KnownTag tag, std::string_view value, NameFaults faults = {}) {
    if (value.empty() || value.size() > kMaxSize) return;
    slots_.resize(kSlots);
    slots_[slot_of(tag, value)] = {std::string(value), faults, tag};
  }

 private:
  struct Slot {
    std::string value;
    NameFaults faults;
    KnownTag tag;
  };
  static constexpr std::size_t kSlots = 4096;
  static constexpr std::size_t kMaxSize = 64;  // ensures that numbers of faults fit in NameFaults

  static std::size_t slot_of(KnownTag tag, std::string_view value) {
    std::size_t key = value.size() + 64 * static_cast<std::size_t>(tag);
    for (const std::size_t at :
         {std::size_t{0}, value.size() / 3, value.size() / 2, value.size() - 1})
      key = key * 61 + static_cast<unsigned char>(value[at]);
    return key % kSlots;
  }

  std::vector<Slot> slots_;
};

struct TagCheckOptions {
  // The current day, YYYYMMDD; nothing: dates in the future are accepted.
  std::optional<std::uint32_t> today = {};
  CheckedValues* checked = nullptr;  // cache for all games; null: every value is checked
};

// Reports every code of the group `tags` except those that depend on the reader or the moves
// (malformed-tag, fen-is-startpos, variant-needed, plycount-mismatch, eco-mismatch). Also reports
// codes of other groups: html-entities, smart-quotes, bad-escape, tab-in-string, string-too-long,
// bye, and double-forfeit for the Result tag. About 200 ns per game.
void check_tags(const PgnGame& game, const TagCheckOptions& options, DiagnosticSink& sink);

// Compares the PlyCount tag, if any, with the half-moves of the main line.
void check_ply_count(const PgnGame& game, std::uint32_t plies, DiagnosticSink& sink);

// Compares the ECO tag with the openings of the main line, given by its position keys. Skips games
// with a FEN tag or fewer than five half-moves. About 0.1 us.
void check_opening(const PgnGame& game, std::span<const PositionKey> keys, DiagnosticSink& sink);

// Returns the numbers of a Round tag: "1.2" for "Round 1.2" and "1(2)", "3" for "(3)". Other text
// is returned without outer spaces.
std::string plain_round(std::string_view text);

// The rest of this header contains the parts of check_tags(), for lib/tags only.

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
  // Adds a tag. If the game already has this tag, keeps the existing tag and returns false.
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
