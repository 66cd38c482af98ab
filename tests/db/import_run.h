// Functions with which tests run and compare imports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/import/importer.h"
#include "db/sqlite/games/database.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct ImportRun {
  ImportEnd end;
  std::vector<std::pair<SourceStatus, std::string>> news;  // each with its source
  std::vector<std::string> failures;                       // names of failed sources
  std::vector<DiagnosticCode> file_findings;
};

// Ways to end an import early.
struct Breaking {
  std::optional<std::size_t> stop_after_chunks = {};  // stop requested by the listener
  std::optional<std::uint64_t> more_games = {};       // fails the batch that exceeds this number
};

ImportOptions few_games_a_batch(std::uint32_t games);

// Imports the files. Ignores the IoError of a failed batch.
ImportRun import_into(const Database& database, const std::vector<std::string>& paths,
                      const ImportOptions& options = {}, const Breaking& breaking = {});

// Returns the contents of a database: sources, and games with their findings, records and postings.
// The lines do not depend on batches or on the ids of names.
std::vector<std::string> content_of(const Database& database);

// Returns `count` different games of a few moves, each followed by an empty line.
std::string many_games(std::size_t count, std::size_t first = 1);

}  // namespace arbiter::testing
