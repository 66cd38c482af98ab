// A player list, read from a file that the user names.
// The players that the names of a filter match.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "db/model/storage.h"
#include "lib/base/result.h"
#include "lib/tournament/list_checks.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// Receives the errors in the list, at their places in it.
using ListFaultSink = std::function<void(LocatedDiagnostic fault)>;

// Reads the players that `known` needs; returns the month of the list if it states one. A FIDE file
// with one rating column has rapid or blitz ratings if its name contains that word.
Result<std::optional<ListMonth>> read_players(const std::string& path, KnownPlayers& known,
                                              const ListFaultSink& faults);

// Compares the players of games with a list; each finding is in its file. Prints a warning if not
// all players, or no ratings, can be compared. Fails if the list cannot be read.
struct ListComparison {
  std::string path;
  std::optional<ListMonth> month = {};  // nothing: the month that the list states
  bool is_quiet = false;
};
using FileFindingSink = std::function<void(const std::string& file, LocatedDiagnostic finding)>;
std::optional<Error> compare_with_list(const PlayerMentions& mentions,
                                       const ListComparison& comparison,
                                       const FileFindingSink& findings, Console& console);

// Prints to standard error which players a name matches if they are several, and similar names if
// it matches none. Reads the names of all players for each name in the filter.
void print_matched_players(const GameFilter& filter, Storage& storage, Console& console);

}  // namespace arbiter
