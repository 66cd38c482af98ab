// Help texts and completions, made from the command table and the declared options, and options of
// other programs with what to use instead. On a terminal, long text is shown page by page.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/command.h"
#include "tools/cli/options/command_line.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/text_table.h"

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

// Returns the layout of help on standard output: the terminal width, and bold headings if the
// output is coloured.
TextLayout help_layout(const Console& console);

// Returns the output of `arbiter --help`: every command with its meaning, by group.
std::string program_help(std::span<const Command> commands, const TextLayout& layout);

// Returns the output of `arbiter COMMAND --help`: usage, options by group, and the footer.
std::string command_help(const BoundCommand& command, const TextLayout& layout);

// Returns the output of `arbiter COMMAND -h`. It is shorter, with only the names of filters and of
// the options that shape games.
std::string short_help(const BoundCommand& command, const TextLayout& layout);

// Returns the output of `arbiter __complete WORD...`: the candidates for the last word, which may
// be incomplete or empty. `words` are those of a command line after "arbiter". A "=" may be a
// separate word, because bash splits words at it. The first line of the result is "words", "list"
// or "files". In a list, a comma and another value may follow. With "files", the shell completes a
// file name. Each other line is a whole word, a tab and its description. The shell omits words that
// do not start with the last word.
std::string completions(std::span<const Command> commands, std::vector<std::string> words);

// Prints the text to standard output. If it does not fit on the terminal, uses the pager in PAGER,
// by default `less`. An empty PAGER, or a pager that cannot be run, disables paging.
void print_paged(const std::string& text, Console& console);

}  // namespace arbiter
