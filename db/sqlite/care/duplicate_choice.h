// Which of several games that were found to be one is kept.
#pragma once

#include <cstdint>
#include <vector>

#include "db/sqlite/care/deduplication.h"
#include "db/sqlite/care/game_comparison.h"
#include "db/sqlite/care/record_quality.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {

// Groups of two games or more, one after another.
struct UnitedGames {
  std::vector<std::uint32_t> numbers;  // of the games
  std::vector<std::uint32_t> ends;     // of the groups, in `numbers`
};

class DuplicateChoice {
 public:
  DuplicateChoice(const Connection& connection, ColumnReader& columns, GameComparison& comparison)
      : connection_(connection),
        columns_(columns),
        comparison_(comparison),
        kept_(connection),
        other_(connection) {}

  // Calls `visit` by rising number of the game that is kept. Holds 28 bytes a game, and what
  // comparing needs.
  void run(const UnitedGames& united, const DuplicateVisit& visit,
           const DuplicateProgress& progress);

 private:
  struct Chosen {
    std::uint32_t kept, begin, end;
  };

  void read_qualities(const UnitedGames& united, const DuplicateProgress& progress);
  Chosen choose(std::uint32_t begin, std::uint32_t end);
  DuplicateGroup group_of(const Chosen& chosen);

  const Connection& connection_;
  ColumnReader& columns_;
  GameComparison& comparison_;
  ContentReader kept_, other_;  // one each: a reader is fast where games follow each other
  std::vector<RecordQuality> qualities_;  // of each of the united games
};

}  // namespace arbiter::sqlite
