// The parts of a game that export writes.
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
#include "lib/pgn/export_writer.h"

namespace arbiter {

// The tags to write, by default all. FEN, SetUp and Variant are always written, because the moves
// depend on them; so is Result.
struct TagShape {
  enum class Chosen : std::uint8_t {
    All,
    Roster,
    Listed,  // only the tags in `names`
  };

  Chosen chosen = Chosen::All;
  std::vector<std::string> names = {};
  std::vector<std::string> dropped = {};
  std::vector<std::pair<std::string, std::string>> values = {};  // tags set regardless of the shape
  // Pairs of a player name to replace, which must match completely, and the new name.
  std::vector<std::pair<std::string, std::string>> renamed = {};
  std::vector<std::string> order = {};  // tags to write first; other tags follow in the usual order

  bool operator==(const TagShape&) const = default;
};

// Parts that are added to a game.
enum class GamePart : std::uint8_t {
  PlyCount,  // a tag: half-moves of the main line
  Hash,      // a tag, HashCode: the key of the last position
  FenEnd,    // a comment at the end of the main line
  Fens,      // a comment after each move; in JSON, a member
  Eco,       // a tag: the code of the opening as played
  Opening,   // a tag: the name of the opening as played
  Findings,  // a member in JSON: the findings of the game
  Match,     // a {match} comment at the first matching position, and tags with its ply and label
  TotalPlyCount,  // a tag: half-moves of all lines
};
inline constexpr std::size_t kGameParts = 9;

enum class GameFormat : std::uint8_t {
  Pgn,
  Json,       // one array of games
  JsonLines,  // an object per line
  Csv,        // a row per game
  Uci,        // one line per game: the UCI command for its last position
  Epd,        // one line per position of the main line, as for the next two formats
  Fen,
  PositionLines,  // a JSON object per line
  PositionTable,  // a row of CSV per position
};

constexpr bool is_of_positions(GameFormat format) { return format >= GameFormat::Epd; }

// The positions of a game to mark.
struct PositionMark {
  std::function<bool(const Position&)> is_match = {};
  bool is_anywhere = false;  // true if positions in variations match too
  // Returns the label of a matching position, for the tag MatchLabel; may be empty.
  std::function<std::string(const Position&)> label = {};
};

// An optional correction, see tag_fixes.h. DayFirst and MonthFirst also read ambiguous dates.
enum class TextFix : std::uint8_t { Dates, Mojibake, DayFirst, MonthFirst };
inline constexpr std::size_t kTextFixes = 4;

struct TagNotes {
  std::vector<std::string> changes = {};
  std::vector<std::string> contradictions = {};  // conflicts, where nothing was changed

  bool is_empty() const { return changes.empty() && contradictions.empty(); }
};

class ExportTags;

// Corrects the tags of games. Called from several threads at once.
class TagEditor {
 public:
  virtual ~TagEditor() = default;
  virtual void edit(ExportTags& tags, TagNotes& notes) const = 0;
};

struct GameShape {
  GameFormat format = GameFormat::Pgn;
  TagShape tags = {};
  MovetextShape movetext = {};
  MoveSpelling moves = {};
  std::bitset<kGameParts> added = {};
  // The first and the last half-move of the main line to write, from 1. If from_ply > 1, the
  // position before that half-move becomes the game's FEN.
  std::uint32_t from_ply = 1;
  std::uint32_t to_ply = UINT32_MAX;
  // If not empty, the game begins after the move before the first main-line comment that contains
  // this text.
  std::string from_comment = {};
  // The maximum number of half-moves to write, counted from the end of the main line.
  std::uint32_t last_plies = UINT32_MAX;
  // True if each variation becomes a separate game, which starts with the game's first move and has
  // an unknown result.
  bool splits_variations = false;
  // True if the Result tag and the terminator are set to the result on the board. Without one, both
  // are set to the result of decide_result(). A comment states the change.
  bool fixes_results = false;
  // The opening table, which must outlive this object.
  const OpeningTable* openings = &known_openings();
  std::bitset<kTextFixes> fixes = {};
  // Edits the tags; may be null. Must outlive this object.
  const TagEditor* editor = nullptr;

  // Returns whether the first half-move to write may differ from game to game.
  bool begins_by_game() const { return !from_comment.empty() || last_plies < UINT32_MAX; }
  bool adds(GamePart part) const { return added[static_cast<std::size_t>(part)]; }
  bool does_fix(TextFix fix) const { return fixes[static_cast<std::size_t>(fix)]; }
  bool is_default() const { return *this == GameShape(); }
  bool operator==(const GameShape&) const = default;
};

}  // namespace arbiter
