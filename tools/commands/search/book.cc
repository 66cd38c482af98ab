// The commands `arbiter book FILE... -o BOOK`, `arbiter book show BOOK` and `arbiter book dump
// BOOK`.
#include "lib/openings/book.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/game_filter.h"
#include "lib/base/text.h"
#include "lib/io/input_files.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/player_input.h"
#include "tools/commands/search/search.h"

namespace arbiter {
namespace {

constexpr Choice<BookWeight> kWeights[] = {
    {"score", BookWeight::Score},
    {"count", BookWeight::Count},
};

constexpr std::uint64_t kDefaultGames = 3;

struct BookCommandOptions {
  GameInput input;
  OutputOption output;
  BookOptions book;
  std::uint64_t plies = BookOptions().plies;
  PositionOptions position;
  GameFilter filter;
  AnswerFormat format = AnswerFormat::Text;
  bool quiet = false;
};

// Returns the position after --moves. It includes the square passed by a pawn, which the book's key
// needs.
Result<BookPosition> query_position(const PositionOptions& options) {
  Setup first = initial_setup();
  if (!options.fen.empty()) {
    const auto position = parse_position(options.fen);
    if (!position) return Error{fmt::format("--fen: {}", position.error())};
    auto parsed = parse_fen(options.fen);
    if (const auto* fen = std::get_if<ParsedFen>(&parsed)) first = fen->setup;
  }
  const auto line = play_moves(first, options.moves);
  if (!line) return Error{fmt::format("--moves: {}", line.error())};
  BookPosition position(first);
  for (const Move move : line->moves) position.play(move);
  return position;
}

Result<Book> read_book(const std::string& path) {
  auto book = Book::read(path);
  if (!book) return Error{fmt::format("{}: {}", path, book.error())};
  return book;
}

struct Row {
  BookEntry entry;
  std::string uci;
  std::string san = {};            // empty if the move is not legal in the position
  std::uint64_t total_weight = 0;  // total of the position; 0 if unknown
};

std::string square_text(unsigned square) {
  return {static_cast<char>('a' + (square & 7)), static_cast<char>('1' + (square >> 3 & 7))};
}

// Returns the move in coordinates. Castling is written as king takes rook, because without a
// position it cannot be distinguished from other moves.
std::string coordinates(std::uint16_t move) {
  constexpr std::string_view kPromotions = " nbrq   ";
  std::string text = square_text(move >> 6 & 63U) + square_text(move & 63U);
  const unsigned promotion = move >> 12 & 7U;
  if (promotion != 0) text += kPromotions[promotion];
  return text;
}

std::string share_of(const Row& row) {
  if (row.total_weight == 0) return "";
  return fmt::format("{:.1f}", 100.0 * row.entry.weight / static_cast<double>(row.total_weight));
}

void print_moves(std::span<const BookEntry> entries, const Position& position, AnswerFormat format,
                 Console& console) {
  const RecordKind<Row> kind{
      "move",
      {{{.heading = "Move"},
        [](auto& row) { return row.san.empty() ? row.uci + " (not legal)" : row.san; }},
       {"move", [](auto& row) { return row.san; }},
       {"uci", [](auto& row) { return row.uci; }},
       {number_column("Weight"), "weight", [](auto& row) { return row.entry.weight; }},
       {number_column("%"), "share", [](auto& row) { return Value::written(share_of(row)); }},
       {number_column("Learn", 1), "learn", [](auto& row) { return row.entry.learn; }}}};
  std::uint64_t total = 0;
  for (const BookEntry& entry : entries) total += entry.weight;
  std::vector<Row> rows;
  for (const BookEntry& entry : entries) {
    Row row{.entry = entry, .uci = coordinates(entry.move), .total_weight = total};
    if (const auto move = book_move_of(entry.move, position)) {
      row.san = san_of(*move, position);
      row.uci = uci_of(*move, position);
    }
    rows.push_back(std::move(row));
  }
  print_records(format, kind, rows, console);
}

Result<ExitCode> show(const BookCommandOptions& options, const std::string& path,
                      Console& console) {
  const auto position = query_position(options.position);
  if (!position) return Error{position.error()};
  const auto book = read_book(path);
  if (!book) return Error{book.error()};
  const auto entries = book->at(position->key());
  print_moves(entries, position->position(), options.format, console);
  if (entries.empty() && options.format == AnswerFormat::Text) {
    console.say(fmt::format("{}: no moves for this position ({} of {} in the book)",
                            shown_path(path), counted(book->entries().size(), "move"),
                            counted(book->positions(), "position")));
  }
  return ExitCode::Clean;
}

Result<ExitCode> dump(const BookCommandOptions& options, const std::string& path,
                      Console& console) {
  const auto book = read_book(path);
  if (!book) return Error{book.error()};
  const RecordKind<BookEntry> kind{
      "entry",
      {{{.heading = "Key"}, "key", [](auto& entry) { return fmt::format("{:016x}", entry.key); }},
       {{.heading = "Move"}, "move", [](auto& entry) { return coordinates(entry.move); }},
       {number_column("Weight"), "weight", [](auto& entry) { return entry.weight; }},
       {number_column("Learn", 1), "learn", [](auto& entry) { return entry.learn; }}}};
  print_records(options.format, kind, book->entries(), console);
  return ExitCode::Clean;
}

unsigned points(Outcome result, Color color) {
  if (result == Outcome::Draw) return 1;
  return result == win_of(color) ? 2 : 0;
}

struct AddedGames {
  std::uint64_t games = 0;
  // Number of games with Chess960 castling, which the format cannot represent.
  std::uint64_t unusual = 0;
};

// Games, and the side whose moves are added. If no side is set, the moves of both sides are added.
struct BookSource {
  GameFilter filter;
  std::optional<Color> side = {};
};

// Returns the games of the filter. If it names a player, also sets that player's side.
std::vector<BookSource> sources_of(const GameFilter& filter) {
  if (!white_is_player(filter)) return {{filter}};
  return {{as_white(filter), Color::White}, {as_black(filter), Color::Black}};
}

AddedGames add_games(Storage& storage, const BookCommandOptions& options, BookMaker& maker) {
  AddedGames added;
  for (const BookSource& source : sources_of(options.filter)) {
    const auto receive = [&](const StreamedBatch& batch) {
      for (const StreamedGame& streamed : batch.games) {
        const StoredGame& game = streamed.game;
        if ((game.flags & kUnchecked) != 0) continue;
        const bool is_added = maker.add({.start = first_setup(game),
                                         .moves = game.moves,
                                         .white_points = points(game.result, Color::White),
                                         .black_points = points(game.result, Color::Black),
                                         .side = source.side});
        ++(is_added ? added.games : added.unusual);
      }
    };
    storage.stream({.filter = source.filter}, {.has_records = false,
                                               .jobs = static_cast<unsigned>(options.input.jobs),
                                               .receive = receive});
  }
  return added;
}

Result<ExitCode> make(const BookCommandOptions& options, Console& console) {
  if (!options.output.names_file()) {
    const std::string& name = options.input.names.front();
    return Error{
        name.ends_with(".bin")
            ? fmt::format("{0}: no games; use `arbiter book show {0}` to show a book", name)
            : std::string("no book given; use -o FILE")};
  }
  constexpr std::string_view kNames[] = {"book"};
  if (const auto named = format_by_name(options.output.path, kNames); !named) {
    return Error{named.error()};
  }
  auto output = GamesOutput::open(options.output, files_named(options.input.names).files, console);
  if (!output) return Error{output.error()};
  const auto games = open_games(options.input, {QueryPositions::First, options.quiet}, console);
  if (!games) return Error{games.error()};
  if (!options.quiet) print_matched_players(options.filter, *games->storage, console);
  BookOptions book_options = options.book;
  book_options.plies = static_cast<std::size_t>(options.plies);
  BookMaker maker(book_options);
  const AddedGames added = add_games(*games->storage, options, maker);
  const std::vector<BookEntry> entries = maker.finish();
  output->write(bytes_of(entries));
  if (const auto error = output->finish(games->inputs)) return *error;
  if (!options.quiet) {
    console.say(fmt::format("{}: {} from {}{}", shown_path(options.output.path),
                            counted(entries.size(), "move"), counted(added.games, "game"),
                            added.unusual == 0 ? ""
                                               : fmt::format("; {} with Chess960 castling skipped",
                                                             counted(added.unusual, "game"))));
    if (entries.empty() && added.games > 0) console.say("use --min-games 1 for moves of one game");
  }
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

Result<ExitCode> run(const BookCommandOptions& options, Console& console) {
  const std::vector<std::string>& words = options.input.names;
  const bool shows = words.front() == "show";
  if (!shows && words.front() != "dump") return make(options, console);
  if (words.size() != 2) return Error{fmt::format("{} needs one book", words.front())};
  return shows ? show(options, words[1], console) : dump(options, words[1], console);
}

}  // namespace

CommandRun bind_book(CommandLine& app) {
  const auto options = std::make_shared<BookCommandOptions>();
  options->book.least_games = kDefaultGames;
  add_game_files(app, options->input);
  app.options().back()->description(
      "Games for a new book (database, files, folders, archives, or -); or show BOOK, dump BOOK");
  constexpr const char* kMaking = "Making a book";
  add_output(app, options->output);
  add_choice<BookWeight>(
      app, "--weight", options->book.weight, kWeights,
      "Weight of moves: score (2 per win, 1 per draw) or count (number of games) (default: score)")
      ->group(kMaking);
  add_number(app, "--min-games", options->book.least_games, {.min = 1},
             "Omit moves played in fewer than N games (default: 3)")
      ->group(kMaking);
  add_number(app, "--depth", options->plies, {.min = 1, .max = 1000},
             "Use the first N half-moves of each game (default: 40)")
      ->group(kMaking);
  add_quiet(app, options->quiet);
  constexpr const char* kShowing = "Showing a book";
  add_text(app, "--fen FEN", options->position.fen, "Position, in quotes")->group(kShowing);
  add_text(app, "--moves MOVES", options->position.moves,
           "Position after these moves, in quotes: 'e4 c5 Nf3'")
      ->group(kShowing);
  add_format(app, options->format, kTableFormats);
  add_filters(app, options->filter);
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
