// The movetext of a game on its way into export format; used by GameExporter only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/position.h"
#include "lib/export/export_text.h"
#include "lib/export/game_export.h"
#include "lib/movetext/move_reading.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/result_text.h"

namespace arbiter::export_ {

// Where a game's result stands among its tokens.
struct WrittenTerminator {
  std::size_t token = 0;
  std::string_view result;  // in PGN's form
  ResultForm form = ResultForm::Standard;
};

// The first result outside of variations; one at the very end even inside of one
// that is never closed, or where it is not written in PGN's form.
std::optional<WrittenTerminator> find_terminator(const PgnGame& game);

class ExportWalk {
 public:
  ExportWalk(const PieceLetters& letters, Utf8Text& utf8, ExportTally& tally)
      : letters_(letters),
        has_other_letters_(letters != PieceLetters()),
        utf8_(utf8),
        tally_(tally) {}

  // What the last run() had to keep as a comment up to the end of its main line.
  const std::optional<UnplayedRest>& unplayed_rest() const { return unplayed_rest_; }

  // Writes everything between the tags and the terminator. Without `start` moves
  // are written as they are.
  void run(const PgnGame& game, const std::optional<Position>& start,
           const std::optional<WrittenTerminator>& terminator, ExportWriter& writer);

 private:
  // A main line or variation: where its moves have led.
  struct Line {
    Position position;
    Position before;  // before the last move
    bool has_move = false;
    bool is_broken = false;  // what follows cannot be replayed
  };
  enum class Variation { Playable, Unplayable, Wordless };

  void visit(std::size_t index);
  void visit_unreadable(const Token& token);
  void move(const Token& token);
  void word(const Token& token);
  void play(std::string_view written, const MoveReading& reading);
  void advance(Move move);
  void break_line(const Token& token);
  void add_nag(std::uint32_t nag);
  void suffix(const Token& token);
  void number(const Token& token);
  void comment(const Token& token);
  void open_variation(std::size_t index);
  void close_variation();
  Variation look_into(std::size_t open);
  bool begins_variation(const Token& token);

  void give_up_on(const Token& token);
  void give_up_on(std::string_view text);
  void flush_unreadable();
  // For what comes behind the unreadable text.
  ExportWriter& writer();
  std::string_view text_of(const Token& token) { return utf8_.of(game_->text_of(token)); }

  const PieceLetters& letters_;
  bool has_other_letters_;  // than English
  Utf8Text& utf8_;
  ExportTally& tally_;
  const PgnGame* game_ = nullptr;
  ExportWriter* writer_ = nullptr;
  bool has_board_ = true;
  std::size_t terminator_ = 0;  // its token; the number of tokens if there is none
  Line line_;
  std::vector<Line> outer_;
  std::size_t unread_depth_ = 0;                 // open parentheses among unreadable text
  std::size_t wordless_end_ = 0;                 // up to here parentheses have no word between them
  const Token* number_ = nullptr;                // before the move to come
  std::string unreadable_;                       // not yet written
  std::optional<std::uint32_t> unreadable_end_;  // behind its last token
  std::optional<UnplayedRest> unplayed_rest_;
  std::string respelled_;  // the move being written
};

}  // namespace arbiter::export_
