// FIDE's rating formulas (Handbook B.02, articles 8.1 to 8.3).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "lib/tournament/player_record.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

// The rating difference that a score of `percent` hundredths shows (8.1.1): 0 for 50, 800 for 100.
// Precondition: 0 to 100.
std::int32_t difference_of_score(std::int32_t percent);

// The score in hundredths that a player may expect who is rated so much higher (8.1.2).
std::int32_t expected_score(std::int32_t difference);

// A game against a rated opponent.
struct RatedGame {
  std::uint32_t opponent = 0;    // the opponent's rating
  std::int32_t half_points = 0;  // 2, 1 or 0
};

// The average of the opponents' ratings, rounded (a half upwards); nothing without games.
std::optional<std::uint32_t> average_rating(std::span<const RatedGame> games);

// The average with the difference that the score shows; nothing without games.
std::optional<std::int32_t> performance(std::span<const RatedGame> games);

// How far the rating moves, in tenths of a point (8.3). `k` is the development coefficient: 40 for
// new players, 20 below 2400, 10 above. A difference of more than 400 points counts as 400.
std::int32_t rating_change(std::uint32_t rating, std::uint32_t k, std::span<const RatedGame> games);

// The coefficient that the rating alone tells: 10 from 2400 on, else 20 (8.3.3).
std::uint32_t usual_k(std::uint32_t rating);

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
