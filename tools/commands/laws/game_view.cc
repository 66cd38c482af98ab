#include "tools/commands/laws/game_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/model/game_filter.h"
#include "db/model/storage.h"
#include "db/model/stored_pgn.h"
#include "lib/export/game_export.h"
#include "lib/export/game_layout.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/openings/opening_table.h"
#include "lib/patterns/pattern_parser.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/pgn/comment_parts.h"
#include "tools/cli/game_input.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/output/text_table.h"

namespace arbiter {
namespace {

// Collects the marks of a game without writing it.
class MarksReader final : public GameLayout, private MovetextSink {
 public:
  MarksReader(std::size_t ply, BoardMarks& marks) : ply_(ply), marks_(marks) {}

  MovetextSink& start_game() override { return *this; }
  void finish_game(const FinishedGame&, std::string&) override {}

 private:
  void begin(const Position*) override {}
  void move(const WrittenMove&) override { plies_ += depth_ == 0 ? 1 : 0; }
  void word(std::string_view) override {}
  void nag(std::uint32_t) override {}
  void comment(std::string_view text) override {
    if (depth_ == 0 && plies_ == ply_) add_marks(text, marks_);
  }
  void escape(std::string_view) override {}
  void start_variation() override { ++depth_; }
  void end_variation() override { --depth_; }

