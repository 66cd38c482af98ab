// Databases for tests that check, damage and compact them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/sqlite/care/integrity.h"
#include "db/sqlite/games/database.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns games with everything that a database can store: comments, variations, findings, another
// initial position, an unchecked variant, an illegal move, unknown dates.
std::string games_of_all_kinds();

// Returns a database in memory of games_of_all_kinds() and `more` plain games, in segments of 100
// games.
std::unique_ptr<Database> care_database(std::size_t more = 0);

// Adds the games in a text, as a separate source.
void import_text(const Database& database, const std::string& text);

// Returns all faults from check_integrity(), as "part game: message" with "-" for no game.
std::vector<std::string> faults_of(const Database& database);

// Deletes games by id, in a transaction. Returns the number of deleted games.
std::uint64_t delete_numbers(const Database& database, const std::vector<std::int64_t>& numbers);

// Returns all games as visible to readers: each as PGN with its id, findings and source.
std::vector<std::string> visible_content(const Database& database);

}  // namespace arbiter::testing
