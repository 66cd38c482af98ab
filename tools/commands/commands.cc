#include "tools/commands/commands.h"

namespace arbiter::commands {
namespace {

constexpr Command kCommands[] = {
    {"validate", "check games against the Laws of Chess and the PGN standard", bind_validate},
    {"fmt", "rewrite games in PGN export format, warnings mended and nothing lost", bind_fmt},
    {"repair", "say what may have been meant where a game stops being legal, and mend it",
     bind_repair},
    {"import", "put games into a database: checked, every position indexed, nothing lost",
     bind_import},
    {"find", "list the games of a database that reached a position, or that a filter names",
     bind_find},
    {"export", "write games of a database to PGN, as they came in", bind_export},
    {"tree", "show what was played in a position of a database, and what came of it", bind_tree},
    {"stats", "count games of a database or of files: results, lengths, endings, findings",
     bind_stats},
    {"dedup", "find games that are in a database more than once, and say which to keep",
     bind_dedup},
    {"delete", "delete games from a database", bind_delete},
    {"compact", "make a database small: drop what deleted games have left, merge its index",
     bind_compact},
    {"verify", "check a database: every game replayed against all that is kept about it",
     bind_verify},
    {"sql", "ask a database in SQL, with functions for games and positions", bind_sql},
    {"explain", "say what a diagnostic means, with an example; or list all of them", bind_explain},
    {"show", "draw the position of a FEN, or show a game of a database", bind_show},
    {"perft", "count the positions that legal moves lead to", bind_perft},
    {"winnable", "say who can still mate by any series of legal moves, and prove it",
     bind_winnable},
    {"position", "apply the Laws to a position: moves, checks, rights, claims", bind_position},
    {"adjudicate", "say what comes of a flag, a resignation, a claim or the like", bind_adjudicate},
    {"touch", "say what a player must or may play after touching pieces", bind_touch},
    {"conditional", "check a series of conditional moves, and the opponent's answer to it",
     bind_conditional},
    {"completions", "print a script that completes commands and options in a shell",
     bind_completions},
    {"help", "explain a command and its options", bind_help},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

}  // namespace arbiter::commands
