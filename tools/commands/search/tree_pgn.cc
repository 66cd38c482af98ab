#include "tools/commands/search/tree_pgn.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/pgn/export_writer.h"
#include "tools/cli/output/quantities.h"

namespace arbiter {
namespace {

class TreeWriter {
 public:
  TreeWriter(const OpeningTable& openings, std::string& text)
      : openings_(openings), writer_(text) {}

  void write(const TreeAnswer& answer, const PlayedLine& line) {
    write_tags(line.first);
    Position position = line.first;
    for (const Move move : line.moves) play(move, position);
    below(answer.root, position);
    writer_.end_game("*");
  }

 private:
  void write_tags(const Position& first) {
    constexpr std::string_view kUnknown[] = {"Event", "Site", "Date", "Round", "White", "Black"};
    for (const std::string_view name : kUnknown) {
      writer_.tag(name, name == "Date" ? "????.??.??" : "?");
    }
    writer_.tag("Result", "*");
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

  // Moves that are legal: without rights, some are not.
  static std::vector<const TreeMove*> moves_of(const TreeNode& node, const Position& position) {
    std::vector<const TreeMove*> moves;
    for (const TreeMove& move : node.moves) {
      if (move.move && is_legal(position, *move.move)) moves.push_back(&move);
    }
    return moves;
  }

  void below(const TreeNode& node, const Position& position) {
    const auto moves = moves_of(node, position);
    if (moves.empty()) return;
    Position after = position;
    put(*moves.front(), after);
    for (const TreeMove* other : std::span(moves).subspan(1)) {
      writer_.start_variation();
      Position aside = position;
      put(*other, aside);
      below(other->next, aside);
      writer_.end_variation();
    }
    below(moves.front()->next, after);
  }

  // A move and what came of it.
  void put(const TreeMove& move, Position& position) {
    const Color player = position.turn();
    play(*move.move, position);
    std::string comment = counted(move.sums.all_games(), "game");
    if (const auto score = score_of(move.sums, player)) {
      comment += fmt::format(", {:.1f} %", 100 * *score);
    }
    if (const Opening* opening = openings_.find(position.key())) {
      comment += fmt::format("; {} {}", opening->eco, opening->name);
    }
    writer_.comment(comment);
  }

  const OpeningTable& openings_;
  ExportWriter writer_;
};

}  // namespace

std::string pgn_of_tree(const TreeAnswer& answer, const PlayedLine& line,
                        const OpeningTable& openings) {
  std::string text;
  TreeWriter(openings, text).write(answer, line);
  return text;
}

}  // namespace arbiter
