// Integrity checks of an SQLite file: every game, and all data derived from games.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/game_set.h"
#include "db/model/storage.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

// Checks a snapshot of the file, and reports every problem. Takes about 150 ns per half-move.
// Throws IoError if the disk or a lock fails.
IntegrityTotals check_integrity(const Database& database, const IntegrityOptions& options,
                                IntegrityListener& listener);

// A log that counts problems and passes them to the listener.
class IntegrityLog {
 public:
  IntegrityLog(IntegrityListener& listener, IntegrityTotals& totals)
      : listener_(listener), totals_(totals) {}

  IntegrityTotals& totals() { return totals_; }

  template <class... T>
  void report(IntegrityPart part, fmt::format_string<T...> format, T&&... values) {
    add({part, std::nullopt, fmt::format(format, std::forward<T>(values)...)});
  }
  template <class... T>
  void report(IntegrityPart part, GameId game, fmt::format_string<T...> format, T&&... values) {
    add({part, game, fmt::format(format, std::forward<T>(values)...)});
  }
  void on_progress() { listener_.on_progress(totals_.games + totals_.deleted); }

 private:
  void add(const IntegrityFault& fault) {
    ++totals_.faults;
    listener_.on_fault(fault);
  }

  IntegrityListener& listener_;
  IntegrityTotals& totals_;
};

// A row of `game` and the result of its replay.
struct ReplayedRow {
  GameRow row;
  std::string fault;  // why the game cannot be replayed, or empty
  std::uint64_t plies = 0;
  PostingTotal total;

  Outcome result() const {
    return outcome_of(static_cast<unsigned>(row.columns[GameColumn::Result]));
  }
};

// A comparison of the position index with the games, which must be passed in ascending order.
class IndexCheck {
 public:
  IndexCheck(const Database& database, ColumnReader& columns, IntegrityLog& log);
  ~IndexCheck();

  void check(const ReplayedRow& replayed);
  // Completes the check. Must be called after the last game.
  void finish();

 private:
  class Walk;

  std::unique_ptr<Walk> walk_;
};

// The numbers of the existing names and sources.
struct ExistingNames {
  GameSet players, events, sites, sources, openings;
};

// Compares the rows of `game` with segments, columns and texts. Returns the games that exist,
// including deleted ones. Replays games on up to `jobs` threads.
GameSet check_games(const Database& database, const ExistingNames& names, unsigned jobs,
                    IntegrityLog& log);

}  // namespace arbiter::sqlite
