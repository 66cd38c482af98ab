// Scans of all rows of `game` on many threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/model/game_set.h"
#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "lib/base/ordered_work.h"

namespace arbiter::sqlite {

// A row's numbers as the columns of `fact` have them, but for the hash of the moves, which is 0;
// what a row says beyond that.
struct GameRow {
  GameId id{};
  ColumnRow columns;
  std::string start;
  std::vector<std::uint8_t> moves;
  std::uint64_t seal = 0;  // row_seal.h

  std::uint8_t flags() const { return static_cast<std::uint8_t>(columns[GameColumn::Flags]); }
};

// By rising number.
class GameRows {
 public:
  explicit GameRows(const Connection& connection);

  // False behind the last one.
  bool next(GameRow& row);

 private:
  Statement query_;
};

// What a thread looks at before it asks for more.
inline constexpr std::size_t kGamesAtOnce = 1024;

// Numbers of games in a span: so few that threads end together, so many that a query for them costs
// little.
inline constexpr std::int64_t kSpanGames = 16'384;

// A connection for each thread.
class SpanReaders {
 public:
  // Fewer than `jobs` where there is little to read.
  SpanReaders(const Connection& connection, GameSpan all, unsigned jobs);

  unsigned count() const { return static_cast<unsigned>(std::max<std::size_t>(1, own_.size())); }
  const Connection& operator[](unsigned thread) const {
    return own_.empty() ? connection_ : *own_[thread];
  }

 private:
  const Connection& connection_;
  std::vector<std::unique_ptr<Connection>> own_;
};

// Every row of `game` by rising number, those of deleted games included, at the moment in which
// `connection` is. For some games at a time, a `Part` is made, to which `work(worker, row, part)`
// adds each row on one of `jobs` threads; then `receive(part)` gets it on this thread, in order.
// This thread also reads the rows. `work` may take what the row has. Throws what it throws.
template <class Part, class Work, class Receive>
void for_each_game(const Connection& connection, unsigned jobs, Work work, Receive receive) {
  GameRows rows(connection);
  bool is_over = false;
  const auto take = [&]() -> std::optional<std::vector<GameRow>> {
    std::vector<GameRow> read;
    read.reserve(kGamesAtOnce);
    for (GameRow row; !is_over && read.size() < kGamesAtOnce;) {
      is_over = !rows.next(row);
      if (!is_over) read.push_back(std::move(row));
    }
    if (read.empty()) return std::nullopt;
    return read;
  };
  const auto make = [&](unsigned worker, std::vector<GameRow>& read) {
    Part part;
    for (GameRow& row : read) work(worker, row, part);
    return part;
  };
  run_in_order(jobs, take, make, receive);
}

// Calls `work(connection, span)` for one span of `all` after the other on up to `jobs` threads,
// each with a connection of its own, which may see what another process has written in between; and
// `receive(result)` with what it returns, in order, on this thread. Where the file cannot be opened
// again, all of it is on this thread.
template <class Work, class Receive>
void for_each_span(const Connection& connection, GameSpan all, unsigned jobs, Work work,
                   Receive receive) {
  const SpanReaders readers(connection, all, jobs);
  std::int64_t next = number_of(all.first);
  const auto take = [&]() -> std::optional<GameSpan> {
    if (next > number_of(all.last)) return std::nullopt;
    const GameId first{std::exchange(next, next + kSpanGames)};
    return GameSpan{first, GameId{std::min(next - 1, number_of(all.last))}};
  };
  run_in_order(
      readers.count(), take,
      [&](unsigned worker, GameSpan span) { return work(readers[worker], span); }, receive);
}

}  // namespace arbiter::sqlite
