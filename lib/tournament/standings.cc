#include "lib/tournament/standings.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "lib/tournament/matches.h"
#include "lib/tournament/player_record.h"
#include "lib/tournament/ranking.h"
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

}  // namespace arbiter
