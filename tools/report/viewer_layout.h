// The game viewer of reports and the explorer: its parts of a page, and games as JSON. The JSON
// lists the changed squares after each move, so that the script need not implement the rules of
// chess.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/export/game_layout.h"
#include "lib/export/movetext_sink.h"
#include "lib/pgn/comment_parts.h"

namespace arbiter {

// Data of a game's movetext, in addition to the moves.
struct ViewerFacts {
  const Opening* opening = nullptr;  // the opening of the last named position
  // The time spent on each half-move of the main line; nothing if unknown.
  std::vector<std::optional<ClockTime>> thought = {};
};

// Writes a game as a JSON object with the members of a line and these:
//   "t"  the tags: pairs of name and value.
//   "r"  the result.
//   "o"  the opening.
//   "p"  the pieces of the initial position as in a FEN.
//   "n"  the number of the first move.
//   "b"  1 if the first move is Black's.
//   "x"  without a board, instead of "p" and "m": the words of the game.
// A line has "m", its moves, and the members of a move for the text before the first one. The
// members of a move:
//   "s"  the SAN.
//   "d"  the changed squares, each with its new letter or "-".
//   "c"  comments without commands.
//   "g"  NAGs.
//   "k"  the clock in seconds.
//   "e"  the evaluation in pawns.
//   "f"  moves to mate, in place of "e".
//   "q"  marks such as "Ga4 Gg1f3".
//   "v"  variations, which are lines.
class ViewerLayout final : public GameLayout, private MovetextSink {
 public:
  MovetextSink& start_game() override;
  void finish_game(const FinishedGame& game, std::string& text) override;

  // Returns the facts of the last finished game.
  const ViewerFacts& facts() const { return facts_; }

 private:
  struct Node {
    std::string members = {};
    std::string comments = {};
    std::string nags = {};
    std::string variations = {};
    CommentValues values = {};
    BoardMarks marks = {};
  };
  struct Line {
    Node node = {};
    std::string begin = {};               // JSON members of the line
    std::string moves = {};               // JSON of all moves but the last
    std::optional<Position> before = {};  // position before the last move
    std::optional<Position> now = {};
    bool has_move = false;
  };
  struct Timing {
    std::optional<ClockTime> clock, elapsed;
  };

  Line& line() { return lines_.back(); }
  void close_node();
  std::string close_line();
  void add_word(std::string_view text);
  void time_moves(const ExportTags& tags);

  void begin(const Position* start) override;
  void move(const WrittenMove& move) override;
  void word(std::string_view text) override { add_word(text); }
  void nag(std::uint32_t number) override;
  void comment(std::string_view text) override;
  void escape(std::string_view) override {}
  void start_variation() override;
  void end_variation() override;

  std::optional<Position> start_;
  std::vector<Line> lines_;
  std::vector<Timing> timings_;  // times of the main line
  std::string words_;            // the words, for a game without a board
  ViewerFacts facts_;
};

// Returns the style sheet of pages, including the viewer.
std::string_view page_style();

// Returns the script that replays games in the JSON of ViewerLayout, and draws boards with the
// images of svg_parts().
std::string_view viewer_script();

// Returns the dialog of the viewer. `translated` returns an English text in the page's language.
std::string viewer_markup(const std::function<std::string_view(std::string_view)>& translated);

}  // namespace arbiter
