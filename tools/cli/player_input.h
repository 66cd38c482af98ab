// A list of players, read from a file that the user names.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lib/base/result.h"
#include "lib/tournament/list_checks.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// What is wrong with the list, at its place in it.
using ListFaultSink = std::function<void(LocatedDiagnostic fault)>;

// Reads the players that `known` wants; returns the month of the list if it says one. A file of
// FIDE with one column of ratings has rapid or blitz ones if its name says so.
Result<std::optional<ListMonth>> read_players(const std::string& path, KnownPlayers& known,
                                              const ListFaultSink& faults);

// What games say of players against a list, each finding in its file. Complains to the console
// where not all players, or no ratings, can be compared. Fails if the list cannot be read.
struct ListComparison {
  std::string path;
  std::optional<ListMonth> month = {};  // nothing: what the list says
  bool is_quiet = false;
};
using FileFindingSink = std::function<void(const std::string& file, LocatedDiagnostic finding)>;
std::optional<Error> compare_with_list(const PlayerMentions& mentions,
                                       const ListComparison& comparison,
                                       const FileFindingSink& findings, Console& console);

}  // namespace arbiter
