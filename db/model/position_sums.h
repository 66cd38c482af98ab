// Sums over the games that reached a position, by the next move.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/laws/game_end.h"

namespace arbiter {

struct GameFacts {
  Outcome result = Outcome::Unknown;
  std::uint16_t white_elo = 0;  // 0 if unknown, like black_elo and year
  std::uint16_t black_elo = 0;
  std::uint16_t year = 0;
};

// Returns the facts with the colours swapped.
constexpr GameFacts swapped(const GameFacts& game) {
  return {.result = swapped(game.result),
          .white_elo = game.black_elo,
          .black_elo = game.white_elo,
          .year = game.year};
}

// Sums over games that continued with the same move. All numbers are additive across parts of a
// database.
struct MoveSums {
  std::uint16_t next = 0;       // Move::bits; 0 if the game ended in the position
  std::uint64_t games[4] = {};  // indexed by Outcome
  std::uint64_t white_elo_sum = 0;
  std::uint64_t white_elo_games = 0;
  std::uint64_t black_elo_sum = 0;
  std::uint64_t black_elo_games = 0;
  std::uint16_t first_year = 0;  // 0 if no year is known
  std::uint16_t last_year = 0;

  std::uint64_t all_games() const { return games[0] + games[1] + games[2] + games[3]; }
  void add(const GameFacts& game);
  void add(const MoveSums& other);

  // Extends the range of years; 0 means unknown.
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

// The encoding of sums in a segment (README.md, "Sums"). YearRange stores the first and the last
// year (schema version 1). YearCounts stores the number of games of each year, so that sums can be
// subtracted.
enum class SumsForm : std::uint8_t { YearRange, YearCounts };

// Appends the sums in the form YearRange.
void append_sums(const PositionSums& sums, std::vector<std::uint8_t>& bytes);
// Reads sums of any form. Fails if the bytes are damaged.
std::optional<PositionSums> read_sums(std::span<const std::uint8_t> bytes, SumsForm form);

struct YearCount {
  std::uint16_t year = 0;
  std::uint64_t games = 0;

  bool operator==(const YearCount&) const = default;
};

// The sums of a position, in a form that can be subtracted. They contain the number of games per
// year, so that the first and last year of the remaining games can be derived.
class CountedSums {
 public:
  void add(std::uint16_t next, const GameFacts& game);
  void add(const CountedSums& other);
  // Subtracts sums. Returns false, and leaves the sums undefined, if `other` has games that these
  // sums lack.
  [[nodiscard]] bool subtract(const CountedSums& other);

  // Returns the sums of the moves that still have games.
  PositionSums sums() const;

  bool operator==(const CountedSums&) const = default;

 private:
  friend void append_sums(const CountedSums& sums, std::vector<std::uint8_t>& bytes);
  friend std::optional<CountedSums> read_counted_sums(std::span<const std::uint8_t> bytes);

  struct Move {
    MoveSums sums;                 // years are not set
    std::vector<YearCount> years;  // in ascending order

    bool operator==(const Move&) const = default;
  };

  Move& of(std::uint16_t next);

  std::vector<Move> moves_;  // sorted by next move
};

// Appends the sums in the form YearCounts.
void append_sums(const CountedSums& sums, std::vector<std::uint8_t>& bytes);
// Reads sums of the form YearCounts. Fails if the bytes are damaged.
std::optional<CountedSums> read_counted_sums(std::span<const std::uint8_t> bytes);

}  // namespace arbiter
