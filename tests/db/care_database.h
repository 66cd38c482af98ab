// Databases to be checked, damaged and tidied.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/sqlite/care/integrity.h"
#include "db/sqlite/games/database.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Games with all that a database can keep: comments, variations, findings, another initial
// position, a variant that is not checked, an illegal move, unknown dates.
std::string games_of_all_kinds();

// In memory: those games, then `more` plain ones, in segments of 100 games.
std::unique_ptr<Database> care_database(std::size_t more = 0);

// Adds the games of a text from a source of its own.
void import_text(const Database& database, const std::string& text);

// All that check_integrity() finds, as "part game: what" with "-" for no game.
std::vector<std::string> faults_of(const Database& database);

// Deletes games by number, in a transaction. Returns how many were.
std::uint64_t delete_numbers(const Database& database, const std::vector<std::int64_t>& numbers);

// What a reader sees of all games, each as PGN with its number, findings and source.
std::vector<std::string> visible_content(const Database& database);

}  // namespace arbiter::testing
