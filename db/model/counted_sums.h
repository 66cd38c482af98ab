// Sums from which games can be taken away again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/position_sums.h"

namespace arbiter {

struct YearCount {
  std::uint16_t year = 0;
  std::uint64_t games = 0;

  bool operator==(const YearCount&) const = default;
};

// As PositionSums, with the games of each year instead of the first year and the last: those do not
// tell what they are without some of the games.
class CountedSums {
 public:
  void add(std::uint16_t next, const GameFacts& game);
  void add(const CountedSums& other);
  // False, and nothing of use is left, where `other` has games that this has not.
  [[nodiscard]] bool subtract(const CountedSums& other);

  // Moves that no game is left of are not among them.
  PositionSums sums() const;

  bool operator==(const CountedSums&) const = default;

 private:
  friend void append_sums(const CountedSums& sums, std::vector<std::uint8_t>& bytes);
  friend std::optional<CountedSums> read_counted_sums(std::span<const std::uint8_t> bytes);

  struct Move {
    MoveSums sums;                 // without years
    std::vector<YearCount> years;  // rising

    bool operator==(const Move&) const = default;
  };

  Move& of(std::uint16_t next);

  std::vector<Move> moves_;  // rising
};

// As a segment stores them, SumsForm::YearCounts.
void append_sums(const CountedSums& sums, std::vector<std::uint8_t>& bytes);
// Nothing where the bytes are damaged.
std::optional<CountedSums> read_counted_sums(std::span<const std::uint8_t> bytes);

}  // namespace arbiter
