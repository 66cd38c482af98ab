// Values and statements in ClickHouse's SQL.
// The ids of names in a cluster: hashes, so that no lookup is necessary.
// The time in the tables of a cluster.
#pragma once

#include <cstdint>
#include <ctime>
#include <span>
#include <string>
#include <string_view>

#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {

// Returns a string literal: 'O\'Kelly'.
std::string string_literal(std::string_view text);

// Returns "1,2,3" for IN (...). Precondition: the list is not empty, which SQL does not allow.
std::string listed(std::span<const std::uint64_t> numbers);

// Returns the condition "white IN (1,2)", with a subquery for very many numbers; "0" for none.
std::string in_list(std::string_view column, std::span<const std::uint64_t> numbers);

// Returns the INSERT of the block, with the names of its columns.
std::string insert_into(std::string_view table, const NativeBlock& block);

// Returns the query for the number of rows with the condition, and the sum of each column like
// NativeBlock::Column.
std::string sums_of_columns(std::string_view table, const NativeBlock& block,
                            std::string_view condition);

// Column `kind` of the table `names`.
enum class NameKind : std::uint8_t {
  Player = 1,
  Event = 2,
  Site = 3,
  Opening = 4,
  Diagnostic = 5,
};

// Returns the xxHash64 of a name, or 0 for the empty name, which is in no table.
std::uint64_t name_id(std::string_view name);

// Returns the seconds since 1970, by the clock of this machine.
inline std::uint64_t seconds_now() { return static_cast<std::uint64_t>(std::time(nullptr)); }

}  // namespace arbiter::clickhouse
