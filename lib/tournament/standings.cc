#include "lib/tournament/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lib/tournament/matches.h"
#include "lib/tournament/player_record.h"
#include "lib/tournament/tie_break_values.h"

namespace arbiter {

std::vector<TieBreak> usual_tie_breaks(const Tournament& tournament) {
  using enum TieBreakKind;
  const bool is_of_teams = std::ranges::any_of(tournament.tie_breaks, is_team_tie_break);
  if (!tournament.tie_breaks.empty() && !is_of_teams) return tournament.tie_breaks;
  if (tournament.system == System::RoundRobin || tournament.system == System::Scheveningen) {
    return {{DirectEncounter}, {SonnebornBerger}, {Wins}, {Koya}};
  }
  if (tournament.system == System::Swiss) {
    return {{.kind = Buchholz, .lowest = 1}, {Buchholz}, {SonnebornBerger}, {DirectEncounter}};
  }
  if (tournament.system == System::KnockOut) return {};
  return {{DirectEncounter}, {Wins}};
}

Standings standings_of(const Tournament& tournament, std::span<const TieBreak> tie_breaks,
                       std::optional<TieBreakEdition> edition) {
  Standings standings;
  standings.edition = edition.value_or(edition_on(tournament.start));
  standings.tie_breaks.assign(tie_breaks.begin(), tie_breaks.end());
  const ScoredRounds scored{.records = player_records(tournament),
                            .scoring = tournament.scoring,
                            .rounds = tournament.rounds,
                            .is_predetermined = tournament.system == System::RoundRobin ||
                                                tournament.system == System::Scheveningen,
                            .players = tournament.players};
  const TieBreakValues values(scored, standings.edition);
  const bool is_knock_out = tournament.system == System::KnockOut;
  const auto progress =
      is_knock_out ? knock_out_progress(tournament) : std::vector<std::uint32_t>();
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    const PlayerRecord& record = scored.records[player];
    StandingsRow& row = standings.rows.emplace_back();
    row.player = player;
    row.points = record.points;
    row.merit = is_knock_out ? progress[player] : std::int64_t{record.points};
    row.games = static_cast<std::uint32_t>(
        std::ranges::count(record.rounds, RoundKind::Played, &PlayerRound::kind));
    for (const TieBreak& tie_break : tie_breaks) {
      row.values.push_back(values.value(tie_break, player));
    }
  }
  const auto order = [&](const TieBreak& tie_break,
                         const TiedGroup& tied) -> std::optional<TiedOrder> {
    if (tie_break.kind != TieBreakKind::DirectEncounter) return {};
    return direct_encounter(values, tie_break.counts_forfeits, tied);
  };
  rank_rows(standings, order, [&](PlayerIndex player) -> std::string_view {
    return tournament.players[player].name;
  });
  return standings;
}

std::vector<std::size_t> rows_of_players(const Standings& standings) {
  std::vector<std::size_t> rows(standings.rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[standings.rows[i].player] = i;
  return rows;
}

namespace {

char sign_of(HalfPoints points) { return points == 2 ? '1' : points == 1 ? '=' : '0'; }

}  // namespace

char result_sign(const PlayerRound& round) {
  if (round.kind == RoundKind::ForfeitWin) return '+';
  return round.kind == RoundKind::ForfeitLoss ? '-' : sign_of(round.result);
}

namespace {

// Returns the result sign; "*" for an open game.
std::string sign_in(const PlayerRound& round, bool is_open) {
  return is_open ? "*" : std::string(1, result_sign(round));
}

CrossTable by_opponents(const std::vector<PlayerRecord>& records, const Standings& standings) {
  CrossTable table{.form = CrossTableForm::Opponents, .headings = {}, .rows = {}};
  const std::vector<std::size_t> row_of = rows_of_players(standings);
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    table.headings.push_back(std::to_string(i + 1));
    std::vector<std::string>& row = table.rows.emplace_back(standings.rows.size());
    row[i] = "*";
    const PlayerRecord& record = records[standings.rows[i].player];
    for (const auto* const rounds : {&record.rounds, &record.open}) {
      for (const PlayerRound& round : *rounds) {
        if (round.opponent) row[row_of[*round.opponent]] += sign_in(round, rounds == &record.open);
      }
    }
  }
  return table;
}

std::string cell_of(const PlayerRound& round, bool is_open,
                    const std::vector<std::size_t>& row_of) {
  if (round.opponent) {
    return fmt::format("{}{}{}", row_of[*round.opponent] + 1,
                       round.color == Color::White ? 'w' : 'b', sign_in(round, is_open));
  }
  const bool is_absence = round.kind == RoundKind::Requested && round.points == 0;
  return is_absence ? "-" : fmt::format("bye {}", sign_of(round.result));
}

CrossTable by_rounds(const std::vector<PlayerRecord>& records, const Standings& standings) {
  std::map<std::uint32_t, std::size_t> columns;  // the column of each round
  for (const PlayerRecord& record : records) {
    for (const PlayerRound& round : record.rounds) columns.emplace(round.round, 0);
    for (const PlayerRound& round : record.open) columns.emplace(round.round, 0);
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
    const PlayerRecord& record = records[standing.player];
    for (const auto* const rounds : {&record.rounds, &record.open}) {
      for (const PlayerRound& round : *rounds) {
        const auto column = columns.find(round.round);
        if (column == columns.end()) continue;
        std::string& cell = row[column->second];
        if (!cell.empty()) cell += ' ';
        cell += cell_of(round, rounds == &record.open, row_of);
      }
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
