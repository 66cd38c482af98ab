#include "tools/commands/commands.h"

#include "tools/commands/check/check.h"
#include "tools/commands/database/database.h"
#include "tools/commands/laws/laws.h"
#include "tools/commands/maintenance/maintenance.h"
#include "tools/commands/search/search.h"
#include "tools/commands/tournament/tournament.h"

namespace arbiter {
namespace {

constexpr Command kCommands[] = {
    {"validate", "check games against the Laws of Chess and the PGN standard", bind_validate},
    {"watch", "validate files of live games while they grow", bind_watch},
    {"fmt", "rewrite games in PGN export format, correcting warnings, losing nothing", bind_fmt},
    {"filter", "select games from files: PGN in, PGN out, in one pass", bind_filter},
    {"repair", "suggest and apply corrections where a game becomes illegal", bind_repair},
    {"standings", "show the table of a tournament: points, tie-breaks, cross table",
     bind_standings},
    {"crosscheck", "compare the games of a tournament with its report (TRF)", bind_crosscheck},
    {"report", "write a page (HTML) about a tournament: table, findings, games", bind_report},
    {"import", "import games into a database: checked, all positions indexed, nothing lost",
     bind_import},
    {"copy", "copy the games of a database to another one, between a file and a cluster",
     bind_copy},
    {"cluster", "make the tables of a ClickHouse cluster for games, or say how it is",
     bind_cluster},
    {"find", "list games that reached a position or match filters", bind_find},
    {"export", "write games of a database to PGN, as they were imported", bind_export},
    {"tree", "show the moves played in a position, with their results", bind_tree},
    {"stats", "count games: results, lengths, endings, findings", bind_stats},
    {"book", "make an opening book of games, or show what one has", bind_book},
    {"novelty", "say where each game left what a database knows", bind_novelty},
    {"dedup", "find duplicate games in a database, and say which to keep", bind_dedup},
    {"sources", "list the files whose games a database has, and forget some of them", bind_sources},
    {"players", "list the players of a database, and make several names one person", bind_players},
    {"delete", "delete games from a database", bind_delete},
    {"compact", "shrink a database: remove what deleted games left and merge the index",
     bind_compact},
    {"upgrade", "bring a database of an older Arbiter up to date", bind_upgrade},
    {"verify", "check a database: replay every game and compare what is stored about it",
     bind_verify},
    {"sql", "query a database in SQL, with functions for games and positions", bind_sql},
    {"explain", "explain a diagnostic, with an example; or list all of them", bind_explain},
    {"show", "draw the position of a FEN, or show a game of a database", bind_show},
    {"perft", "count the positions reached by legal moves", bind_perft},
    {"winnable", "say who can still mate by some series of legal moves, with proof", bind_winnable},
    {"position", "apply the Laws to a position: moves, checks, rights, claims", bind_position},
    {"adjudicate", "rule on a flag fall, a resignation, a claim or another event", bind_adjudicate},
    {"touch", "say what a player must or may play after touching pieces", bind_touch},
    {"conditional", "check a series of conditional moves and the opponent's reply",
     bind_conditional},
    {"completions", "print a shell completion script", bind_completions},
    {"help", "explain a command and its options", bind_help},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

}  // namespace arbiter
