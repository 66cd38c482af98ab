#include "tools/commands/search/tree_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/markdown_table.h"
#include "tools/cli/output/palette.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"

namespace arbiter {
namespace {

using Row = TreeRow;

// Everything below the row `above`, which stands for the position.
void add_rows(const TreeNode& node, const Position& position, const Row& above,
              const OpeningTable& openings, std::vector<Row>& rows) {
  for (const TreeMove& move : node.moves) {
    Row row;
    row.line = above.line;
    row.depth = static_cast<unsigned>(above.line.size());
    row.player = position.turn();
    row.games_before = node.all.all_games();
    row.opening = above.opening;
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
      if (const Opening* opening = openings.find(after.key())) row.opening = opening;
      rows.push_back(row);
      add_rows(move.next, after, row, openings, rows);
    } else {
      rows.push_back(row);
    }
  }
}

std::string rounded(std::optional<double> value, double factor, int digits) {
  return value ? fmt::format("{:.{}f}", *value * factor, digits) : "";
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

std::string share_text(const MoveSums& sums, double Shares::*share) {
  const auto shares = shares_of(sums);
  return shares ? fmt::format("{:.0f}", *shares.*share) : "";
}

// Twenty cells: White's wins, draws, Black's wins.
std::string bar_of(const MoveSums& sums) {
  constexpr int kCells = 20;
  const auto shares = shares_of(sums);
  if (!shares) return "";
  const int white = static_cast<int>(std::lround(shares->white * kCells / 100));
  const int black =
      std::min(kCells - white, static_cast<int>(std::lround(shares->black * kCells / 100)));
  std::string bar;
  for (int i = 0; i < kCells; ++i) bar += i < white ? "█" : i < kCells - black ? "▒" : "░";
  return bar;
}

std::string year_text(std::uint16_t year) { return year == 0 ? "" : fmt::format("{}", year); }

std::string years_of(const MoveSums& sums) {
  if (sums.first_year == 0) return "";
  if (sums.first_year == sums.last_year) return year_text(sums.first_year);
  return fmt::format("{}-{}", sums.first_year, sums.last_year);
}

std::string text_of(const Opening* opening) {
  return opening == nullptr ? "" : opening_text(opening->eco, opening->name);
}

std::string move_text(const Row& row) {
  const std::string move = row.san.empty() ? "(end)" : row.number + " " + row.san;
  return std::string(2 * row.depth, ' ') + move;
}

std::string share_of_games(const Row& row) {
  return fmt::format("{:.1f}",
                     100 * static_cast<double>(row.sums.all_games()) /
                         static_cast<double>(std::max<std::uint64_t>(row.games_before, 1)));
}

std::vector<RecordDesign<Row>::ShownColumn> columns() {
  return {
      {{.heading = "Move"}, [](const Row& row) { return Cell{move_text(row)}; }},
      {number_column("Games"),
       [](const Row& row) { return Cell{with_commas(row.sums.all_games())}; }},
      {number_column("%", 5), [](const Row& row) { return Cell{share_of_games(row)}; }},
      {{.heading = "White, draws, Black", .importance = 4, .purpose = Purpose::Drawing},
       [](const Row& row) { return Cell{bar_of(row.sums)}; }},
      {number_column("W", 7),
       [](const Row& row) { return Cell{share_text(row.sums, &Shares::white)}; }},
      {number_column("D", 7),
       [](const Row& row) { return Cell{share_text(row.sums, &Shares::draws)}; }},
      {number_column("B", 7),
       [](const Row& row) { return Cell{share_text(row.sums, &Shares::black)}; }},
      {number_column("Score", 8),
       [](const Row& row) { return Cell{rounded(score_of(row.sums, row.player), 100, 1)}; }},
      {number_column("Elo", 3),
       [](const Row& row) { return Cell{rounded(mean_elo(row.sums, row.player), 1, 0)}; }},
      {number_column("Perf", 2),
       [](const Row& row) { return Cell{rounded(performance_of(row.sums, row.player), 1, 0)}; }},
      {{.heading = "Years", .importance = 1},
       [](const Row& row) { return Cell{years_of(row.sums)}; }},
      {{.heading = "Opening", .importance = 6, .min_width = 10},
       [](const Row& row) { return Cell{text_of(row.opening)}; }},
  };
}

template <Outcome outcome>
Value games_value(const Row& row) {
  return Value::of(row.games(outcome));
}

std::vector<RecordDesign<Row>::NamedField> fields() {
  return {
      {{"line"},
       [](const Row& row) { return Value::of_known(fmt::format("{}", fmt::join(row.line, " "))); }},
      {{"move"}, [](const Row& row) { return Value::of_known(row.san); }},
      {{"uci"}, [](const Row& row) { return Value::of_known(row.uci); }},
      {{"games"}, [](const Row& row) { return Value::of(row.sums.all_games()); }},
      {{"white_wins"}, games_value<Outcome::WhiteWins>},
      {{"draws"}, games_value<Outcome::Draw>},
      {{"black_wins"}, games_value<Outcome::BlackWins>},
      {{"unfinished"}, games_value<Outcome::Unknown>},
      {{"score"},
       [](const Row& row) {
         return Value::written(rounded(score_of(row.sums, row.player), 1, 4));
       }},
      {{"elo"},
       [](const Row& row) {
         return Value::written(rounded(mean_elo(row.sums, row.player), 1, 0));
       }},
      {{"performance"},
       [](const Row& row) {
         return Value::written(rounded(performance_of(row.sums, row.player), 1, 0));
       }},
      {{"first_year"},
       [](const Row& row) { return Value::written(year_text(row.sums.first_year)); }},
      {{"last_year"}, [](const Row& row) { return Value::written(year_text(row.sums.last_year)); }},
      {{"eco"},
       [](const Row& row) { return row.opening ? Value::of_known(row.opening->eco) : Value(); }},
      {{"opening"},
       [](const Row& row) { return row.opening ? Value::of_known(row.opening->name) : Value(); }},
  };
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

void print_opening(const TreeAnswer& answer, AnswerFormat format, Console& console) {
  const std::string opening = text_of(answer.opening);
  const std::string games =
      counted(answer.root.all.all_games(), "game") + result_text(answer.root.all);
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

// Behind the rows of JSON.
void print_position(const TreeAnswer& answer, Console& console) {
  const auto games = [&](Outcome outcome) {
    return answer.root.all.games[static_cast<std::size_t>(outcome)];
  };
  JsonLine json;
  json.add("type", "position").add("fen", fen_of(answer.position));
  json.add("games", answer.root.all.all_games()).add("white_wins", games(Outcome::WhiteWins));
  json.add("draws", games(Outcome::Draw)).add("black_wins", games(Outcome::BlackWins));
  json.add("unfinished", games(Outcome::Unknown)).add("index_plies", answer.index_plies);
  console.print(json.finish());
}

}  // namespace

std::vector<TreeRow> rows_of(const TreeAnswer& answer, const OpeningTable& openings) {
  std::vector<TreeRow> rows;
  Row above;
  above.opening = answer.opening;
  add_rows(answer.root, answer.position, above, openings, rows);
  return rows;
}

void print_tree(const TreeAnswer& answer, AnswerFormat format, Console& console) {
  const bool is_for_people = format == AnswerFormat::Text || format == AnswerFormat::Markdown;
  if (is_for_people) print_opening(answer, format, console);
  Records<Row> records(format, {.type = "move", .columns = columns(), .fields = fields()}, console);
  for (const Row& row : answer.rows) records.add(row);
  records.finish();
  if (format == AnswerFormat::Json) print_position(answer, console);
}

}  // namespace arbiter
