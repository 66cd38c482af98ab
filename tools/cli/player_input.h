// Player lists given by users, and players matched by names in a filter.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "db/model/storage.h"
#include "lib/base/result.h"
#include "lib/tournament/list_checks.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// A function that receives the errors in a list, with their positions.
using ListFaultSink = std::function<void(LocatedDiagnostic fault)>;

Result<ListMonth> parse_players_month(std::string_view text);

// Reads the players that `known` needs from a player list, or from a tournament report (TRF), whose
// ratings count for any kind and month. Returns the month of the list, if stated. A FIDE file with
// one rating column has rapid or blitz ratings if its name contains that word. Prints the unused
// columns of a table to `messages`, unless it is null.
Result<std::optional<ListMonth>> read_players(const std::string& path, KnownPlayers& known,
                                              const ListFaultSink& faults, Console* messages);

// The options of a comparison between the players of games and a list. Prints a warning if some
// players, or all ratings, cannot be compared. Fails if the list cannot be read.
struct ListComparison {
  std::string path;
  std::optional<ListMonth> month = {};  // default: the month stated in the list
  bool is_quiet = false;
};
using FileFindingSink = std::function<void(const std::string& file, LocatedDiagnostic finding)>;
std::optional<Error> compare_with_list(const PlayerMentions& mentions,
                                       const ListComparison& comparison,
                                       const FileFindingSink& findings, Console& console);

// Prints matched players to standard error if a name matches several, and similar names if it
// matches none. Also prints how many more games a shorter spelling finds, such as "Aronian,L".
// Reads all player names a few times for each name in the filter.
void print_matched_players(const GameFilter& filter, Storage& storage, Console& console);

}  // namespace arbiter
