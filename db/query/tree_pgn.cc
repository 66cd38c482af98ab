#include "db/query/tree_pgn.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_statistics.h"
#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/pgn/export_writer.h"

namespace arbiter {
namespace {

// The moves of a game after the common position. With a player, the result is from that side.
struct MergedGame {
  std::vector<Move> moves;
  Outcome result;
  std::string title;
};

class TreeWriter {
 public:
  TreeWriter(const TreePgnOptions& options, std::string& text) : options_(options), writer_(text) {}

  void write(const TreeNode& root, const PlayedLine& line) {
    write_moves(root, begin(line));
    writer_.end_game("*");
  }

  // Precondition: the games are sorted by their moves.
  void write(std::span<const MergedGame> games, const PlayedLine& line, const MergeQuery& query) {
    write_games(games, 0, begin(line), query);
    writer_.end_game("*");
  }

 private:
  Position begin(const PlayedLine& line) {
    write_tags(line.first);
    Position position = line.first;
    for (const Move move : line.moves) play(move, position);
    return position;
  }

  // A range of games with the same first moves.
  using Games = std::span<const MergedGame>;

  // Returns the games grouped by their move after `ply` half-moves, the largest group first.
  static std::vector<Games> groups_of(Games games, std::size_t ply, const MergeQuery& query) {
    std::vector<Games> groups;
    while (!games.empty() && ply < query.depth.value_or(UINT64_MAX)) {
      const auto goes_on = [ply](const MergedGame& game) { return game.moves.size() > ply; };
      if (!goes_on(games.front())) {
        games = games.subspan(1);
        continue;
      }
      const Move move = games.front().moves[ply];
      const auto end = std::ranges::find_if_not(
          games, [&](const MergedGame& game) { return game.moves[ply] == move; });
      const auto size = static_cast<std::size_t>(end - games.begin());
      if (size >= query.min_games) groups.push_back(games.first(size));
      games = games.subspan(size);
    }
    std::ranges::stable_sort(groups, std::greater(), &Games::size);
    groups.resize(std::min<std::size_t>(groups.size(), query.limit.value_or(UINT64_MAX)));
    return groups;
  }

  // A variation contains at most half of the games of its parent line, so the recursion depth is
  // logarithmic.
  void write_games(Games games, std::size_t ply, Position position, const MergeQuery& query) {
    for (auto groups = groups_of(games, ply, query); !groups.empty();
         groups = groups_of(games, ply, query)) {
      const Position before = position;
      write_group(groups.front(), games.size(), ply, position);
      for (const Games group : std::span(groups).subspan(1)) {
        writer_.start_variation();
        Position aside = before;
        write_group(group, games.size(), ply, aside);
        write_games(group, ply + 1, aside, query);
        writer_.end_variation();
      }
      games = groups.front();
      ++ply;
    }
  }

  // Writes the move of a group. Omits the number of games if it equals `around`.
  void write_group(Games games, std::size_t around, std::size_t ply, Position& position) {
    constexpr std::size_t kMaxTitles = 3;
    const Color side = options_.player.value_or(position.turn());
    play(games.front().moves[ply], position);
    std::string comment;
    if (games.size() > 1 && (games.size() != around || ply == 0)) {
      GameCount count;
      for (const MergedGame& game : games) count.add(game.result, 0);
      comment = counted(count.games, "game");
      if (const auto score = count.score()) {
        comment += fmt::format(", {:.1f} %", 100 * (side == Color::White ? *score : 1 - *score));
      }
    }
    std::size_t ended = 0;  // games that end here come first
    while (ended < games.size() && games[ended].moves.size() == ply + 1) {
      if (ended < kMaxTitles) comment += (comment.empty() ? "" : "; ") + games[ended].title;
      ++ended;
    }
    if (ended > kMaxTitles) comment += fmt::format("; and {} more", ended - kMaxTitles);
    writer_.comment(comment);
  }

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

std::string title_of(const StoredGame& game) {
  return fmt::format("{} - {} {}{}", game.white, game.black, to_string(game.result),
                     game.date == 0 ? "" : " " + date_text(game.date).substr(0, 4));
}

std::string merged_pgn(const MergeQuery& query, const PlayedLine& line,
                       const TreePgnOptions& options, Storage& storage) {
  std::vector<MergedGame> games;
  const auto collect = [&](const GameFilter& filter, bool is_player_black) {
    const auto receive = [&](const StreamedBatch& batch) {
      for (const StreamedGame& one : batch.games) {
        const StoredGame& game = one.game;
        const auto first = std::min<std::size_t>(one.ply.value_or(0), game.moves.size());
        games.push_back(
            {{game.moves.begin() + static_cast<std::ptrdiff_t>(first), game.moves.end()},
             is_player_black ? swapped(game.result) : game.result,
             title_of(game)});
      }
    };
    storage.stream({.filter = filter, .position = PositionQuery(line.position, Rights::Exact)},
                   {.has_records = false, .receive = receive});
  };
  if (options.player) {
    collect(as_white(query.filter), false);
    collect(as_black(query.filter), true);
  } else {
    collect(query.filter, false);
  }
  std::ranges::stable_sort(games, [](const MergedGame& a, const MergedGame& b) {
    return std::ranges::lexicographical_compare(a.moves, b.moves, {}, &Move::bits, &Move::bits);
  });
  std::string text;
  TreeWriter(options, text).write(games, line, query);
  return text;
}

}  // namespace arbiter
