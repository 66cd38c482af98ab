// Options of other programs and natural words, with what to use instead. The tables are those of
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

// Returns the advice for a word in a command; empty for any command. Dashes do not matter, except
// that pgn-extract's options of one letter apply only to commands that write games. `has_option`
// returns whether the command has an option such as "--limit"; if it has not, the advice names a
// command that has.
Advice advice_on(std::string_view word, std::string_view command,
                 const std::function<bool(std::string_view)>& has_option);

}  // namespace arbiter
