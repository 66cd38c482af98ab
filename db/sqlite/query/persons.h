// The players of a database as persons: each with all names that are the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

struct PersonName {
  std::uint32_t id = 0;
  std::string name = {};
  std::string folded = {};
  std::uint64_t games = 0;  // a game of two names of a person counts twice
};

struct Person {
  std::vector<PersonName> names = {};  // the most frequent first
  std::uint64_t games = 0;

  const std::string& name() const { return names.front().name; }
};

// Those with most games first; nobody without games. Reads the
// players and their games: 0.3 us a game.
std::vector<Person> persons_of(const Connection& connection);

// The number of the first game that these names play against each other; nothing if they never do.
// Reads the players of all games.
std::optional<std::int64_t> game_between(const Connection& connection,
                                         std::span<const std::uint32_t> names,
                                         std::span<const std::uint32_t> others);

}  // namespace arbiter::sqlite
