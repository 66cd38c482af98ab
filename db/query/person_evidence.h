// Evidence that several names in a database belong to one person.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "db/sqlite/games/database.h"
#include "db/sqlite/query/persons.h"
#include "lib/tournament/list_checks.h"

namespace arbiter {

struct PersonEvidence {
  enum class Kind : std::uint8_t {
    FideId,      // both names have the same FIDE id in several games
    List,        // the player list contains both names for one player
    Suggestion,  // one name abbreviates the other, and no third name matches
    Conflict,    // the evidence is contradictory
  };

  Kind kind = Kind::Suggestion;
  std::vector<const sqlite::Person*> persons = {};
  std::string why = {};

  bool is_certain() const { return kind == Kind::FideId || kind == Kind::List; }
};

// Returns persons identified by FIDE ids in games, and contradictions. Reads the tags of all games,
// at 10 us per game.
std::vector<PersonEvidence> evidence_of_ids(const sqlite::Database& database,
                                            std::span<const sqlite::Person> persons);

// Returns persons identified by names in the player list.
std::vector<PersonEvidence> evidence_of_list(const KnownPlayers& list,
                                             std::span<const sqlite::Person> persons);

// Returns suggestions for names that abbreviate exactly one other name. Pairs in `known` are
// omitted.
std::vector<PersonEvidence> evidence_of_names(std::span<const sqlite::Person> persons,
                                              std::span<const PersonEvidence> known);

}  // namespace arbiter
