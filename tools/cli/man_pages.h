// Manual pages in the man(7) language, from the table of commands and tools/docs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/cli/bound_command.h"

namespace arbiter {

// Returns arbiter(1): every command with its meaning, by group.
std::string program_man_page(std::span<const Command> commands);

// Returns arbiter-COMMAND(1). `page` is the command's page in Markdown, from which the description
// is converted; its own list of options is omitted.
std::string command_man_page(const BoundCommand& command, std::string_view page);

}  // namespace arbiter
