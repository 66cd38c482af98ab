// arbiter tree DB
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/games/database.h"
#include "db/query/opening_tree.h"
#include "db/query/sqlite_storage.h"
#include "lib/notation/fen.h"
#include "lib/notation/san_text.h"
#include "lib/notation/uci.h"
#include "lib/tags/openings.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/output/csv_row.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/palette.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/table_format.h"
#include "tools/commands/commands.h"

namespace arbiter::commands {
namespace {

struct Options {
  std::string database;
  PositionOptions position;
  GameFilter filter;
  std::uint64_t depth = 1;
  std::uint64_t least_games = 1;
  TableFormat format = TableFormat::Text;
  ColorMode color = ColorMode::Auto;
  bool explains = false;
};

// A move of the tree with all that is shown of it.
struct Row {
  std::vector<std::string> line;  // from the root, this move included; in SAN
  unsigned depth = 0;             // of the move: 0 at the root
  std::string number;             // "1." or "1..."
  std::string san;                // empty: the games that ended in the position
  std::string uci;
  Color player = Color::White;
  std::uint64_t games_before = 0;  // that reached the position
  MoveSums sums;
  const Opening* opening = nullptr;

  std::uint64_t games(Outcome outcome) const {
    return sums.games[static_cast<std::size_t>(outcome)];
  }
};

void add_rows(const TreeNode& node, const Position& position, const Row& above,
              std::vector<Row>& rows) {
  for (const TreeMove& move : node.moves) {
    Row row;
    row.line = above.line;
    row.depth = static_cast<unsigned>(above.line.size());
    row.player = position.turn();
    row.games_before = node.all.all_games();
    row.sums = move.sums;
    // Without rights, a move may be legal only in some of the positions that are meant.
    if (move.move && is_legal(position, *move.move)) {
      row.number = fmt::format("{}{}", position.fullmove_number(),
                               position.turn() == Color::White ? "." : "...");
      row.san = san_of(*move.move, position);
      row.uci = uci_of(*move.move, position);
      row.line.push_back(row.san);
      Position after = position;
      after.play(*move.move);
      row.opening = opening_of(after);
      rows.push_back(row);
      add_rows(move.next, after, row, rows);
    } else {
      rows.push_back(row);
    }
  }
}

std::string rounded(std::optional<double> value, double factor, int digits) {
  return value ? fmt::format("{:.{}f}", *value * factor, digits) : "";
}

std::string year_text(std::uint16_t year) { return year == 0 ? "" : fmt::format("{}", year); }

// One column of csv and json. Numbers are written as they are, text in quotes.
struct Column {
  std::string_view name;
  bool is_text;
  std::string (*value)(const Row& row);
};

constexpr Column kColumns[] = {
    {"line", true, [](const Row& row) { return fmt::format("{}", fmt::join(row.line, " ")); }},
    {"move", true, [](const Row& row) { return row.san; }},
    {"uci", true, [](const Row& row) { return row.uci; }},
    {"games", false, [](const Row& row) { return fmt::format("{}", row.sums.all_games()); }},
    {"white_wins", false,
     [](const Row& row) { return fmt::format("{}", row.games(Outcome::WhiteWins)); }},
    {"draws", false, [](const Row& row) { return fmt::format("{}", row.games(Outcome::Draw)); }},
    {"black_wins", false,
     [](const Row& row) { return fmt::format("{}", row.games(Outcome::BlackWins)); }},
    {"unfinished", false,
     [](const Row& row) { return fmt::format("{}", row.games(Outcome::Unknown)); }},
    {"score", false, [](const Row& row) { return rounded(score_of(row.sums, row.player), 1, 4); }},
    {"elo", false, [](const Row& row) { return rounded(mean_elo(row.sums, row.player), 1, 0); }},
    {"performance", false,
     [](const Row& row) { return rounded(performance_of(row.sums, row.player), 1, 0); }},
    {"first_year", false, [](const Row& row) { return year_text(row.sums.first_year); }},
    {"last_year", false, [](const Row& row) { return year_text(row.sums.last_year); }},
    {"eco", true, [](const Row& row) { return std::string(row.opening ? row.opening->eco : ""); }},
    {"opening", true,
     [](const Row& row) { return std::string(row.opening ? row.opening->name : ""); }},
};

void print_csv(const std::vector<Row>& rows, Console& console) {
  CsvRow line;
  for (const Column& column : kColumns) line.add(column.name);
  console.print(line.finish());
  for (const Row& row : rows) {
    for (const Column& column : kColumns) line.add(column.value(row));
    console.print(line.finish());
  }
}

// The position and the sums of all its games.
struct Answer {
  Position position;
  MoveSums all;
  std::vector<Row> rows;
  std::optional<std::uint32_t> index_plies;
};

void print_json(const Answer& answer, Console& console) {
  JsonLine json;
  for (const Row& row : answer.rows) {
    json.add("type", "move");
    for (const Column& column : kColumns) {
      const std::string value = column.value(row);
      if (column.is_text || value.empty()) {
        json.add_or_null(column.name, value);
      } else {
        json.add_written(column.name, value);
      }
    }
    console.print("{}", json.finish());
  }
  json.add("type", "position")
      .add("fen", fen_of(answer.position))
      .add("games", answer.all.all_games());
  json.add("white_wins", answer.all.games[static_cast<std::size_t>(Outcome::WhiteWins)])
      .add("draws", answer.all.games[static_cast<std::size_t>(Outcome::Draw)])
      .add("black_wins", answer.all.games[static_cast<std::size_t>(Outcome::BlackWins)])
      .add("unfinished", answer.all.games[static_cast<std::size_t>(Outcome::Unknown)])
      .add("index_plies", answer.index_plies);
  console.print("{}", json.finish());
}

// Games of each result in per cent of the finished ones.
struct Shares {
  double white = 0;
  double draws = 0;
  double black = 0;
};

std::optional<Shares> shares_of(const MoveSums& sums) {
  const auto games = [&](Outcome outcome) {
    return static_cast<double>(sums.games[static_cast<std::size_t>(outcome)]);
  };
  const double all = games(Outcome::WhiteWins) + games(Outcome::Draw) + games(Outcome::BlackWins);
  if (all == 0) return std::nullopt;
  return Shares{100 * games(Outcome::WhiteWins) / all, 100 * games(Outcome::Draw) / all,
                100 * games(Outcome::BlackWins) / all};
}

// Twenty cells: White's wins, draws, Black's wins.
std::string bar_of(const Shares& shares) {
  constexpr int kCells = 20;
  const int white = static_cast<int>(std::lround(shares.white * kCells / 100));
  const int black =
      std::min(kCells - white, static_cast<int>(std::lround(shares.black * kCells / 100)));
  std::string bar;
  for (int i = 0; i < kCells; ++i) bar += i < white ? "█" : i < kCells - black ? "▒" : "░";
  return bar;
}

std::string years_of(const MoveSums& sums) {
  if (sums.first_year == 0) return "";
  if (sums.first_year == sums.last_year) return year_text(sums.first_year);
  return fmt::format("{}-{}", sums.first_year, sums.last_year);
}

std::string opening_text(const Opening* opening) {
  return opening == nullptr ? "" : fmt::format("{} {}", opening->eco, opening->name);
}

std::string result_text(const MoveSums& sums) {
  std::string text;
  if (const auto shares = shares_of(sums)) {
    text = fmt::format(": White {:.1f} %, draws {:.1f} %, Black {:.1f} %", shares->white,
                       shares->draws, shares->black);
  }
  const std::uint64_t unfinished = sums.games[static_cast<std::size_t>(Outcome::Unknown)];
  if (unfinished > 0) text += fmt::format("; {} without a result", with_commas(unfinished));
  return text;
}

void print_row(const Row& row, Console& console) {
  const std::string move = row.san.empty() ? "(end)" : row.number + " " + row.san;
  const std::string name = fmt::format("{:{}}{}", "", 2 * row.depth, move);
  const double share = 100 * static_cast<double>(row.sums.all_games()) /
                       static_cast<double>(std::max<std::uint64_t>(row.games_before, 1));
  const auto shares = shares_of(row.sums);
  const std::string results = shares ? fmt::format("{}  {:3.0f} {:3.0f} {:3.0f}", bar_of(*shares),
                                                   shares->white, shares->draws, shares->black)
                                     : fmt::format("{:33}", "");
  console.print("  {}\n", fmt::format("{:<14} {:>11} {:>5.1f}  {}  {:>5} {:>4} {:>4}  {:9}  {}",
                                      name, with_commas(row.sums.all_games()), share, results,
                                      rounded(score_of(row.sums, row.player), 100, 1),
                                      rounded(mean_elo(row.sums, row.player), 1, 0),
                                      rounded(performance_of(row.sums, row.player), 1, 0),
                                      years_of(row.sums), opening_text(row.opening)));
}

void print_text(const Answer& answer, Console& console) {
  const Palette& colors = console.colors_output() ? kColors : kNoColors;
  if (const Opening* opening = opening_of(answer.position)) {
    console.print("{}{}{}\n", colors.strong, opening_text(opening), colors.reset);
  }
  console.print("{}{}\n", counted(answer.all.all_games(), "game"), result_text(answer.all));
  if (answer.rows.empty()) return;
  console.print(
      "\n{}  {:<14} {:>11} {:>5}  {:<20}  {:>3} {:>3} {:>3}  {:>5} {:>4} {:>4}  {:9}  {}{}\n",
      colors.faint, "move", "games", "%", "White, draws, Black", "W", "D", "B", "score", "elo",
      "perf", "years", "opening", colors.reset);
  for (const Row& row : answer.rows) print_row(row, console);
}

Answer answer_of(const Options& options, const PositionQuery& query, Storage& storage) {
  std::optional<GameSet> among;
  if (!options.filter.is_empty()) among = storage.select(options.filter);
  TreeQuery tree{.root = query, .depth = static_cast<unsigned>(options.depth)};
  tree.least_games = options.least_games;
  tree.among = among ? &*among : nullptr;

  Answer answer;
  answer.position = query.position();
  answer.index_plies = storage.index_plies();
  const TreeNode root = opening_tree(storage, tree);
  answer.all = root.all;
  add_rows(root, query.position(), Row(), answer.rows);
  return answer;
}

void explain(Storage& storage, Seconds time, Console& console) {
  const LookupCost& cost = storage.cost();
  console.say(fmt::format("{}; {}, {} ({}), {} read, {} answered by ready sums",
                          duration_text(time), counted(cost.segments, "segment"),
                          counted(cost.blocks, "block"), size_text(cost.bytes),
                          counted(cost.postings, "posting"), counted(cost.sums, "segment")));
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  const auto query = read_position(options.position);
  if (!query) return Error{query.error()};
  const auto start = std::chrono::steady_clock::now();
  const auto database = Database::open(options.database, Access::Read);
  if (!database) return Error{database.error()};
  const ReadSnapshot snapshot((*database)->connection());
  SqliteStorage storage(**database);
  const Answer answer = answer_of(options, *query, storage);

  switch (options.format) {
    case TableFormat::Text:
      print_text(answer, console);
      break;
    case TableFormat::Json:
      print_json(answer, console);
      break;
    case TableFormat::Csv:
      print_csv(answer.rows, console);
      break;
  }
  if (answer.index_plies) {
    console.say(
        fmt::format("The index holds the first {} of each game: what came later is not counted.",
                    counted(*answer.index_plies, "half-move")));
  }
  if (options.explains) explain(storage, std::chrono::steady_clock::now() - start, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_tree(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_position(app, options->position);
  add_number(app, "--depth", options->depth, {.least = 1, .most = 40})
      ->description("How many half-moves deep (default: 1)");
  add_number(app, "--min-games", options->least_games, {.least = 1})
      ->description("Leave out moves of fewer games (default: 1)");
  add_choice<TableFormat>(app, "--format", options->format, kTableFormats)
      ->description("How to write it (default: text)");
  add_color(app, options->color);
  add_switch(app, "--explain", options->explains, "Say what the answer cost");
  add_filters(app, options->filter);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