  std::size_t ply_;
  BoardMarks& marks_;
  std::size_t plies_ = 0;  // of the main line
  std::size_t depth_ = 0;  // number of open variations
};

// Returns the marks in the comments after `ply` half-moves of the main line. `pgn` is one game in
// export format.
BoardMarks marks_at(std::string pgn, std::size_t ply) {
  BoardMarks marks;
  written_game(std::make_unique<MarksReader>(ply, marks), std::move(pgn));
  return marks;
}

constexpr std::size_t kGameViewColumn = 15;

// A game with everything that is printed about it.
struct ShownGame {
  StoredGame game;
  std::vector<StoredFinding> findings;
  std::size_t ply = 0;  // of the board
  GameHits hits = {};   // of the pattern, if there is one
};

// Returns a numbered move: "23. Nf3", "23... Nf6".
std::string numbered(std::string_view san, const Position& before) {
  return fmt::format("{}.{} {}", before.fullmove_number(),
                     before.turn() == Color::White ? "" : "..", san);
}

std::string player_text(const std::string& name, std::optional<std::uint16_t> elo) {
  const std::string known = name.empty() ? "?" : name;
  return elo ? fmt::format("{} ({})", known, *elo) : known;
}

// Returns the moves; those that led to a hit are in brackets.
std::string moves_text(const StoredGame& game, const GameHits& hits) {
  Position position(first_setup(game));
  std::vector<std::string> words;
  std::size_t ply = 0;
  for (const Move move : game.moves) {
    if (position.turn() == Color::White || words.empty()) {
      words.push_back(fmt::format("{}.{}", position.fullmove_number(),
                                  position.turn() == Color::White ? "" : ".."));
    }
    ++ply;
    const bool is_hit =
        std::ranges::any_of(hits.shown, [ply](const HitText& hit) { return hit.hit.first == ply; });
    const std::string san = san_of(move, position);
    words.push_back(is_hit ? fmt::format("[{}]", san) : san);
    position.play(move);
  }
  words.emplace_back(to_string(game.result));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string opening_text(const StoredGame& game) {
  const Opening* opening =
      known_openings().of_moves(game.moves, Position(first_setup(game))).opening;
  if (opening == nullptr) return eco_text(game.eco);
  if (game.eco == 0) return std::string(opening->name);
  return fmt::format("{}; {} after {}", eco_text(game.eco), opening->name, opening->moves);
}

std::string ending_text_of(const StoredGame& game) {
  std::string text(to_string(game.result));
  text += " after " + counted(game.plies, "half-move");
  for (const EndingName& name : endings()) {
    if (name.ending == game.ending && game.ending != Ending::Unknown) {
      text += fmt::format(": {}", name.meaning);
    }
  }
  return text;
}

std::string notes_on(const StoredGame& game) {
  std::vector<std::string_view> notes;
  if ((game.flags & kIncomplete) != 0) notes.push_back("the text has moves that cannot be played");
  if ((game.flags & kHasMovetext) != 0) notes.push_back("with comments or variations");
  if ((game.flags & kDuplicate) != 0) notes.push_back("marked as a duplicate");
  if ((game.flags & kUnchecked) != 0) notes.push_back("a variant whose moves are not checked");
  return fmt::format("{}", fmt::join(notes, "; "));
}

std::string findings_text(const ShownGame& shown) {
  std::vector<std::string> parts;
  for (const StoredFinding& finding : shown.findings) {
    parts.push_back(finding.ply == 0 ? finding.id
                                     : fmt::format("{} (ply {})", finding.id, finding.ply));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Describes the position on the board: "after 23. Nf3", "before the first move".
std::string place_text(const ShownGame& shown, const Position& before) {
  if (shown.ply == 0) return "before the first move";
  return fmt::format("after {} (ply {} of {})",
                     numbered(san_of(shown.game.moves[shown.ply - 1], before), before), shown.ply,
                     shown.game.moves.size());
}

std::string hits_text(const GameHits& hits) {
  std::vector<std::string_view> contexts;
  for (const HitText& hit : hits.shown) contexts.push_back(hit.context);
  return fmt::format("{}", fmt::join(contexts, "; "));
}

// Omits empty rows.
void print_game_row(std::string_view name, std::string_view text, Console& console) {
  if (text.empty()) return;
  console.print("  {:<{}}{}\n", name, kGameViewColumn - 2,
                wrapped(shown_text(text, console.charset()), kGameViewColumn));
}

// The position on the board, and the one before the last move.
struct Standing {
  Position position;
  Position before;
};

Standing standing_of(const ShownGame& shown) {
  Position position(first_setup(shown.game));
  Position before = position;
  for (std::size_t i = 0; i < shown.ply; ++i) {
    before = position;
    position.play(shown.game.moves[i]);
  }
  return {position, before};
}

void print(const ShownGame& shown, BoardDrawing drawing, Console& console) {
  const StoredGame& game = shown.game;
  const auto [position, before] = standing_of(shown);
  console.print("{}\n", drawing_of(position.board(), drawing));
  print_game_row("White", player_text(game.white, game.white_elo), console);
  print_game_row("Black", player_text(game.black, game.black_elo), console);
  print_game_row("Event", game.event, console);
  print_game_row("Site", game.site, console);
  print_game_row("Date", date_text(game.date), console);
  print_game_row("Round", game.round, console);
  print_game_row("Result", ending_text_of(game), console);
  print_game_row("Opening", opening_text(game), console);
  print_game_row("Start", game.start, console);
  print_game_row("Moves", moves_text(game, shown.hits), console);
  print_game_row("Pattern", hits_text(shown.hits), console);
  print_game_row("Notes", notes_on(game), console);
  print_game_row("Findings", findings_text(shown), console);
  print_game_row("From", fmt::format("{}, line {}", game.source, game.line), console);
  console.print("\n");
  print_game_row("Board", place_text(shown, before), console);
  print_game_row("FEN", fen_of(position), console);
}

// Returns a picture with the last move and the marks of its comments.
BoardPicture picture_of(const ShownGame& shown, Color bottom, const std::string& pgn) {
  const auto [position, before] = standing_of(shown);
  BoardMarks marks = marks_at(pgn, shown.ply);
  BoardPicture picture{.board = position.board(),
                       .bottom = bottom,
                       .marks = std::move(marks.squares),
                       .arrows = std::move(marks.arrows)};
  if (shown.ply > 0) picture.last_move = shown.game.moves[shown.ply - 1];
  picture.title = fmt::format("{} - {}, {}", player_text(shown.game.white, {}),
                              player_text(shown.game.black, {}), place_text(shown, before));
  return picture;
}

// Returns the game with its details, or nothing if it does not exist.
std::optional<StreamedGame> game_of(Storage& storage, std::uint64_t number) {
  std::optional<StreamedGame> found;
  const FindQuery query{.filter =
                            filter_of(NumberTest{.of = GameNumber::Id, .range = {number, number}})};
  storage.stream(query, {.has_findings = true, .receive = [&](const StreamedBatch& batch) {
                           if (!batch.games.empty()) found = batch.games.front();
                         }});
  return found;
}

// Returns the number of the game that the request names, or of the only game.
Result<std::uint64_t> number_of_game(const GameRequest& view, Storage& storage) {
  if (view.game) return *view.game;
  const std::uint64_t games = storage.count({});
  if (games == 1) return number_of(storage.games({}).games.front().id);
  if (games == 0) return Error{fmt::format("{} has no games", view.path)};
  return Error{fmt::format("{0} has {1}; choose one with --game N ('arbiter find {0}' lists them)",
                           view.path, counted(games, "game"))};
}

}  // namespace

Result<ExitCode> show_game(const GameRequest& view, Console& console) {
  std::optional<GamesOutput> output;
  if (view.picture) {
    // Opened before the database, which may create files in the same folder.
    auto opened = GamesOutput::open(view.picture->output, {view.path}, console);
    if (!opened) return Error{opened.error()};
    output = *std::move(opened);
  }
  const GameInput input{.names = {view.path}};
  const auto games =
      open_games(input, {.positions = QueryPositions::First, .is_quiet = true}, console);
  if (!games) return Error{games.error()};
  const ExitCode status = games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
  // A picture of a file that could not be read completely does not replace another.
  if (output && !games->is_complete) return status;
  const auto number = number_of_game(view, *games->storage);
  if (!number) return Error{number.error()};
  auto found = game_of(*games->storage, *number);
  if (!found) return Error{fmt::format("{} has no game {}", view.path, *number)};
  StoredGame& game = found->game;
  const std::size_t moves = game.moves.size();
  if (view.ply && *view.ply > moves) {
    return Error{fmt::format("game {} has only {}", *number, counted(moves, "half-move"))};
  }
  GameHits hits;
  if (!view.pattern.empty()) {
    const auto pattern = read_pattern(view.pattern);
    if (!pattern) return Error{"--pattern: " + pattern.error()};
    const auto plan = std::make_shared<const PatternPlan>(*pattern);
    hits = hits_in(game, std::vector{plan}, HitDetail::All);
    if (hits.count == 0) return Error{fmt::format("the pattern holds nowhere in game {}", *number)};
  }
  const std::size_t end = hits.shown.empty() ? moves : hits.shown.front().hit.first;
  const std::size_t ply = view.ply ? static_cast<std::size_t>(*view.ply) : end;
  if (output) {
    const std::string pgn = pgn_of(game, found->record);
    const BoardPicture picture =
        picture_of({std::move(game), {}, ply, {}}, view.drawing.bottom, pgn);
    if (auto failure = write_picture(picture, *view.picture, *output)) return *std::move(failure);
    return status;
  }
  print({std::move(game), std::move(found->findings), ply, std::move(hits)}, view.drawing, console);
  return status;
}

}  // namespace arbiter
