// arbiter novelty FILE... --against DB
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/tag_columns.h"
#include "db/store/open_storage.h"
#include "lib/laws/numbered_moves.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"
#include "tools/cli/output/utf8.h"
#include "tools/commands/search/search.h"

namespace arbiter {
namespace {

struct Options {
  GameInput input;
  std::string against;
  GameFilter filter;  // of the games that it is compared with
  bool earlier = false;
  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;
};

// Where a game left what was known.
struct Departure {
  StoredGame game;
  std::uint64_t known = 0;             // plies to the last position that other games had
  std::uint64_t games = 0;             // that had it
  std::optional<GameId> example = {};  // one of them
  std::string move = {};  // "12. Nd7": the first one that no game has; empty: there is none
  std::string san = {};
  std::string uci = {};

  bool is_new() const { return !move.empty(); }
};

// How often positions occur in a store, and in which game.
class Known {
 public:
  Known(Storage& storage, GameFilter filter) : storage_(storage), filter_(std::move(filter)) {}

  // Only games before that day count; 0: all.
  void only_before(std::uint32_t date) {
    now_ = filter_;
    if (date != 0) {
      now_.require(filter_of(NumberTest{.of = GameNumber::Date,
                                        .form = NumberTest::Form::Date,
                                        .range = {.min = 1, .max = date - 1}}));
    }
  }

  // Games that had the position, one of them replayed. Most positions no game had, whatever the
  // filter, which costs more to ask.
  FoundGames games(const Position& position) const {
    FindQuery query{.position = PositionQuery(position, Rights::Exact), .limit = 1};
    FoundGames found = storage_.games(query);
    if (found.games.empty() || now_.is_empty()) return found;
    query.filter = now_;
    return storage_.games(query);
  }

 private:
  Storage& storage_;
  GameFilter filter_;
  GameFilter now_;
};

// A position that comes again later is known again, so the last one decides.
Departure departure_of(StoredGame game, const Known& known) {
  Departure departure;
  std::vector<Position> positions{Position(first_setup(game))};
  for (const Move move : game.moves) {
    positions.push_back(positions.back());
    positions.back().play(move);
  }
  std::size_t ply = positions.size();
  while (ply-- > 0) {
    const FoundGames found = known.games(positions[ply]);
    if (found.games.empty()) continue;
    departure.known = ply;
    departure.games = found.total;
    departure.example = found.games.front().id;
    break;
  }
  if (departure.known < game.moves.size()) {
    const Position& before = positions[departure.known];
    const Move move = game.moves[departure.known];
    departure.san = san_of(move, before);
    departure.uci = uci_of(move, before);
    departure.move = numbered_san(move, before);
  }
  departure.game = std::move(game);
  return departure;
}

std::uint64_t id_of(const StoredGame& game) {
  return static_cast<std::uint64_t>(number_of(game.id));
}

std::vector<RecordDesign<Departure>::ShownColumn> shown_columns() {
  using Row = Departure;
  return {
      {number_column("Game"), [](const Row& r) { return Cell{fmt::format("{}", id_of(r.game))}; }},
      {name_column("White"), [](const Row& r) { return Cell{r.game.white}; }},
      {name_column("Black"), [](const Row& r) { return Cell{r.game.black}; }},
      {{.heading = "Novelty"}, [](const Row& r) { return Cell{r.is_new() ? r.move : "(none)"}; }},
      {number_column("Games before"), [](const Row& r) { return Cell{with_commas(r.games)}; }},
      {number_column("Such as", 2),
       [](const Row& r) {
         return Cell{r.example ? fmt::format("{}", number_of(*r.example)) : ""};
       }},
      {{.heading = "Opening", .importance = 1, .min_width = 12},
       [](const Row& r) {
         return Cell{opening_text(eco_text(r.game.opening_eco), r.game.opening)};
       }},
  };
}

std::vector<RecordDesign<Departure>::NamedField> named_fields() {
  using Row = Departure;
  return {
      {{"id"}, [](const Row& r) { return Value::of(id_of(r.game)); }},
      {{"white"}, [](const Row& r) { return Value::of_known(r.game.white); }},
      {{"black"}, [](const Row& r) { return Value::of_known(r.game.black); }},
      {{"date"}, [](const Row& r) { return Value::of(date_text(r.game.date)); }},
      {{"eco"}, [](const Row& r) { return Value::of_known(eco_text(r.game.opening_eco)); }},
      {{"opening"}, [](const Row& r) { return Value::of_known(r.game.opening); }},
      {{"known_plies"}, [](const Row& r) { return Value::of(r.known); }},
      {{"games_before"}, [](const Row& r) { return Value::of(r.games); }},
      {{"example"},
       [](const Row& r) {
         return r.example ? Value::of(static_cast<std::uint64_t>(number_of(*r.example))) : Value();
       }},
      {{"novelty"}, [](const Row& r) { return Value::of_known(r.move); }},
      {{"move"}, [](const Row& r) { return Value::of_known(r.san); }},
      {{"uci"}, [](const Row& r) { return Value::of_known(r.uci); }},
  };
}

Result<std::unique_ptr<Storage>> open_known(const Options& options) {
  auto storage = open_storage(options.against, {.jobs = static_cast<unsigned>(options.input.jobs)});
  if (!storage) return Error{fmt::format("{}: {}", options.against, storage.error())};
  return storage;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  if (options.against.empty()) return Error{"no database named; give it with --against DB"};
  const auto storage = open_known(options);
  if (!storage) return Error{storage.error()};
  const auto games = open_games(options.input, {AskedPositions::First}, console);
  if (!games) return Error{games.error()};
  Known known(**storage, options.filter);
  Records<Departure> records(options.format,
                             {.type = "game", .columns = shown_columns(), .fields = named_fields()},
                             console);
  const auto receive = [&](const StreamedBatch& batch) {
    for (const StreamedGame& streamed : batch.games) {
      if ((streamed.game.flags & kUnchecked) != 0) continue;
      known.only_before(options.earlier ? streamed.game.date : 0);
      records.add(departure_of(streamed.game, known));
    }
  };
  games->storage->stream({}, {.has_records = false, .receive = receive});
  records.finish();
  if (const auto plies = (*storage)->index_plies()) {
    console.say(
        fmt::format("Only the first {} of each game are indexed in {}; later positions count "
                    "as unknown.",
                    counted(*plies, "half-move"), shown_path(options.against)));
  }
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_novelty(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_game_files(app, options->input);
  add_text(app, "--against", options->against)
      ->type_name("DB")
      ->description("The database that says what is known");
  add_switch(app, "--earlier", options->earlier,
             "Count only games played before the day of each game");
  add_format(app, options->format, kTableFormats);
  add_color(app, options->color);
  add_filters(app, options->filter);
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
