#include "lib/tournament/player_record.h"

#include <algorithm>
#include <set>

namespace arbiter {
namespace {

RoundKind kind_of(const Pairing& pairing, HalfPoints points) {
  if (pairing.kind != ScoreKind::Forfeit) return RoundKind::Played;
  return points > 0 ? RoundKind::ForfeitWin : RoundKind::ForfeitLoss;
}

// The rounds that somebody plays or has a bye in.
std::set<std::uint32_t> rounds_of(const Tournament& tournament) {
  std::set<std::uint32_t> rounds;
  for (const Pairing& pairing : tournament.pairings) rounds.insert(pairing.round);
  for (const Bye& bye : tournament.byes) rounds.insert(bye.round);
  rounds.erase(0);
  return rounds;
}

// A Swiss has byes for whoever is not paired; others have if there are any, and rounds for most.
bool has_byes(const Tournament& tournament, std::size_t rounds) {
  if (tournament.system == System::Swiss) return true;
  const std::size_t seats = 2 * tournament.pairings.size() + tournament.byes.size();
  return !tournament.byes.empty() && seats * 2 >= rounds * tournament.players.size();
}

void add_absences(PlayerRecord& record, std::set<std::uint32_t> rounds) {
  for (const PlayerRound& round : record.rounds) rounds.erase(round.round);
  for (const std::uint32_t round : rounds) {
    record.rounds.push_back({.kind = RoundKind::Requested, .round = round});
  }
}

}  // namespace

std::vector<PlayerRecord> player_records(const Tournament& tournament) {
  std::vector<PlayerRecord> records(tournament.players.size());
  for (const Pairing& pairing : tournament.pairings) {
    if (!pairing.counts()) continue;
    for (const Color color : {Color::White, Color::Black}) {
      const HalfPoints points = pairing.points(color);
      records[pairing.player(color)].rounds.push_back(
          {.kind = kind_of(pairing, points),
           .round = pairing.round,
           .points = points,
           .opponent = pairing.player(other(color)),
           .color = color,
           .is_rated = pairing.kind == ScoreKind::Played});
    }
  }
  for (const Bye& bye : tournament.byes) {
    const bool is_granted = bye.kind == ByeKind::Allocated || bye.kind == ByeKind::Full;
    records[bye.player].rounds.push_back(
        {.kind = is_granted ? RoundKind::Allocated : RoundKind::Requested,
         .round = bye.round,
         .points = bye.points});
  }
  const std::set<std::uint32_t> rounds = rounds_of(tournament);
  const bool needs_absences = has_byes(tournament, rounds.size());
  for (PlayerRecord& record : records) {
    if (needs_absences) add_absences(record, rounds);
    std::ranges::stable_sort(record.rounds, {}, &PlayerRound::round);
    for (const PlayerRound& round : record.rounds) record.points += round.points;
  }
  return records;
}

}  // namespace arbiter
