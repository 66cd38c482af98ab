#include "lib/tournament/joined_event.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace arbiter {
namespace {

// Sets the games of the report's pairings, and the results of open ones; if the games take
// precedence, all results. Returns the players with a game or a bye with points, by round.
std::set<std::pair<std::uint32_t, PlayerIndex>> add_results(const Tournament& games,
                                                            const Crosscheck& checked,
                                                            ResultSource source,
                                                            JoinedEvent& joined) {
  Tournament& tournament = joined.tournament;
  std::map<std::uint32_t, const Pairing*> by_game;
  for (const Pairing& pairing : games.pairings) by_game.emplace(*pairing.source, &pairing);
  std::set<std::pair<std::uint32_t, PlayerIndex>> seated;
  for (const Bye& bye : tournament.byes) {
    if (bye.kind != ByeKind::Zero) seated.emplace(bye.round, bye.player);
  }
  for (std::size_t i = 0; i < tournament.pairings.size(); ++i) {
    Pairing& pairing = tournament.pairings[i];
    pairing.source = checked.games[i];
    seated.insert({{pairing.round, pairing.white}, {pairing.round, pairing.black}});
    if (!pairing.source) continue;
    const auto found = by_game.find(*pairing.source);
    if (found == by_game.end()) continue;
    const Pairing& game = *found->second;
    const auto& white = checked.matches[game.white];
    const bool is_exchanged = white && white->in_report != pairing.white;
    Pairing played = pairing;
    played.kind = game.kind;
    played.white_points = game.points(is_exchanged ? Color::Black : Color::White);
    played.black_points = game.points(is_exchanged ? Color::White : Color::Black);
    if (pairing.counts()) {
      const bool has_same_points = played.white_points == pairing.white_points &&
                                   played.black_points == pairing.black_points;
      if (!played.counts() || has_same_points) continue;
      const bool is_forfeit = pairing.kind == ScoreKind::Forfeit;
      joined.differences.push_back({pairing, played, is_forfeit ? ResultSource::Report : source});
      if (joined.differences.back().counted == ResultSource::Report) continue;
    }
    pairing = played;
  }
  return seated;
}

}  // namespace

JoinedEvent joined_event(std::span<const EventGame> games, const TournamentOfGames& event,
                         const Crosscheck& checked, ResultSource source) {
  JoinedEvent joined{.tournament = checked.report};
  Tournament& tournament = joined.tournament;
  Tournament once = event.tournament;
  count_once(games, once);
  const auto seated = add_results(once, checked, source, joined);
  std::set<std::size_t> added;  // indices of games
  for (Pairing pairing : once.pairings) {
    const auto& white = checked.matches[pairing.white];
    const auto& black = checked.matches[pairing.black];
    if (pairing.round == 0 || !white || !black) continue;
    pairing.white = white->in_report;
    pairing.black = black->in_report;
    const bool is_free = !seated.contains({pairing.round, pairing.white}) &&
                         !seated.contains({pairing.round, pairing.black});
    if (!is_free) continue;
    // The report has no pairing of the game yet.
    const auto is_replaced = [&pairing](const Bye& bye) {
      return bye.kind == ByeKind::Zero && bye.round == pairing.round &&
             (bye.player == pairing.white || bye.player == pairing.black);
    };
    std::erase_if(tournament.byes, is_replaced);
    tournament.pairings.push_back(pairing);
    added.insert(*pairing.source);
  }
  std::ranges::stable_sort(tournament.pairings, {}, &Pairing::round);
  tournament.rounds = last_round(tournament);
  recognize_system(tournament);
  joined.added = added.size();
  using enum DiagnosticCode;
  for (const CrosscheckFinding& finding : checked.findings) {
    const bool is_added = finding.code == CrosscheckGameExtra && added.contains(*finding.game);
    ++(is_added || finding.code == CrosscheckGameMissing ? joined.unmatched : joined.findings);
  }
  for (const auto& [code, count] : checked.withheld) {
    const bool is_unmatched = code == CrosscheckGameExtra || code == CrosscheckGameMissing;
    (is_unmatched ? joined.unmatched : joined.findings) += count;
  }
  return joined;
}

}  // namespace arbiter
