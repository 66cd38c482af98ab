#include "db/query/tree_pgn.h"

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/quantities.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/pgn/export_writer.h"

namespace arbiter {
namespace {

class TreeWriter {
 public:
  TreeWriter(const TreePgnOptions& options, std::string& text) : options_(options), writer_(text) {}

  void write(const TreeNode& root, const PlayedLine& line) {
    write_tags(line.first);
    Position position = line.first;
    for (const Move move : line.moves) play(move, position);
    write_moves(root, position);
    writer_.end_game("*");
  }

 private:
  void write_tags(const Position& first) {
    const std::pair<std::string_view, std::string_view> tags[] = {{"Event", options_.event},
                                                                  {"Site", "?"},
                                                                  {"Date", "????.??.??"},
                                                                  {"Round", "?"},
                                                                  {"White", options_.white},
                                                                  {"Black", options_.black},
                                                                  {"Result", "*"}};
    for (const auto& [name, value] : tags) writer_.tag(name, value);
    if (first != Position()) {
      writer_.tag("FEN", fen_of(first));
      writer_.tag("SetUp", "1");
    }
    writer_.end_tags();
  }

  void play(Move move, Position& position) {
    writer_.move(san_of(move, position), position.fullmove_number(), position.turn());
    position.play(move);
  }

  // Returns the legal moves. With --ignore-rights some moves are illegal.
  static std::vector<const TreeMove*> moves_of(const TreeNode& node, const Position& position) {
    std::vector<const TreeMove*> moves;
    for (const TreeMove& move : node.moves) {
      if (move.move && is_legal(position, *move.move)) moves.push_back(&move);
    }
    return moves;
  }

  void write_moves(const TreeNode& node, const Position& position) {
    const auto moves = moves_of(node, position);
    if (moves.empty()) return;
    Position after = position;
    write_move(*moves.front(), after);
    for (const TreeMove* other : std::span(moves).subspan(1)) {
      writer_.start_variation();
      Position aside = position;
      write_move(*other, aside);
      write_moves(other->next, aside);
      writer_.end_variation();
    }
    write_moves(moves.front()->next, after);
  }

  // Writes a move, with a comment that contains its games, score and opening.
  void write_move(const TreeMove& move, Position& position) {
    const Color side = options_.player.value_or(position.turn());
    play(*move.move, position);
    std::string comment = counted(move.sums.all_games(), "game");
    if (const auto score = score_of(move.sums, side)) {
      comment += fmt::format(", {:.1f} %", 100 * *score);
    }
    if (const Opening* opening = options_.openings.find(position.key())) {
      comment += fmt::format("; {} {}", opening->eco, opening->name);
    }
    writer_.comment(comment);
  }

  const TreePgnOptions& options_;
  ExportWriter writer_;
};

}  // namespace

std::string pgn_of_tree(const TreeNode& root, const PlayedLine& line,
                        const TreePgnOptions& options) {
  std::string text;
  TreeWriter(options, text).write(root, line);
  return text;
}

}  // namespace arbiter
