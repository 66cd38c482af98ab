// Functions that return results of storages as text, to compare them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/model/storage.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Opens the storage of that name for reading.
std::unique_ptr<Storage> opened(const std::string& name);

// Returns the totals, and the groups by every key, one per line.
std::vector<std::string> counts_of(Storage& storage);

// Returns the number of games that reached the position, and its tree.
std::string answer_at(Storage& storage, const std::string& fen);

// Returns `count` positions from games of the storage as FEN. Positions of many games are more
// frequent.
std::vector<std::string> random_positions(const std::string& store, std::size_t count,
                                          std::uint64_t seed);

// Returns a hash of all games as PGN, in any order.
std::string exported_games(const std::string& store);

}  // namespace arbiter::testing
