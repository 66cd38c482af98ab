// The help texts, from the table of commands and the options they declare.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tools/cli/bound_command.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// `arbiter --help`: every command with its meaning.
std::string program_help(std::span<const Command> commands);

// `arbiter COMMAND --help`: usage, every option by its group, and the footer.
std::string command_help(const BoundCommand& command);

// "--jobs", "-q, --quiet", "FILE...": as help writes it, without its value.
std::string written_names(const Option& option);

// `text` in lines of at most `width` cells of a terminal, the second and later ones
// behind `indent` blanks. Longer words stay whole.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 80);

}  // namespace arbiter
