// What became of the games that reached a position, by the move played there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/laws/game_end.h"

namespace arbiter {

// One game's part of a sum.
struct GameFacts {
  Outcome result = Outcome::Unknown;
  std::uint16_t white_elo = 0;  // 0: not known
  std::uint16_t black_elo = 0;
  std::uint16_t year = 0;  // 0: not known
};

// Games that went on with the same move. Sums of additions only, so that parts of
// a database add up.
struct MoveSums {
  std::uint16_t next = 0;       // Move::bits; 0: the game ended here
  std::uint64_t games[4] = {};  // by Outcome
  std::uint64_t white_elo_sum = 0;
  std::uint64_t white_elo_games = 0;
  std::uint64_t black_elo_sum = 0;
  std::uint64_t black_elo_games = 0;
  std::uint16_t first_year = 0;  // 0: none is known
  std::uint16_t last_year = 0;

  std::uint64_t all_games() const { return games[0] + games[1] + games[2] + games[3]; }
  void add(const GameFacts& game);
  void add(const MoveSums& other);

  // As from a range or a year of other games; 0: none is known.
  void widen_years(std::uint16_t first, std::uint16_t last);

  bool operator==(const MoveSums&) const = default;
};

// By next move, rising.
class PositionSums {
 public:
  void add(std::uint16_t next, const GameFacts& game);
  void add(const MoveSums& sums);
  void add(const PositionSums& other);

  std::span<const MoveSums> moves() const { return moves_; }
  std::uint64_t all_games() const;

  bool operator==(const PositionSums&) const = default;

 private:
  MoveSums& of(std::uint16_t next);

  std::vector<MoveSums> moves_;
};

// How a segment writes sums (README.md, "Sums"): with the first and the last year (schema version
// 1), or with the games of every year, so that they can be subtracted from.
enum class SumsForm : std::uint8_t { YearRange, YearCounts };

// In the form with a range. LEB128 numbers, as in the other.
void append_sums(const PositionSums& sums, std::vector<std::uint8_t>& bytes);
// Nothing where the bytes are damaged.
std::optional<PositionSums> read_sums(std::span<const std::uint8_t> bytes, SumsForm form);

}  // namespace arbiter
