// Games rewritten in PGN export format (PGN 3.2), with corrections.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lib/export/game_shape.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

struct ExportTally {
  std::uint64_t games = 0;
  std::uint64_t respelled_moves = 0;    // moves rewritten in proper SAN
  std::uint64_t corrected_numbers = 0;  // corrected move numbers
  std::uint64_t nags = 0;               // suffixes and signs such as +- converted to NAGs
  std::uint64_t line_comments = 0;      // ";" comments put in braces
  std::uint64_t unreadable_pieces = 0;  // text fragments kept in comments, including existing ones
  std::uint64_t unplayed_games = 0;     // games whose main line becomes a comment at some move
  std::uint64_t empty_variations = 0;  // variations without a move, of which only comments are kept
  std::uint64_t added_tags = 0;
  std::uint64_t dropped_tags = 0;  // duplicates of a tag with the same value
  std::uint64_t added_terminators = 0;
  std::uint64_t respelled_results = 0;  // results rewritten in PGN notation
  std::uint64_t fixed_results = 0;      // results replaced, see GameShape
  std::uint64_t converted_texts = 0;    // tags, comments and words that were not UTF-8
  std::uint64_t skipped_lines = 0;      // lines between games, kept after a "%"
  std::uint64_t emptied_games = 0;      // games that end before the first half-move to write
  std::uint64_t edited_tags = 0;        // changes of TagNotes
  std::uint64_t redecoded_texts = 0;    // see TextFix::Mojibake

  bool operator==(const ExportTally&) const = default;
  ExportTally& operator+=(const ExportTally& other);
};

// A move of a main line, with piece letters. For unplayed_rest(), the main line is a comment from
// this move on. If `letters` is not empty, the move may be legal with these piece letters. For
// translated_move(), the move was read in the detected `letters`.
struct ExportedMove {
  std::uint32_t offset = 0;  // offset in the game's text
  std::string text;          // "4. Lb5", in UTF-8
  std::string_view letters;  // "KDTLS"
};

class GameLayout;  // see game_layout.h

// Writes games without loss and without changing results:
// - The roster comes first, then the other tags by name. Missing roster tags are added with the
//   value for "unknown", but Result with the terminator. A missing SetUp tag is added if there is a
//   FEN tag.
// - Moves are replayed and written as in PGN 8.2.3. Unplayable text is kept in a
//   comment, {unreadable: ...}. This holds for everything after an illegal move, variations without
//   a legal first move, and stray signs.
// - In these comments "{" and "}" become "(" and ")". Commas and dots between moves are dropped.
//   Text after the result is kept as {after-result: ...}, damaged tags as {unreadable-tag: ...}.
// - Games of other variants and games whose FEN cannot be played keep their moves unchanged.
// - Comments keep their words; comments after the terminator are moved before it.
// - The terminator stays; a double forfeit is written {0-0} *. A missing terminator is chosen by
//   decide_result(). It may differ from the Result tag.
// - Text between games is kept in lines that begin with "%" (PGN 6).
//
// Writing the output again changes nothing. About 100 ns per move.
class GameExporter {
 public:
  // Reads piece names in `letters`; by default in the letters detected for each game
  // (movetext/game_letters.h). Drops the parts that `shape` omits.
  explicit GameExporter(std::optional<PieceLetters> letters = {}, const GameShape& shape = {});
  // Writes games through a layout of the caller, with all their parts.
  explicit GameExporter(std::unique_ptr<GameLayout> layout,
                        std::optional<PieceLetters> letters = {});
  ~GameExporter();

  // Appends a game to `text`, which is empty or ends with a line break.
  void append(const PgnGame& game, std::string& text, const PositionMark& mark = {});

  // Appends the text between two games, before the first or after the last.
  void append_between(std::string_view between, std::string& text);

  const ExportTally& tally() const;

  // Returns the value of a tag of the last game as written; nothing if it was omitted.
  std::optional<std::string_view> written_tag(std::string_view name) const;

  // Returns the notes about the tags of the last game.
  const TagNotes& notes() const;

  // Returns the first move of the last game's main line that is kept in a comment. Nothing if the
  // line was played to its end, or is not checked.
  const std::optional<ExportedMove>& unplayed_rest() const;

  // Returns the first translated move of the last game; nothing if none was translated.
  const std::optional<ExportedMove>& translated_move() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Returns the first game of `pgn`, written in this layout.
std::string written_game(std::unique_ptr<GameLayout> layout, std::string pgn);

}  // namespace arbiter
