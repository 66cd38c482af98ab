// The results of the games that reached a position, by the move played there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/laws/game_end.h"

namespace arbiter {

// The contribution of one game to a sum.
struct GameFacts {
  Outcome result = Outcome::Unknown;
  std::uint16_t white_elo = 0;  // 0: unknown, as below
  std::uint16_t black_elo = 0;
  std::uint16_t year = 0;
};

// Returns the facts with the players' colours exchanged.
constexpr GameFacts swapped(const GameFacts& game) {
  return {.result = swapped(game.result),
          .white_elo = game.black_elo,
          .black_elo = game.white_elo,
          .year = game.year};
}

// The games that continued with the same move. All numbers are additive, so that the sums of parts
// of a database add up.
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

  // Includes the years of other games; 0: unknown.
  void widen_years(std::uint16_t first, std::uint16_t last);

  bool operator==(const MoveSums&) const = default;
};

// The sums of a position, sorted by next move.
class PositionSums {
 public:
  void add(std::uint16_t next, const GameFacts& game) { of(next).add(game); }
  void add(const MoveSums& sums) { of(sums.next).add(sums); }
  void add(const PositionSums& other);

  std::span<const MoveSums> moves() const { return moves_; }
  std::uint64_t all_games() const;

  bool operator==(const PositionSums&) const = default;

 private:
  MoveSums& of(std::uint16_t next);

  std::vector<MoveSums> moves_;
};

// The form of a segment's sums (README.md, "Sums"). YearRange has the first and the last year
// (schema version 1). YearCounts has the games of each year, so that sums can be subtracted.
enum class SumsForm : std::uint8_t { YearRange, YearCounts };

// Appends the sums in the form YearRange.
void append_sums(const PositionSums& sums, std::vector<std::uint8_t>& bytes);
// Reads sums of any form; fails if the bytes are damaged.
std::optional<PositionSums> read_sums(std::span<const std::uint8_t> bytes, SumsForm form);

struct YearCount {
  std::uint16_t year = 0;
  std::uint64_t games = 0;

  bool operator==(const YearCount&) const = default;
};

// Sums of a position that can be subtracted. They have the games of each year, because the first
// and last year of the remaining games cannot be derived otherwise.
class CountedSums {
 public:
  void add(std::uint16_t next, const GameFacts& game);
  void add(const CountedSums& other);
  // Returns false, and leaves undefined sums, if `other` has games that these sums lack.
  [[nodiscard]] bool subtract(const CountedSums& other);

  // Returns the sums of the moves that have games left.
  PositionSums sums() const;

  bool operator==(const CountedSums&) const = default;

 private:
  friend void append_sums(const CountedSums& sums, std::vector<std::uint8_t>& bytes);
  friend std::optional<CountedSums> read_counted_sums(std::span<const std::uint8_t> bytes);

  struct Move {
    MoveSums sums;                 // without years
    std::vector<YearCount> years;  // ascending

    bool operator==(const Move&) const = default;
  };

  Move& of(std::uint16_t next);

  std::vector<Move> moves_;  // ascending by next move
};

// Appends the sums in the form YearCounts.
void append_sums(const CountedSums& sums, std::vector<std::uint8_t>& bytes);
// Reads sums of the form YearCounts; fails if the bytes are damaged.
std::optional<CountedSums> read_counted_sums(std::span<const std::uint8_t> bytes);

}  // namespace arbiter
