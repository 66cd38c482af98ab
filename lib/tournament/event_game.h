// What a tournament is concerned with of one game: who played whom, where, when, and the result.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/piece.h"
#include "lib/laws/game_end.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/game_result.h"

namespace arbiter {

// A tag with its place, for findings that are told when the file has been read.
struct EventTag {
  KnownTag known = KnownTag::Other;
  std::string value = {};    // without escapes
  std::uint64_t offset = 0;  // of the value in the file, in bytes
  std::uint64_t line = 1;    // from 1
  std::uint64_t column = 1;  // of the value, in code points, from 1
  std::string name = {};     // as written, of a tag that is Other
};

// The round as the Round tag says it (PGN 8.1.1.4): "3", "3.12", "3.2.1".
struct RoundNumber {
  std::uint32_t round = 0;           // from 1; 0: unknown or none
  std::vector<std::uint32_t> parts;  // behind it, as "12", or "2" and "1"

  bool operator==(const RoundNumber&) const = default;
};

// Round 0 for "?", "-", "", what is no number, and dates and the like: numbers above kLastRound.
inline constexpr std::uint32_t kLastRound = 9999;
RoundNumber parse_round(std::string_view text);

struct EventGame {
  std::uint32_t file = 0;      // of those that were read, from 0
  std::uint64_t number = 0;    // in its file, from 1
  std::vector<EventTag> tags;  // those of is_event_tag(), the first of each name
  GameResult result;           // Unknown if nobody says anything
  GameResult overruled;        // of the Result tag, if the moves end with another one
  bool is_forfeit = false;     // not decided at the board: "1-0F", or a termination that says so
  std::uint32_t plies = 0;
  std::uint64_t moves_hash = 0;  // of the first position and the moves

  const EventTag* tag(KnownTag known) const;
  const EventTag* federation_tag(Color color) const;
  // Empty if there is none, or if it says that nothing is known: "?", "-".
  std::string_view value(KnownTag known) const;
  std::string_view federation(Color color) const;
  // The digits of a rating or an id; nothing for anything else, or 0.
  std::optional<std::uint32_t> number_in(KnownTag known) const;
  RoundNumber round() const { return parse_round(value(KnownTag::Round)); }
  bool is_of_event(const EventGame& other) const {
    return value(KnownTag::Event) == other.value(KnownTag::Event);
  }
  // By the Board tag, else the last part of the round. 0: unknown.
  std::uint32_t board() const;
};

// Whether both have the same moves, and any.
bool has_moves_of(const EventGame& game, const EventGame& other);

// "game 7 (line 41)"; "game 7 of round2.pgn (line 41)" if there are several files, by
// EventGame::file.
std::string place_of(const EventGame& game, std::span<const std::string> files);

// The tags that are kept of a game.
bool is_event_tag(KnownTag known);

// Whose federation a tag gives that no standard has: WhiteFed, BlackFederation, WhiteCountry.
std::optional<Color> side_of_federation_tag(std::string_view name);

}  // namespace arbiter
