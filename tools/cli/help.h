// The help texts and the completions, from the table of commands and the options they declare.
// Long text on a terminal, page by page.
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

// Returns the layout of help on standard output: the width of the terminal, and bold headings if
// the output is coloured.
TextLayout help_layout(const Console& console);

// `arbiter --help`: every command with its meaning, by group.
std::string program_help(std::span<const Command> commands, const TextLayout& layout);

// `arbiter COMMAND --help`: usage, every option by its group, and the footer.
std::string command_help(const BoundCommand& command, const TextLayout& layout);

// `arbiter COMMAND -h`: the same in short, with the names alone of filters and of the parts of a
// written game.
std::string short_help(const BoundCommand& command, const TextLayout& layout);

// `arbiter __complete WORD...`: the candidates for the last word, which may be incomplete or empty.
// `words` are those of a command line after "arbiter". A "=" may be a word of its own, as bash
// splits them. The first line of the result is "words", "list" or "files". In a list, a comma and
// another value may follow. With "files", the shell completes a file name. Each other line is a
// whole word, and its description after a tab. The shell omits words that do not begin like the
// last one.
std::string completions(std::span<const Command> commands, std::vector<std::string> words);

// Prints the text to standard output; through the pager of PAGER, or less, if it is longer than the
// terminal is high. An empty PAGER means none, as does one that cannot be run.
void print_paged(const std::string& text, Console& console);

}  // namespace arbiter
