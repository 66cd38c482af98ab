#include "lib/tournament/player_rating.h"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "lib/tournament/rating.h"

namespace arbiter {

PlayerRating rating_of(const Tournament& tournament, const PlayerRecord& record, PlayerIndex player,
                       std::optional<std::uint32_t> k) {
  std::vector<RatedGame> games;
  for (const PlayerRound& round : record.rounds) {
    const bool counts = round.kind == RoundKind::Played && round.is_rated && round.opponent;
    if (!counts || tournament.players[*round.opponent].rating == 0) continue;
    games.push_back({tournament.players[*round.opponent].rating, round.points});
  }
  PlayerRating rated{.games = static_cast<std::uint32_t>(games.size()),
                     .performance = performance(games),
                     .change = {}};
  const std::uint32_t rating = tournament.players[player].rating;
  if (rating != 0 && !games.empty()) {
    rated.change = rating_change(rating, k.value_or(usual_k(rating)), games);
  }
  return rated;
}

std::string signed_tenths(std::int32_t tenths) {
  const std::int32_t size = std::abs(tenths);
  return fmt::format("{}{}.{}", tenths < 0 ? "-" : "+", size / 10, size % 10);
}

}  // namespace arbiter
