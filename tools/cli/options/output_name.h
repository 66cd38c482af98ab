// The rule by which the name of an output decides its format. Compression follows from the endings
// .gz and .zst (see OutputFile).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/base/result.h"

namespace arbiter {

// Returns the extension without its dot and a compression ending, in small letters. It is empty if
// the end of the name is no extension: "round.2", "Alder vs. Birch".
std::string extension_of(const std::string& path);

// Returns the one of `formats` that the extension selects, such as "json" for "games.JSONL.gz", and
// "text" for .txt. Returns nothing for standard output and for names without an extension, such as
// "round.2" and "Alder vs. Birch": the default format. Fails if the extension is that of no format.
Result<std::optional<std::string_view>> format_by_name(const std::string& output,
                                                       std::span<const std::string_view> formats);

// Returns why a command that writes no PGN must not write to `output`. A file of games that is
// named by mistake would be lost.
std::optional<Error> fault_of_games_name(const std::string& output);

}  // namespace arbiter
