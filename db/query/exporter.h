// Games of a database out into PGN, many at once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "db/model/ids.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::query {

// Some games as text, one behind the other, and how many they are.
using TextReceiver = std::function<void(std::string_view pgn, std::uint64_t games)>;

// Gives the games in the order of `ids`, written as stored_pgn.h says, to `receive`, which is
// called on this thread. Up to `jobs` threads beside it make the text, if the file can be
// opened again; what they keep ready is some hundred games each. Games that are gone are left out.
// Throws IoError where the database is damaged.
void export_games(const Connection& connection, std::span<const GameId> ids, unsigned jobs,
                  const TextReceiver& receive);

}  // namespace arbiter::db::query
