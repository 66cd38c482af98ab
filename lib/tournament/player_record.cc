#include "lib/tournament/player_record.h"

#include <algorithm>

namespace arbiter::tournament {

namespace {

RoundKind kind_of(const Pairing& pairing, HalfPoints points) {
  if (pairing.kind != ScoreKind::Forfeit) return RoundKind::Played;
  return points > 0 ? RoundKind::ForfeitWin : RoundKind::ForfeitLoss;
}

// Only a Swiss has byes for whoever is not paired.
bool has_byes(const Tournament& tournament) {
  return tournament.rounds > 0 && (tournament.system == System::Swiss || !tournament.byes.empty());
}

void add_absences(PlayerRecord& record, std::uint32_t rounds) {
  for (std::uint32_t round = 1; round <= rounds; ++round) {
    if (std::ranges::find(record.rounds, round, &PlayerRound::round) == record.rounds.end()) {
      record.rounds.push_back({.kind = RoundKind::Requested, .round = round});
    }
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
  for (PlayerRecord& record : records) {
    if (has_byes(tournament)) add_absences(record, tournament.rounds);
    std::ranges::stable_sort(record.rounds, {}, &PlayerRound::round);
    for (const PlayerRound& round : record.rounds) record.points += round.points;
  }
  return records;
}

}  // namespace arbiter::tournament
