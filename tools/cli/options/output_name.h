// Selection of the output format by file name. The suffixes .gz and .zst select compression (see
// OutputFile).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/base/result.h"

namespace arbiter {

// Returns the extension in lower case, without its dot and compression suffixes. Empty for names
// without one, such as "round.2" or "Alder vs. Birch".
std::string extension_of(const std::string& path);

// Returns the format selected by the extension, such as "json" for "games.JSONL.gz", and "text" for
// .txt. Returns nothing (the default format) for standard output and names without an extension.
// Fails for other extensions.
Result<std::optional<std::string_view>> format_by_name(const std::string& output,
                                                       std::span<const std::string_view> formats);

// For commands that do not write games: returns an error if `output` is named like a game file,
// which could be lost by mistake.
std::optional<Error> fault_of_games_name(const std::string& output);

}  // namespace arbiter
