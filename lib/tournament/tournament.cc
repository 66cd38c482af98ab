#include "lib/tournament/tournament.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace arbiter {

Scoring Scoring::of(HalfPoints win, HalfPoints draw, HalfPoints loss) {
  return {.win = {win, win},
          .draw = {draw, draw},
          .loss = {loss, loss},
          .forfeit_win = win,
          .allocated_bye = win,
          .full_bye = win,
          .half_bye = draw};
}

HalfPoints Scoring::points(const Pairing& pairing, Color color) const {
  const HalfPoints result = pairing.points(color);
  if (pairing.kind == ScoreKind::Unfinished) return 0;
  if (pairing.kind == ScoreKind::Forfeit) return result == 2 ? forfeit_win : forfeit_loss;
  const auto& awarded = result == 2 ? win : result == 1 ? draw : loss;
  return awarded[static_cast<std::size_t>(color)];
}

HalfPoints Scoring::points(const Bye& bye) const {
  if (bye.kind == ByeKind::Allocated) return allocated_bye;
  if (bye.kind == ByeKind::Full) return full_bye;
  return bye.kind == ByeKind::Half ? half_bye : zero_bye;
}

HalfPoints Scoring::standard(HalfPoints points) const {
  if (points > draw[0]) return 2;
  return points == draw[0] ? 1 : 0;
}

std::uint32_t last_round(const Tournament& tournament) {
  std::uint32_t last = 0;
  for (const Pairing& pairing : tournament.pairings) last = std::max(last, pairing.round);
  for (const Bye& bye : tournament.byes) last = std::max(last, bye.round);
  return last;
}

MissingRounds missing_rounds(const Tournament& tournament) {
  MissingRounds missing;
  using enum System;
  const bool is_of_everybody =
      tournament.system != Match && tournament.system != KnockOut && tournament.system != Team;
  if (!is_of_everybody) return missing;
  const std::size_t free =
      tournament.system == RoundRobin && tournament.players.size() % 2 != 0 ? tournament.cycles : 0;
  std::vector<std::set<std::uint32_t>> rounds(tournament.players.size());
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.round == 0) return missing;  // it may belong to any of them
    rounds[pairing.white].insert(pairing.round);
    rounds[pairing.black].insert(pairing.round);
  }
  for (const Bye& bye : tournament.byes) rounds[bye.player].insert(bye.round);
  for (const std::set<std::uint32_t>& of_player : rounds) {
    if (of_player.size() + free >= tournament.rounds) continue;
    ++missing.players;
    missing.rounds += tournament.rounds - free - of_player.size();
  }
  // Unknown systems, such as club evenings, need not pair everybody.
  const std::size_t all = rounds.size() * tournament.rounds;
  return tournament.system == Unknown && missing.rounds * 4 > all ? MissingRounds() : missing;
}

}  // namespace arbiter
