// Values and statements in ClickHouse's SQL.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "db/clickhouse/wire/native_block.h"

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

}  // namespace arbiter::clickhouse
