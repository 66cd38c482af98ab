#include "lib/tournament/cross_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace arbiter {

namespace {

constexpr std::size_t kMaxOpponents = 30;

char sign_of(HalfPoints points) { return points == 2 ? '1' : points == 1 ? '=' : '0'; }

}  // namespace

char result_sign(const PlayerRound& round) {
  if (round.kind == RoundKind::ForfeitWin) return '+';
  return round.kind == RoundKind::ForfeitLoss ? '-' : sign_of(round.result);
}

namespace {

CrossTable by_opponents(const std::vector<PlayerRecord>& records, const Standings& standings) {
  CrossTable table{.form = CrossTableForm::Opponents, .headings = {}, .rows = {}};
  const std::vector<std::size_t> row_of = rows_of_players(standings);
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    table.headings.push_back(std::to_string(i + 1));
    std::vector<std::string>& row = table.rows.emplace_back(standings.rows.size());
    row[i] = "*";
    for (const PlayerRound& round : records[standings.rows[i].player].rounds) {
      if (round.opponent) row[row_of[*round.opponent]] += result_sign(round);
    }
  }
  return table;
}

std::string cell_of(const PlayerRound& round, const std::vector<std::size_t>& row_of) {
  if (round.opponent) {
    return fmt::format("{}{}{}", row_of[*round.opponent] + 1,
                       round.color == Color::White ? 'w' : 'b', result_sign(round));
  }
  const bool is_absence = round.kind == RoundKind::Requested && round.points == 0;
  return is_absence ? "-" : fmt::format("bye {}", sign_of(round.result));
}

CrossTable by_rounds(const std::vector<PlayerRecord>& records, const Standings& standings) {
  std::map<std::uint32_t, std::size_t> columns;  // the column of each round
  for (const PlayerRecord& record : records) {
    for (const PlayerRound& round : record.rounds) columns.emplace(round.round, 0);
  }
  if (columns.size() * records.size() > kMaxCells) columns.clear();
  CrossTable table;
  for (auto& [round, column] : columns) {
    column = table.headings.size();
    table.headings.push_back(round == 0 ? "?" : std::to_string(round));
  }
  const std::vector<std::size_t> row_of = rows_of_players(standings);
  for (const StandingsRow& standing : standings.rows) {
    std::vector<std::string>& row = table.rows.emplace_back(columns.size());
    for (const PlayerRound& round : records[standing.player].rounds) {
      const auto column = columns.find(round.round);
      if (column == columns.end()) continue;
      std::string& cell = row[column->second];
      if (!cell.empty()) cell += ' ';
      cell += cell_of(round, row_of);
    }
  }
  return table;
}

}  // namespace

CrossTable cross_table(const Tournament& tournament, const Standings& standings) {
  const std::vector<PlayerRecord> records = player_records(tournament);
  const bool is_square =
      tournament.system == System::RoundRobin && tournament.players.size() <= kMaxOpponents;
  return is_square ? by_opponents(records, standings) : by_rounds(records, standings);
}

std::string points_text(HalfPoints points) {
  return points % 2 == 0 ? std::to_string(points / 2) : fmt::format("{}.5", points / 2);
}

std::string value_text(std::optional<Hundredths> value) {
  if (!value) return "";
  const char* const sign = *value < 0 ? "-" : "";
  const Hundredths size = std::abs(*value);
  if (size % 100 == 0) return fmt::format("{}{}", sign, size / 100);
  return size % 10 == 0 ? fmt::format("{}{}.{}", sign, size / 100, size % 100 / 10)
                        : fmt::format("{}{}.{:02}", sign, size / 100, size % 100);
}

}  // namespace arbiter
