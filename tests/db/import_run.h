// Imports as tests run and compare them.
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
  std::vector<std::pair<SourceStatus, std::string>> news;  // and the source
  std::vector<std::string> failures;                       // the names
  std::vector<DiagnosticCode> file_findings;
};

// How a run is ended before its time.
struct Breaking {
  std::optional<std::size_t> stop_after_chunks = {};  // the listener asks for it
  std::optional<std::uint64_t> more_games = {};       // the batch that brings more of them breaks
};

ImportOptions few_games_a_batch(std::uint32_t games);

// The IoError of a batch that breaks is swallowed.
ImportRun import_into(const Database& database, const std::vector<std::string>& paths,
                      const ImportOptions& options = {}, const Breaking& breaking = {});

// All that a database knows, in lines that do not depend on batches and on which numbers names
// have: sources, and games with their findings, records and postings.
std::vector<std::string> content_of(const Database& database);

// `count` games of a few moves, no two of them the same, each with an empty line behind it.
std::string many_games(std::size_t count, std::size_t first = 1);

}  // namespace arbiter::testing
