// Evidence that names of a database belong to one person.
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
    FideId,      // several games give the same FIDE id to both names
    List,        // the player list has both names for one player
    Suggestion,  // one name abbreviates the other, and no third name matches
    Conflict,    // the evidence is contradictory
  };

  Kind kind = Kind::Suggestion;
  std::vector<const sqlite::Person*> persons = {};
  std::string why = {};

  bool is_certain() const { return kind == Kind::FideId || kind == Kind::List; }
};

// Returns the persons who have the same FIDE id in their games, and contradictions. Reads the tags
// of all games, in 10 us per game.
std::vector<PersonEvidence> evidence_of_ids(const sqlite::Database& database,
                                            std::span<const sqlite::Person> persons);

// Returns the persons whom the player list assigns to one player.
std::vector<PersonEvidence> evidence_of_list(const KnownPlayers& list,
                                             std::span<const sqlite::Person> persons);

// Returns suggestions for names that abbreviate exactly one other name. Pairs in `known` are
// omitted.
std::vector<PersonEvidence> evidence_of_names(std::span<const sqlite::Person> persons,
                                              std::span<const PersonEvidence> known);

}  // namespace arbiter
