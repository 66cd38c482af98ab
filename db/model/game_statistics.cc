#include "db/model/game_statistics.h"

namespace arbiter {

void GameCount::add(Outcome result, std::uint64_t plies_of_game) {
  ++games;
  ++results[static_cast<std::size_t>(result)];
  plies += plies_of_game;
}

std::optional<double> GameCount::white_score() const {
  const std::uint64_t decided = games - of(Outcome::Unknown);
  if (decided == 0) return std::nullopt;
  return (static_cast<double>(of(Outcome::WhiteWins)) +
          static_cast<double>(of(Outcome::Draw)) / 2) /
         static_cast<double>(decided);
}

std::optional<double> GameCount::mean_plies() const {
  if (games == 0) return std::nullopt;
  return static_cast<double>(plies) / static_cast<double>(games);
}

}  // namespace arbiter
