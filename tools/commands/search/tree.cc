// The command `arbiter tree FILE...`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <compare>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/filter_fields.h"
#include "db/model/opening_tree.h"
#include "db/query/tree_pgn.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_table.h"
#include "tools/cli/player_input.h"
#include "tools/commands/search/search.h"

namespace arbiter {
namespace {

// A function that returns a value of a move. `side` is the side whose score is displayed.
using MoveValue = double (*)(const MoveSums& sums, Color side);

// The keys of --sort. Null means the move in SAN.
constexpr Choice<MoveValue> kKeys[] = {
    {"move", nullptr},
    {"games", [](const MoveSums& sums, Color) { return static_cast<double>(sums.all_games()); }},
    {"score", [](const MoveSums& sums, Color side) { return score_of(sums, side).value_or(-1); }},
    {"elo", [](const MoveSums& sums, Color side) { return mean_elo(sums, side).value_or(0); }},
    {"performance",
     [](const MoveSums& sums, Color side) { return performance_of(sums, side).value_or(0); }},
};
using MoveOrder = std::vector<SortWord<MoveValue>>;

struct TreeCommandOptions {
  GameInput input;
  PositionOptions position;
  GameFilter filter;
  std::optional<std::uint64_t> depth;
  std::uint64_t least_games = 1;
  bool merges = false;
  MoveOrder order;                     // if empty, sorted by number of games, descending
  std::optional<std::uint64_t> limit;  // maximum number of moves for each position
  AnswerFormat format = AnswerFormat::Text;
  bool explains = false;
};

struct TreeRow {
  std::vector<std::string> line;  // moves in SAN from the root to this move
  unsigned depth = 0;             // depth of the move; 0 at the root
  std::string number;             // for example "1." or "1..."
  std::string san;                // empty for games that ended in the position
  std::string uci;
  Color side = Color::White;       // the side that has this score
  std::uint64_t games_before = 0;  // number of games that reached the position before the move
  MoveSums sums;
  const Opening* opening = nullptr;  // opening of the last named position in the line

