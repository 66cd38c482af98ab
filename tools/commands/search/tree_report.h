// The opening tree as it is printed: a row for each move.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/model/opening_tree.h"
#include "lib/chess/position.h"
#include "lib/openings/opening_table.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// A move of the tree with all that is shown of it.
struct TreeRow {
  std::vector<std::string> line;  // from the root, this move included; in SAN
  unsigned depth = 0;             // of the move: 0 at the root
  std::string number;             // "1." or "1..."
  std::string san;                // empty: the games that ended in the position
  std::string uci;
  Color player = Color::White;
  std::uint64_t games_before = 0;  // that reached the position
  MoveSums sums;
  const Opening* opening = nullptr;  // of the last position of the line that has one

  std::uint64_t games(Outcome outcome) const {
    return sums.games[static_cast<std::size_t>(outcome)];
  }
};

// The position and what was played from there on.
struct TreeAnswer {
  Position position;
  const Opening* opening = nullptr;  // of the last position on the way there that has one
  TreeNode root;
  std::vector<TreeRow> rows;
  std::optional<std::uint32_t> index_plies;
};

// The moves below the position, each before those that follow it.
std::vector<TreeRow> rows_of(const TreeAnswer& answer, const OpeningTable& openings);

// Text, Json, Csv or Markdown.
void print_tree(const TreeAnswer& answer, AnswerFormat format, Console& console);

}  // namespace arbiter
