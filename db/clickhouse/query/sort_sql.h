// What games are sorted by, in SQL, and the order of what several shards have sorted.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "db/clickhouse/wire/row_reader.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

// 0 and an empty text are not known.
struct SortValue {
  std::uint64_t number = 0;
  std::string text = {};

  bool is_known() const { return number != 0 || !text.empty(); }
  auto operator<=>(const SortValue&) const = default;
};

// A SELECT from which sorted games come.
class SortSql {
 public:
  explicit SortSql(std::span<const SortOrder> order) : order_(order) {}

  // Columns of `games` that it needs beside `game` and `ply`: "date, white_elo". Empty: none.
  std::string columns() const;

  // `rows` is a SELECT of game, ply and columns(). The answer: game, ply, and a value for each
  // order, by these and at last by the game's number, from the first to the `most`th.
  std::string sorted(const std::string& rows, std::uint64_t most) const;

  // The values of a row of the answer.
  std::vector<SortValue> read(RowReader& rows) const;

  // Whether a game with these values comes before one with the others; neither: they are equal.
  std::strong_ordering compare(const std::vector<SortValue>& one,
                               const std::vector<SortValue>& other) const;

 private:
  std::span<const SortOrder> order_;
};

}  // namespace arbiter::clickhouse
