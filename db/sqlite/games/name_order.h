// Names in alphabetical order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/names.h"

namespace arbiter::sqlite {

// For each of `ids` the place of its name among them by the folded words, from 1; equal words have
// the same place, missing names none (0). About 0.15 us for each name of the table.
std::vector<std::uint32_t> places_of_names(const Connection& connection, NameTable table,
                                           std::span<const std::uint32_t> ids);

}  // namespace arbiter::sqlite
