// Values and statements as ClickHouse's SQL writes them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "db/clickhouse/wire/native_block.h"

namespace arbiter::clickhouse {

// 'O\'Kelly': a string literal.
std::string quoted(std::string_view text);

// "1,2,3", for IN (...); not for an empty list, which SQL does not know.
std::string listed(std::span<const std::uint64_t> numbers);

// The INSERT whose body the block is: its columns by name.
std::string insert_into(std::string_view table, const NativeBlock& block);

}  // namespace arbiter::clickhouse
