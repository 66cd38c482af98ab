// The help texts, from the table of commands and the options they declare.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/cli/bound_command.h"
#include "tools/cli/options/command_line.h"
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

// "--jobs", "-q, --quiet", "FILE...": as help writes it, without its value.
std::string written_names(const Option& option);

}  // namespace arbiter
