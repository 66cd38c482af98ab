// Replacements for options of other programs and for natural words. The tables are those of
// tools/docs/words.md and tools/docs/pgn-extract.md.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace arbiter {

struct Advice {
  std::string text;      // such as "use --limit N"; empty if the word is unknown
  std::string commands;  // commands with the option, such as "find, export"; may be empty
};

// Returns the advice for a word used with a command (empty: any command). Ignores dashes, except
// that pgn-extract's one-letter options apply only to commands that write games. `has_option`
// returns whether the command has an option such as "--limit"; if not, the advice names a command
// that does.
Advice advice_on(std::string_view word, std::string_view command,
                 const std::function<bool(std::string_view)>& has_option);

}  // namespace arbiter
