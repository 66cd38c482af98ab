// Databases to check, damage and tidy.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/sqlite/care/integrity.h"
#include "db/sqlite/games/database.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Games with everything that a database can store: comments, variations, findings, another initial
// position, an unchecked variant, an illegal move, unknown dates.
std::string games_of_all_kinds();

// A database in memory: those games, then `more` plain ones, in segments of 100 games.
std::unique_ptr<Database> care_database(std::size_t more = 0);

// Adds the games of a text from a source of their own.
void import_text(const Database& database, const std::string& text);

// All faults from check_integrity(), as "part game: message" with "-" for no game.
std::vector<std::string> faults_of(const Database& database);

// Deletes games by id, in a transaction. Returns the number of deleted games.
std::uint64_t delete_numbers(const Database& database, const std::vector<std::int64_t>& numbers);

// All games as a reader sees them: each as PGN with its id, findings and source.
std::vector<std::string> visible_content(const Database& database);

}  // namespace arbiter::testing
