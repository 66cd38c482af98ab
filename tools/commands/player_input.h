// A list of players, read from a file that the user names.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lib/base/result.h"
#include "lib/players/known_players.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/namespaces.h"

namespace arbiter::commands {

// What is wrong with the list, at its place in it.
using ListFaultSink = std::function<void(LocatedDiagnostic fault)>;

// Reads the players that `known` wants; returns the month of the list if it says one. A file of
// FIDE with one column of ratings has rapid or blitz ones if its name says so.
Result<std::optional<ListMonth>> read_players(const std::string& path, KnownPlayers& known,
                                              const ListFaultSink& faults);

}  // namespace arbiter::commands
