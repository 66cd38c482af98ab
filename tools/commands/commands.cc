#include "tools/commands/commands.h"

namespace arbiter {
namespace {

constexpr Command kCommands[] = {
    {"validate", "check games against the Laws of Chess and the PGN standard", bind_validate},
    {"fmt", "rewrite games in PGN export format, warnings mended and nothing lost", bind_fmt},
    {"import", "put games into a database: checked, every position indexed, nothing lost",
     bind_import},
    {"find", "list the games of a database that reached a position, or that a filter names",
     bind_find},
    {"export", "write games of a database to PGN, as they came in", bind_export},
    {"explain", "say what a diagnostic means, with an example; or list all of them", bind_explain},
    {"show", "draw the position of a FEN, and say what is special about it", bind_show},
    {"perft", "count the positions that legal moves lead to", bind_perft},
    {"completions", "print a script that completes commands and options in a shell",
     bind_completions},
    {"help", "explain a command and its options", bind_help},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

}  // namespace arbiter
