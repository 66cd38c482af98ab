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
    FideId,      // several games give both names the same FIDE id
    List,        // the player list has both names for one player
    Suggestion,  // one name abbreviates the other, and no third name
    Conflict,    // the evidence is contradictory
  };

  Kind kind = Kind::Suggestion;
  std::vector<const sqlite::Person*> persons = {};
  std::string why = {};

  bool is_certain() const { return kind == Kind::FideId || kind == Kind::List; }
};

// Returns the persons whose games give them the same FIDE id, and contradictions. Reads the tags of
// all games: 10 us per game.
std::vector<PersonEvidence> evidence_of_ids(const sqlite::Database& database,
                                            std::span<const sqlite::Person> persons);

// Returns the persons whom the player list has under one player.
std::vector<PersonEvidence> evidence_of_list(const KnownPlayers& list,
                                             std::span<const sqlite::Person> persons);

// Returns suggestions: a name that abbreviates one other name only. Omits pairs that are in
// `known`.
std::vector<PersonEvidence> evidence_of_names(std::span<const sqlite::Person> persons,
                                              std::span<const PersonEvidence> known);

}  // namespace arbiter
