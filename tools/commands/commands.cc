#include "tools/commands/commands.h"

#include "tools/commands/check/check.h"
#include "tools/commands/database/database.h"
#include "tools/commands/laws/laws.h"
#include "tools/commands/maintenance/maintenance.h"
#include "tools/commands/search/search.h"
#include "tools/commands/tournament/tournament.h"

namespace arbiter {
namespace {

constexpr std::string_view kCheck = "Check";
constexpr std::string_view kTournament = "Tournament";
constexpr std::string_view kDatabase = "Database";
constexpr std::string_view kSearch = "Search";
constexpr std::string_view kLaws = "Laws";
constexpr std::string_view kMaintenance = "Maintenance";

constexpr Command kCommands[] = {
    {kCheck, "validate", "check games against the Laws of Chess and the PGN standard",
     "check lint test verify-pgn", bind_validate},
    {kCheck, "watch", "check game files while live games are written to them",
     "monitor follow tail", bind_watch},
    {kCheck, "fmt", "rewrite games in PGN export format without losing anything",
     "format clean prettify", bind_fmt},
    {kCheck, "repair", "suggest and apply repairs for illegal moves", "fix correct", bind_repair},
    {kCheck, "lsp", "serve an editor: findings, explanations, repairs and formatting as you type",
     "language-server langserver", bind_lsp},
    {kCheck, "explain", "explain a diagnostic with an example, or list all diagnostics",
     "describe why", bind_explain},
    {kTournament, "standings",
     "show the standings of a tournament: points, tie-breaks, cross table",
     "table crosstable ranking", bind_standings},
    {kTournament, "crosscheck",
     "compare the games of a tournament with its tournament report (TRF)", "compare",
     bind_crosscheck},
    {kTournament, "report", "write an HTML page about a tournament: standings, findings, games",
     "page html publish", bind_report},
    {kDatabase, "import", "import games into a database, check them and index every position",
     "add load create index", bind_import},
    {kDatabase, "export", "write the games of a database to PGN, as `arbiter fmt` does",
     "dump pgn save", bind_export},
    {kDatabase, "filter", "extract games from files, split them, or convert their format",
     "extract split convert pgn-extract select cut", bind_filter},
    {kDatabase, "copy", "copy all games from one database to another", "clone migrate", bind_copy},
    {kDatabase, "sources", "list the source files of a database, or remove their games", "files",
     bind_sources},
    {kDatabase, "players", "list the players of a database, or merge names of the same person",
     "names", bind_players},
    {kDatabase, "dedup", "find duplicate games in a database, and show which to keep",
     "duplicates dedupe unique dup", bind_dedup},
    {kDatabase, "delete", "delete games from a database", "remove rm", bind_delete},
    {kSearch, "find", "list games that reached a position or match filters",
     "search query grep list games", bind_find},
    {kSearch, "tree", "show the moves played in a position, with their results",
     "explore explorer openings opening", bind_tree},
    {kSearch, "stats", "count games: results, lengths, endings, findings",
     "count summary statistics", bind_stats},
    {kSearch, "prepare", "report on a player: form, repertoire, weak openings, endings, games",
     "opponent player scout preparation", bind_prepare},
    {kSearch, "novelty", "show where each game departs from the games in a database", "novelties",
     bind_novelty},
    {kSearch, "book", "build an opening book from games, or show the contents of one", "polyglot",
     bind_book},
    {kSearch, "serve", "serve a page to explore games in a browser", "browser web http gui",
     bind_serve},
    {kSearch, "sql", "query a database in SQL, with functions for games and positions",
     "sqlite shell", bind_sql},
    {kLaws, "position", "apply the Laws to a position: moves, checks, rights, claims",
     "fen moves legal", bind_position},
    {kLaws, "adjudicate", "rule on a flag fall, a resignation, a claim or another event",
     "rule claim flag", bind_adjudicate},
    {kLaws, "winnable", "prove which players can still mate by a series of legal moves",
     "dead mate", bind_winnable},
    {kLaws, "touch", "show what a player must or may play after touching pieces", "touchmove",
     bind_touch},
    {kLaws, "conditional", "check a series of conditional moves and the opponent's reply",
     "premoves", bind_conditional},
    {kLaws, "show", "draw a position, or show a game of a database or file",
     "board draw view print", bind_show},
    {kLaws, "perft", "count the positions reached by legal moves", "divide", bind_perft},
    {kMaintenance, "verify", "check a database: replay every game and recheck all stored data",
     "fsck doctor", bind_verify},
    {kMaintenance, "compact", "shrink a database: drop deleted games and merge the index",
     "vacuum shrink optimize", bind_compact},
    {kMaintenance, "upgrade", "upgrade a database of an older Arbiter version", "update",
     bind_upgrade},
    {kMaintenance, "cluster", "set up a ClickHouse cluster, or show its status", "clickhouse",
     bind_cluster},
    {kMaintenance, "completions", "print a shell completion script", "complete completion",
     bind_completions},
    {kMaintenance, "help", "explain a command and its options", "manual usage topics", bind_help},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

}  // namespace arbiter
