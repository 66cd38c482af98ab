// What of a game is written in export format.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lib/chess/position.h"
#include "lib/notation/piece_letters.h"
#include "lib/openings/opening_table.h"
#include "lib/pgn/movetext_shape.h"

namespace arbiter {

// By default all tags. FEN, SetUp and Variant are always written: without them the moves are those
// of another game. So is Result.
struct TagShape {
  enum class Chosen : std::uint8_t {
    All,
    Roster,
    Listed,  // those of `names` alone
  };

  Chosen chosen = Chosen::All;
  std::vector<std::string> names = {};
  std::vector<std::string> dropped = {};
  std::vector<std::pair<std::string, std::string>> values = {};   // set, whatever they were
  std::vector<std::pair<std::string, std::string>> renamed = {};  // players: whole names
  std::vector<std::string> order = {};  // these come first; the others as usual

  bool operator==(const TagShape&) const = default;
};

// What a game does not have of itself.
enum class GamePart : std::uint8_t {
  PlyCount,  // a tag: half-moves of the main line
  Hash,      // a tag, HashCode: the key of the last position
  FenEnd,    // a comment at the end of the main line
  Fens,      // a comment after each move; in JSON a field
  Eco,       // a tag: the code of the opening as played
  Opening,   // a tag: its name
  Findings,  // a member in JSON: what is wrong with the game
  Match,     // a comment, {match}, at the first position that is asked for, and a tag: its ply
};
inline constexpr std::size_t kGameParts = 8;

enum class GameFormat : std::uint8_t {
  Pgn,
  Json,       // one array of games
  JsonLines,  // an object a line
  Csv,        // a row a game
  Uci,        // a line a game, which gives an engine its last position
  Epd,        // a line a position of the main line, as the two below
  Fen,
  PositionLines,  // a JSON object a line
};

constexpr bool is_of_positions(GameFormat format) { return format >= GameFormat::Epd; }

// Which positions of a game are asked for.
struct PositionMark {
  std::function<bool(const Position&)> is_asked = {};
  bool is_anywhere = false;  // in variations too
};

struct GameShape {
  GameFormat format = GameFormat::Pgn;
  TagShape tags = {};
  MovetextShape movetext = {};
  MoveSpelling moves = {};
  std::bitset<kGameParts> added = {};
  // Half-moves of the main line, counted from 1: the first and the last one that are written. A
  // game that begins later has the position there as its FEN.
  std::uint32_t from_ply = 1;
  std::uint32_t to_ply = UINT32_MAX;
  // Each variation is a game of its own, from the first move; its result is unknown.
  bool splits_variations = false;
  // The Result tag and the terminator become what the board says, else what the terminator says;
  // a comment says so.
  bool fixes_results = false;
  // Says the openings, and outlives this.
  const OpeningTable* openings = &known_openings();

  bool adds(GamePart part) const { return added[static_cast<std::size_t>(part)]; }
  bool is_default() const { return *this == GameShape(); }
  bool operator==(const GameShape&) const = default;
};

}  // namespace arbiter
