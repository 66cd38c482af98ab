// Evidence that two persons of a database are the same.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "db/sqlite/games/database.h"
#include "db/sqlite/query/persons.h"
#include "lib/tournament/known_players.h"

namespace arbiter {

struct PersonEvidence {
  enum class Kind : std::uint8_t {
    FideId,      // games give both the same FIDE id
    List,        // the player list has both as names of one player
    Suggestion,  // one name abbreviates the other, and no third name
    Conflict,    // the evidence contradicts itself
  };

  Kind kind = Kind::Suggestion;
  std::vector<const sqlite::Person*> persons = {};
  std::string why = {};

  bool is_certain() const { return kind == Kind::FideId || kind == Kind::List; }
};

// Reads the tags of all games: 10 us per game.
std::vector<PersonEvidence> evidence_of_ids(const sqlite::Database& database,
                                            std::span<const sqlite::Person> persons);
std::vector<PersonEvidence> evidence_of_list(const KnownPlayers& list,
                                             std::span<const sqlite::Person> persons);
// Omits pairs that are in `but_not`.
std::vector<PersonEvidence> evidence_of_names(std::span<const sqlite::Person> persons,
                                              std::span<const PersonEvidence> but_not);

}  // namespace arbiter