  std::uint64_t games(Outcome outcome) const {
    return sums.games[static_cast<std::size_t>(outcome)];
  }
};

struct TreeAnswer {
  bool has_player = false;  // true if the filter names a player, who counts as White
  Position position;
  const Opening* opening = nullptr;  // opening of the last named position before the root
  TreeNode root;
  std::vector<TreeRow> rows;
  std::optional<std::uint32_t> index_plies;
};

// Returns the side whose score is displayed for the moves in a position: the player of the filter,
// or the player to move.
Color side_in(const TreeAnswer& answer, const Position& position) {
  return answer.has_player ? Color::White : position.turn();
}

// Sorts the moves of a position and its descendants. Games that ended in the position stay last.
void sort_moves(TreeNode& node, const Position& position, const MoveOrder& order,
                const TreeAnswer& answer) {
  const Color side = side_in(answer, position);
  const auto name_of = [&](const TreeMove& move) {
    return is_legal(position, *move.move) ? san_of(*move.move, position)
                                          : uci_of(*move.move, position);
  };
  std::ranges::stable_sort(node.moves, [&](const TreeMove& a, const TreeMove& b) {
    if (!a.move || !b.move) return a.move.has_value() && !b.move;
    for (const auto& [value, is_descending] : order) {
      const auto result = value == nullptr
                              ? std::weak_order(name_of(a), name_of(b))
                              : std::weak_order(value(a.sums, side), value(b.sums, side));
      if (result != 0) return is_descending ? result > 0 : result < 0;
    }
    return false;
  });
  for (TreeMove& move : node.moves) {
    if (!move.move || !is_legal(position, *move.move)) continue;
    Position after = position;
    after.play(*move.move);
    sort_moves(move.next, after, order, answer);
  }
}

// Removes the moves of each position after the first `limit`.
void limit_moves(TreeNode& node, std::size_t limit) {
  if (node.moves.size() > limit) {
    node.moves.erase(node.moves.begin() + static_cast<std::ptrdiff_t>(limit), node.moves.end());
  }
  for (TreeMove& move : node.moves) limit_moves(move.next, limit);
}

// Adds the moves of a position and its descendants. `above` is the row of the move that led to the
// position.
void add_rows(const TreeNode& node, const Position& position, const TreeRow& above,
              const OpeningTable& openings, TreeAnswer& answer) {
  for (const TreeMove& move : node.moves) {
    TreeRow row;
    row.line = above.line;
    row.depth = static_cast<unsigned>(above.line.size());
    row.side = side_in(answer, position);
    row.games_before = node.all.all_games();
    row.opening = above.opening;
    row.sums = move.sums;
    // With --ignore-rights, a move may be legal in only some of the positions.
    if (move.move && is_legal(position, *move.move)) {
      row.number = fmt::format("{}{}", position.fullmove_number(),
                               position.turn() == Color::White ? "." : "...");
      row.san = san_of(*move.move, position);
      row.uci = uci_of(*move.move, position);
      row.line.push_back(row.san);
      Position after = position;
      after.play(*move.move);
      if (const Opening* opening = openings.find(after.key())) row.opening = opening;
      answer.rows.push_back(row);
      add_rows(move.next, after, row, openings, answer);
    } else {
      answer.rows.push_back(row);
    }
  }
}

std::string rounded(std::optional<double> value, double factor, int digits) {
  return value ? fmt::format("{:.{}f}", *value * factor, digits) : "";
}

// Returns the percentage of finished games with a result; nothing if there are no finished games.
std::optional<double> share_of(const MoveSums& sums, Outcome outcome) {
  const auto games = [&](Outcome result) {
    return static_cast<double>(sums.games[static_cast<std::size_t>(result)]);
  };
  const double all = games(Outcome::WhiteWins) + games(Outcome::Draw) + games(Outcome::BlackWins);
  return all == 0 ? std::nullopt : std::optional(100 * games(outcome) / all);
}

// Returns a bar of twenty cells: wins of White or the player, draws, losses.
std::string bar_of(const MoveSums& sums) {
  constexpr int kCells = 20;
  const auto white_share = share_of(sums, Outcome::WhiteWins);
  if (!white_share) return "";
  const auto cells_of = [](double share) {
    return static_cast<int>(std::lround(share * kCells / 100));
  };
  const int white = cells_of(*white_share);
  const int black = std::min(kCells - white, cells_of(*share_of(sums, Outcome::BlackWins)));
  std::string bar;
  for (int i = 0; i < kCells; ++i) bar += i < white ? "█" : i < kCells - black ? "▒" : "░";
  return bar;
}

std::string years_of(const MoveSums& sums) {
  if (sums.first_year == 0) return "";
  if (sums.first_year == sums.last_year) return year_text(sums.first_year);
  return fmt::format("{}-{}", sums.first_year, sums.last_year);
}

std::string text_of(const Opening* opening) {
  return opening == nullptr ? "" : opening_text(opening->eco, opening->name);
}

std::string move_text(const TreeRow& row) {
  const std::string move = row.san.empty() ? "(end)" : row.number + " " + row.san;
  return std::string(2 * row.depth, ' ') + move;
}

std::string share_of_games(const TreeRow& row) {
  return fmt::format("{:.1f}",
                     100 * static_cast<double>(row.sums.all_games()) /
                         static_cast<double>(std::max<std::uint64_t>(row.games_before, 1)));
}

// The results of the counted side, as human-readable headings and machine-readable names.
struct SideWords {
  const char *bar, *loss;
  const char *wins_key, *losses_key;
  const char *wins, *draws, *losses;
};

constexpr SideWords kColorWords = {
    "White, draws, Black", "B", "white_wins", "black_wins", "White", "draws", "Black"};
constexpr SideWords kPlayerWords = {
    "Wins, draws, losses", "L", "wins", "losses", "wins", "draws", "losses"};

const SideWords& words_of(const TreeAnswer& answer) {
  return answer.has_player ? kPlayerWords : kColorWords;
}

RecordKind<TreeRow> move_kind(const SideWords& words) {
  return {"move",
          {{"line", [](auto& row) { return fmt::format("{}", fmt::join(row.line, " ")); }},
           {{.heading = "Move"}, move_text},
           {"move", [](auto& row) { return row.san; }},
           {"uci", [](auto& row) { return row.uci; }},
           {number_column("Games"), "games", [](auto& row) { return row.sums.all_games(); }},
           {number_column("%", 5), share_of_games},
           {{.heading = words.bar, .importance = 4, .purpose = Purpose::Drawing},
            [](auto& row) { return bar_of(row.sums); }},
           {number_column("W", 7),
            [](auto& row) { return rounded(share_of(row.sums, Outcome::WhiteWins), 1, 0); }},
           {number_column("D", 7),
            [](auto& row) { return rounded(share_of(row.sums, Outcome::Draw), 1, 0); }},
           {number_column(words.loss, 7),
            [](auto& row) { return rounded(share_of(row.sums, Outcome::BlackWins), 1, 0); }},
           {words.wins_key, [](auto& row) { return row.games(Outcome::WhiteWins); }},
           {"draws", [](auto& row) { return row.games(Outcome::Draw); }},
           {words.losses_key, [](auto& row) { return row.games(Outcome::BlackWins); }},
           {"unfinished", [](auto& row) { return row.games(Outcome::Unknown); }},
           {number_column("Score", 8),
            [](auto& row) { return rounded(score_of(row.sums, row.side), 100, 1); }},
           {"score",
            [](auto& row) { return Value::written(rounded(score_of(row.sums, row.side), 1, 4)); }},
           {number_column("Elo", 3), "elo",
            [](auto& row) { return Value::written(rounded(mean_elo(row.sums, row.side), 1, 0)); }},
           {number_column("Perf", 2), "performance",
            [](auto& row) {
              return Value::written(rounded(performance_of(row.sums, row.side), 1, 0));
            }},
           {{.heading = "Years", .importance = 1}, [](auto& row) { return years_of(row.sums); }},
           {"first_year", [](auto& row) { return Value::written(year_text(row.sums.first_year)); }},
           {"last_year", [](auto& row) { return Value::written(year_text(row.sums.last_year)); }},
           {{.heading = "Opening", .importance = 6, .min_width = 10},
            [](auto& row) { return text_of(row.opening); }},
           {"eco", [](auto& row) { return Value::of_known(row.opening ? row.opening->eco : ""); }},
           {"opening",
            [](auto& row) { return Value::of_known(row.opening ? row.opening->name : ""); }}}};
}

std::string result_text(const MoveSums& sums, const SideWords& words) {
  std::string text;
  if (const auto wins = share_of(sums, Outcome::WhiteWins)) {
    text = fmt::format(": {} {:.1f} %, {} {:.1f} %, {} {:.1f} %", words.wins, *wins, words.draws,
                       *share_of(sums, Outcome::Draw), words.losses,
                       *share_of(sums, Outcome::BlackWins));
  }
  const std::uint64_t unfinished = sums.games[static_cast<std::size_t>(Outcome::Unknown)];
  if (unfinished > 0) text += fmt::format("; {} without a result", with_commas(unfinished));
  return text;
}

void print_opening(const TreeAnswer& answer, AnswerFormat format, Console& console) {
  const std::string opening = text_of(answer.opening);
  const std::string games =
      counted(answer.root.all.all_games(), "game") + result_text(answer.root.all, words_of(answer));
  if (format == AnswerFormat::Markdown) {
    if (!opening.empty()) console.print("**{}**\n\n", markdown_text(opening));
    console.print("{}\n\n", markdown_text(games));
    return;
  }
  const Palette& colors = console.colors_output() ? kColors : kNoColors;
  if (!opening.empty()) console.print("{}{}{}\n", colors.strong, opening, colors.reset);
  console.print("{}\n", games);
  if (!answer.rows.empty()) console.print("\n");
}

// Prints the position after the rows of JSON.
void print_position(const TreeAnswer& answer, Console& console) {
  const auto games = [&](Outcome outcome) {
    return answer.root.all.games[static_cast<std::size_t>(outcome)];
  };
  const SideWords& words = words_of(answer);
  JsonLine json;
  json.add("type", "position").add("fen", fen_of(answer.position));
  json.add("games", answer.root.all.all_games()).add(words.wins_key, games(Outcome::WhiteWins));
  json.add("draws", games(Outcome::Draw)).add(words.losses_key, games(Outcome::BlackWins));
  json.add("unfinished", games(Outcome::Unknown)).add("index_plies", answer.index_plies);
  json.add_or_null("eco", answer.opening ? answer.opening->eco : "");
  json.add_or_null("opening", answer.opening ? answer.opening->name : "");
  console.print(json.finish());
}

void print_tree(const TreeAnswer& answer, AnswerFormat format, Console& console) {
  const bool is_for_people = format == AnswerFormat::Text || format == AnswerFormat::Markdown;
  if (is_for_people) print_opening(answer, format, console);
  print_records(format, move_kind(words_of(answer)), answer.rows, console);
  if (format == AnswerFormat::Json) print_position(answer, console);
  const auto games_of = [](const TreeRow& row) { return row.sums.all_games(); };
  if (is_for_people && has_transpositions(answer.rows, games_of)) console.say(kTranspositions);
}

TreeAnswer answer_of(const TreeCommandOptions& options, const PlayedLine& line, Storage& storage) {
  TreeAnswer answer;
  const OpeningTable& openings = options.input.openings.table();
  answer.has_player = white_is_player(options.filter).has_value();
  answer.position = line.position;
  answer.opening = openings.of_moves(line.moves, line.first).opening;
  answer.index_plies = storage.index_plies();
  answer.root = storage.tree({.root = query_of(line, options.position),
                              .depth = static_cast<unsigned>(options.depth.value_or(1)),
                              .min_games = options.least_games,
                              .filter = options.filter});
  if (!options.order.empty()) sort_moves(answer.root, answer.position, options.order, answer);
  if (options.limit) limit_moves(answer.root, *options.limit);
  TreeRow above;
  above.opening = answer.opening;
  add_rows(answer.root, answer.position, above, openings, answer);
  return answer;
}

Result<ExitCode> run(TreeCommandOptions options, Console& console) {
  if (const std::string name = take_player_name(options.input); !name.empty()) {
    auto filter = read_condition(*find_field("player"), {.value = name});
    if (!filter) return Error{fmt::format("player '{}': {}", name, filter.error())};
    options.filter.require(*std::move(filter));
  }
  if (options.merges && options.format != AnswerFormat::Text &&
      options.format != AnswerFormat::Pgn) {
    return Error{"--merge writes PGN (expected -o FILE.pgn or --format pgn)"};
  }
  const auto line = read_line(options.position);
  if (!line) return Error{line.error()};
  const auto start = std::chrono::steady_clock::now();
  const auto games = open_games(options.input, {QueryPositions::All, false, true}, console);
  if (!games) return Error{games.error()};
  Storage& storage = *games->storage;
  print_matched_players(options.filter, storage, console);
  if (options.merges) {
    const bool has_player = white_is_player(options.filter).has_value();
    console.write_data(
        merged_pgn({options.filter, options.depth, options.least_games, options.limit}, *line,
                   {.player = has_player ? std::optional(Color::White) : std::nullopt}, storage));
    return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
  }
  const TreeAnswer answer = answer_of(options, *line, storage);
  if (options.format == AnswerFormat::Pgn) {
    if (!options.depth) console.say("one half-move written; use --depth N for longer lines");
    console.write_data(
        pgn_of_tree(answer.root, *line,
                    {.player = answer.has_player ? std::optional(Color::White) : std::nullopt,
                     .openings = options.input.openings.table()}));
  } else {
    print_tree(answer, options.format, console);
  }
  if (answer.index_plies) {
    console.say(
        fmt::format("Only the first {} of each game are indexed; later positions are not counted.",
                    counted(*answer.index_plies, "half-move")));
  }
  if (options.explains) {
    const Duration time = std::chrono::steady_clock::now() - start;
    console.say(fmt::format("{}; {} read", duration_text(time), reads_text(storage.reads())));
    print_queries(storage, console);
  }
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_tree(CommandLine& app) {
  const auto options = std::make_shared<TreeCommandOptions>();
  add_game_files(app, options->input);
  app.options().back()->description(app.options().back()->description() +
                                    "; other words are a player name, as for --player");
  add_position(app, options->position);
  add_number(app, "--depth", options->depth, {.min = 1, .max = 40},
             "Depth in half-moves (default: 1; with --merge: all)");
  add_number(app, "--min-games", options->least_games, {.min = 1},
             "Omit moves played in fewer than N games (default: 1)");
  add_sort(app, options->order, kKeys, " (order of the moves of each position; default: -games)");
  add_limit(app, options->limit, "moves of each position (default: all)");
  add_switch(app, "--merge", options->merges,
             "Write the games as one PGN game: a tree of all their moves, with the number of games "
             "and the score in comments");
  add_format(app, options->format, kGameFormats);
  add_switch(app, "--explain", options->explains, "Print query statistics (time, index reads)");
  add_partial(app, options->input);
  add_filters(app, options->filter);
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
