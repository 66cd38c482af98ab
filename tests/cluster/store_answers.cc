#include "tests/cluster/store_answers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "db/model/column_values.h"
#include "db/store/open_storage.h"
#include "lib/notation/fen.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

constexpr GroupBy kGroups[] = {
    GroupBy::Year,  GroupBy::Eco,    GroupBy::Opening, GroupBy::OpeningFamily,
    GroupBy::Event, GroupBy::Site,   GroupBy::Player,  GroupBy::Elo,
    GroupBy::Plies, GroupBy::Result, GroupBy::Ending,  GroupBy::FirstMove,
};

std::string text_of(const GameCount& count) {
  return fmt::format("{} {} {}", count.games, fmt::join(count.results, ","), count.plies);
}

std::string text_of(const MoveSums& sums) {
  return fmt::format("{}: {} {} {} {} {} {}-{}", sums.next, fmt::join(sums.games, ","),
                     sums.white_elo_sum, sums.white_elo_games, sums.black_elo_sum,
                     sums.black_elo_games, sums.first_year, sums.last_year);
}

std::string text_of(const Totals& totals) {
  std::string text =
      fmt::format("{} {}-{} {} {} {} {} {:.6f} {}-{}", text_of(totals.all), totals.shortest,
                  totals.longest, totals.players, totals.events, totals.sites, totals.rated,
                  totals.mean_elo, totals.dates.first, totals.dates.last);
  for (const EndingCount& ending : totals.endings) {
    text += fmt::format("; {} {}", to_string(ending.ending), ending.games);
  }
  for (const FindingCount& finding : totals.findings) {
    text += fmt::format("; {} {} {}", finding.id, finding.findings, finding.games);
  }
  return text;
}

GameFilter games_of(const std::string& player) {
  const NamePattern pattern("=" + player, NameKind::Person);
  return any_of({filter_of(NameTest{GameText::White, pattern}),
                 filter_of(NameTest{GameText::Black, pattern})});
}

void add_counts(Storage& storage, const GameFilter& filter, std::vector<std::string>& lines) {
  lines.push_back(text_of(storage.totals(filter)));
  for (const GroupBy by : kGroups) {
    for (const StatisticsRow& row : storage.groups(filter, by)) {
      lines.push_back(fmt::format("{} {}: {} {}", static_cast<int>(by), row.name,
                                  text_of(row.count), row.as_white));
    }
  }
  const TreeQuery tree{.root = PositionQuery(Position(), Rights::Exact), .filter = filter};
  for (const TreeMove& move : storage.tree(tree).moves) lines.push_back(text_of(move.sums));
}

}  // namespace

std::unique_ptr<Storage> opened(const std::string& name) {
  auto storage = open_storage(name, {});
  if (!storage) throw std::runtime_error(name + ": " + storage.error());
  return std::move(*storage);
}

std::vector<std::string> counts_of(Storage& storage) {
  std::vector<std::string> lines;
  add_counts(storage, {}, lines);
  const auto players = storage.groups({}, GroupBy::Player);
  if (!players.empty()) add_counts(storage, games_of(players.front().name), lines);
  return lines;
}

std::string answer_at(Storage& storage, const std::string& fen) {
  const PositionQuery position(*parse_position(fen), Rights::Exact);
  const TreeNode tree = storage.tree({.root = position});
  std::string text = fmt::format("{}\n{} games; {}\n", fen, storage.count({.position = position}),
                                 text_of(tree.all));
  for (const TreeMove& move : tree.moves) text += text_of(move.sums) + "\n";
  return text;
}

std::vector<std::string> random_positions(const std::string& store, std::size_t count,
                                          std::uint64_t seed) {
  const std::string line = fmt::format(
      "arbiter export -q '{}' --format fen --sample {} --seed {} 2>/dev/null |"
      " shuf -n {} --random-source=<(yes {})",
      store, count, seed, count, seed);
  return lines_of(run_shell(line).output);
}

std::string exported_games(const std::string& store) {
  return run_shell("arbiter export -q '" + store +
                   "' | awk -v RS='\\n\\n\\\\[Event' '{sub(/^\\[Event/, \"\"); sub(/\\n+$/, \"\");"
                   " gsub(/\\n/, \"~\"); print}' |"
                   " LC_ALL=C sort | sha256sum")
      .output;
}

}  // namespace arbiter::testing
