// SQL literals and statements for ClickHouse, name ids, and the time.
#pragma once

#include <cstdint>
#include <ctime>
#include <span>
#include <string>
#include <string_view>

#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {

// Returns a string literal, such as 'O\'Kelly'.
std::string string_literal(std::string_view text);

// Returns a list such as "1,2,3" for IN (...). Precondition: `numbers` is not empty, because SQL
// does not allow an empty list.
std::string listed(std::span<const std::uint64_t> numbers);

// Returns a condition such as "white IN (1,2)". It is a subquery if there are very many numbers,
// and "0" if there are none.
std::string in_list(std::string_view column, std::span<const std::uint64_t> numbers);

// Returns the INSERT statement of the block, with its column names.
std::string insert_into(std::string_view table, const NativeBlock& block);

// Returns the query for the number of rows that fulfil the condition, and for the sum of each
// column as defined by NativeBlock::Column.
std::string sums_of_columns(std::string_view table, const NativeBlock& block,
                            std::string_view condition);

// The kind of a name (column `kind` of the table `names`).
enum class NameKind : std::uint8_t {
  Player = 1,
  Event = 2,
  Site = 3,
  Opening = 4,
  Diagnostic = 5,
};

// Returns the xxHash64 of a name, so that ids need no lookup. The empty name has id 0 and is in no
// table.
std::uint64_t name_id(std::string_view name);

// Returns the seconds since 1970, according to this machine's clock.
inline std::uint64_t seconds_now() { return static_cast<std::uint64_t>(std::time(nullptr)); }

}  // namespace arbiter::clickhouse
