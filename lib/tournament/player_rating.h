// What a player's games do to the rating (FIDE Handbook B.02).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lib/tournament/player_record.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

struct PlayerRating {
  std::uint32_t games = 0;                  // against rated opponents
  std::optional<std::int32_t> performance;  // nothing without such games
  std::optional<std::int32_t> change;       // in tenths; nothing for an unrated player
};

// `k` is the development coefficient; nothing: the usual one.
PlayerRating rating_of(const Tournament& tournament, const PlayerRecord& record, PlayerIndex player,
                       std::optional<std::uint32_t> k);

// "+12.4", "-0.8".
std::string signed_tenths(std::int32_t tenths);

}  // namespace arbiter
