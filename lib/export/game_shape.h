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

// By default all tags. FEN, SetUp and Variant are always written, as the moves would be wrong
// without them; so is Result.
struct TagShape {
  enum class Chosen : std::uint8_t {
    All,
    Roster,
    Listed,  // those of `names` alone
  };

  Chosen chosen = Chosen::All;
  std::vector<std::string> names = {};
  std::vector<std::string> dropped = {};
  std::vector<std::pair<std::string, std::string>> values = {};   // set in any case
  std::vector<std::pair<std::string, std::string>> renamed = {};  // players: whole names
  std::vector<std::string> order = {};  // these first; the others in the usual order

  bool operator==(const TagShape&) const = default;
};

// Parts that a game does not contain itself.
enum class GamePart : std::uint8_t {
  PlyCount,       // a tag: half-moves of the main line
  Hash,           // a tag, HashCode: the key of the last position
  FenEnd,         // a comment at the end of the main line
  Fens,           // a comment after each move; in JSON a field
  Eco,            // a tag: the code of the opening as played
  Opening,        // a tag: its name
  Findings,       // a member in JSON: the findings of the game
  Match,          // a comment, {match}, at the first matching position, and tags: its ply and label
  TotalPlyCount,  // a tag: half-moves of all lines
};
inline constexpr std::size_t kGameParts = 9;

enum class GameFormat : std::uint8_t {
  Pgn,
  Json,       // one array of games
  JsonLines,  // an object per line
  Csv,        // a row per game
  Uci,        // a line per game, which gives an engine its last position
  Epd,        // a line per position of the main line, like the next two
  Fen,
  PositionLines,  // a JSON object per line
  PositionTable,  // a row of CSV per position
};

constexpr bool is_of_positions(GameFormat format) { return format >= GameFormat::Epd; }

// The positions of a game to mark.
struct PositionMark {
  std::function<bool(const Position&)> is_match = {};
  bool is_anywhere = false;  // also in variations
  // Returns the label of a matching position, for the tag MatchLabel; may be empty.
  std::function<std::string(const Position&)> label = {};
};

// A correction on request, see tag_fixes.h.
enum class TextFix : std::uint8_t { Dates, Mojibake };
inline constexpr std::size_t kTextFixes = 2;

// Sentences about the corrected tags of a game.
struct TagNotes {
  std::vector<std::string> changes = {};
  std::vector<std::string> contradictions = {};  // nothing was changed there

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
  // The first and the last half-move of the main line to write, from 1. A game that begins later
  // has the position there as its FEN.
  std::uint32_t from_ply = 1;
  std::uint32_t to_ply = UINT32_MAX;
  // If not empty, a game with a comment of the main line that contains this text begins after the
  // move before the first such comment.
  std::string from_comment = {};
  // The maximum number of half-moves to write, counted from the end of the main line.
  std::uint32_t last_plies = UINT32_MAX;
  // True if each variation becomes a game from the first move; its result is unknown.
  bool splits_variations = false;
  // True if the Result tag and the terminator are set to the result on the board, otherwise to the
  // terminator. A comment states the change.
  bool fixes_results = false;
  // The opening table, which must outlive this.
  const OpeningTable* openings = &known_openings();
  std::bitset<kTextFixes> fixes = {};
  // Edits the tags, and must outlive this; may be null.
  const TagEditor* editor = nullptr;

  // Returns whether the first half-move to write differs from game to game.
  bool begins_by_game() const { return !from_comment.empty() || last_plies < UINT32_MAX; }
  bool adds(GamePart part) const { return added[static_cast<std::size_t>(part)]; }
  bool does_fix(TextFix fix) const { return fixes[static_cast<std::size_t>(fix)]; }
  bool is_default() const { return *this == GameShape(); }
  bool operator==(const GameShape&) const = default;
};

}  // namespace arbiter
