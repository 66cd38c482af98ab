// Help text and completions, generated from the command table and the declared options, and the
// pager.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/bound_command.h"
#include "tools/cli/options/command_line.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/text_table.h"

namespace arbiter {

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
