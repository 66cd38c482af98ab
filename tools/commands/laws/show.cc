// The commands `arbiter show [FEN]` and `arbiter show FILE --game N`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/model/game_filter.h"
#include "db/model/storage.h"
#include "db/model/stored_game.h"
#include "db/store/open_storage.h"
#include "lib/base/result.h"
#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/setup.h"
#include "lib/export/game_export.h"
#include "lib/export/game_layout.h"
#include "lib/notation/board_drawing.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "lib/openings/opening_table.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "lib/patterns/pattern_parser.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/pgn/comment_parts.h"
#include "tools/cli/command.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/output/text_table.h"
#include "tools/commands/laws/laws.h"

namespace arbiter {
namespace {

enum class PictureFormat : std::uint8_t { Svg, Png };

struct PictureOptions {
  PictureFormat format = PictureFormat::Svg;
  BoardTheme theme = BoardTheme::Light;
  std::uint32_t size = 480;  // in pixels
};

Result<std::string> png_of(const std::string& svg) {
  const auto input = open_temporary_stream();
  const auto output = open_temporary_stream();
  std::fwrite(svg.data(), 1, svg.size(), input.get());
  std::rewind(input.get());  // the file now contains the written text
  const auto status = run_program({"rsvg-convert", "--format", "png"}, input.get(), output.get());
  // Exit status 127 means that the program was not found after the process had started.
  if (!status || *status == 127) {
    return Error{
        "a PNG needs rsvg-convert, which is not installed; use --format svg, or install it "
        "(Debian: `apt install librsvg2-bin`)"};
  }
  std::string png;
  std::array<char, 1 << 14> piece;
  std::rewind(output.get());
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), output.get())) {
    png.append(piece.data(), size);
  }
  if (*status != 0 || png.empty()) return Error{"rsvg-convert could not create the PNG"};
  return png;
}

// Writes the board to standard output, with theme and size of the options. PNG requires
// rsvg-convert; fails if it is not installed.
std::optional<Error> write_picture(BoardPicture picture, const PictureOptions& options,
                                   Console& console) {
  const bool is_png = options.format == PictureFormat::Png;
  if (is_png && console.output_width()) {
    return Error{"cannot print a PNG to a terminal; use -o board.png"};
  }
  picture.theme = options.theme;
  picture.size = options.size;
  std::string bytes = svg_of(picture);
  if (is_png) {
    auto png = png_of(bytes);
    if (!png) return Error{png.error()};
    bytes = *std::move(png);
  }
  console.write_data(bytes);
  return std::nullopt;
}

}  // namespace

struct GameRequest {
  std::string path;
  std::optional<std::uint64_t> game;  // if missing, the only game
  std::optional<std::uint64_t> ply;   // half-moves before the board; if missing, all of them
  std::optional<std::uint64_t> move;  // the number of the last move before the board
  BoardDrawing drawing;
  std::string pattern = {};  // pattern whose hits are marked, or empty
  // The options of a picture; if missing, the board is text.
  std::optional<PictureOptions> picture = {};
};

Result<ExitCode> show_game(GameRequest view, Console& console);

namespace {

constexpr std::size_t kShowColumn = 15;

// The output formats; std::nullopt is text.
constexpr Choice<std::optional<PictureFormat>> kFormats[] = {
    {"text", std::nullopt}, {"svg", PictureFormat::Svg}, {"png", PictureFormat::Png}};

constexpr Choice<std::optional<BoardTheme>> kThemes[] = {{"light", BoardTheme::Light},
                                                         {"dark", BoardTheme::Dark}};

// The range of picture sizes. A smaller picture is unreadable, and a larger one shows no more
// detail.
constexpr NumberRange kSizes{.min = 16, .max = 8192};

struct ShowCommandOptions {
  std::vector<std::string> words;  // words of a FEN, or a file and a game number
  std::optional<std::uint64_t> game;
  std::optional<std::uint64_t> ply;
  std::optional<std::uint64_t> move;
  std::string pattern;
  bool ascii = false;
  bool flip = false;
  std::optional<PictureFormat> format;
  std::optional<BoardTheme> theme;
  std::optional<std::uint64_t> size;
};

void print_row(std::string_view name, std::string_view text, Console& console) {
  console.print("  {:<{}}{}\n", name, kShowColumn - 2, wrapped(text, kShowColumn));
}

std::string pieces_on(const Board& board, Bitboard squares) {
  std::vector<std::string> pieces;
  for (const Square square : squares) {
    if (const auto piece = board.at(square)) {
      pieces.push_back(fmt::format("the {} on {}", to_string(piece->role()), to_string(square)));
    }
  }
  return fmt::format("{}", fmt::join(pieces, " and "));
}

// Returns the player to move, and whether there is check, checkmate or stalemate.
std::string turn_text(const Position& position) {
  const std::string_view player = to_string(position.turn());
  const std::string checkers = pieces_on(position.board(), position.checkers());
  if (is_checkmate(position)) return fmt::format("{} is checkmated by {}", player, checkers);
  if (is_stalemate(position)) return fmt::format("{} is stalemated", player);
  if (position.is_check()) return fmt::format("{} to move, in check from {}", player, checkers);
  return fmt::format("{} to move", player);
}

std::string castling_text(const CastlingRights& rights, Color color) {
  std::string text(to_string(color));
  if (!rights.has_any(color)) return text + " none";
  if (rights.has(color, CastlingSide::King)) text += " O-O";
  if (rights.has(color, CastlingSide::Queen)) text += " O-O-O";
  return text;
}

std::string moves_text(const Position& position) {
  std::vector<std::string> moves;
  for (const Move move : legal_moves(position)) moves.push_back(san_of(move, position));
  std::sort(moves.begin(), moves.end());
  if (moves.empty()) return "none";
  return fmt::format("{}: {}", moves.size(), fmt::join(moves, " "));
}

void print_position(const Position& position, Console& console) {
  print_row("Turn", turn_text(position), console);
  print_row("Castling",
            fmt::format("{}, {}{}", castling_text(position.castling(), Color::White),
                        castling_text(position.castling(), Color::Black),
                        needs_chess960(position) ? " (Chess960)" : ""),
            console);
  if (const auto square = position.en_passant()) {
    print_row("En passant", to_string(*square), console);
  }
  print_row(
      "Counts",
      fmt::format("move {}, {} since the last capture or pawn move", position.fullmove_number(),
                  counted(position.halfmove_clock(), "half-move")),
      console);
  print_row("Legal moves", moves_text(position), console);
  // The FEN is not wrapped, so that it can be copied.
  console.print("  {:<{}}{}\n", "FEN", kShowColumn - 2, fen_of(position));
}

// Returns the en passant square of the FEN, if no capture on it is legal.
std::optional<Square> lost_en_passant(const Setup& setup) {
  if (!setup.en_passant || !is_playable(setup) || Position(setup).en_passant()) return {};
  return setup.en_passant;
}

void print_faults(const ParsedFen& parsed, Console& console) {
  const Palette& colors = console.colors_output() ? kColors : kNoColors;
  const auto print = [&](Severity severity, std::string_view text, std::string_view reference) {
    console.print("{}{}:{} {}{}{}{}\n", colors.of(severity), to_string(severity), colors.reset,
                  text, reference.empty() ? "" : " (", reference, reference.empty() ? "" : ")");
  };
  for (const FenOddity& oddity : parsed.oddities) print(Severity::Note, oddity.message, "");
  if (const auto square = lost_en_passant(parsed.setup)) {
    print(Severity::Note,
          fmt::format("no capture en passant on {} is legal, so the square is omitted",
                      to_string(*square)),
          "Laws 9.2.3");
  }
  for (const SetupFault fault : faults_of(parsed.setup)) {
    const std::string_view article = article_of(fault);
    const std::string reference =
        article.starts_with("PGN") ? std::string(article) : fmt::format("Laws {}", article);
    if (is_hard(fault)) {
      print(Severity::Error, fmt::format("it cannot be played: {}", to_string(fault)), reference);
    } else {
      print(Severity::Warning, to_string(fault), reference);
    }
  }
}

Result<std::uint64_t> parse_game(const std::string& word) {
  return parse_number(word, {.min = 1, .max = INT64_MAX});
}

// Returns whether the words name a database or game files, which need not exist. The second field
// of a FEN is a letter.
bool names_games(const ShowCommandOptions& options) {
  if (options.words.empty()) return false;
  std::error_code unreadable;
  return options.game || is_storage(options.words[0]) ||
         std::filesystem::exists(options.words[0], unreadable) ||
         (options.words.size() == 2 && parse_game(options.words[1]));
}

// Returns the game number, if one is given.
Result<std::optional<std::uint64_t>> game_in(const ShowCommandOptions& options) {
  if (options.words.size() == 1) return options.game;
  const std::string& word = options.words[options.game ? 1 : options.words.size() - 1];
  if (options.game || options.words.size() > 2) {
    return Error{
        fmt::format("unexpected argument '{}' (expected one file and one game number)", word)};
  }
  const auto number = parse_game(word);
  if (!number) return Error{fmt::format("'{}' is not a game number", word)};
  return std::optional(*number);
}

// Returns the picture options; nothing if the board is text.
Result<std::optional<PictureOptions>> picture_of(const ShowCommandOptions& options) {
  if (options.format) {
    PictureOptions picture{.format = *options.format};
    if (options.theme) picture.theme = *options.theme;
    if (options.size) picture.size = static_cast<std::uint32_t>(*options.size);
    return std::optional(picture);
  }
  if (options.theme || options.size) {
    return Error{"--theme and --size need --format svg or --format png"};
  }
  return std::optional<PictureOptions>();
}

Result<ExitCode> run(const ShowCommandOptions& options, Console& console) {
  const auto picture = picture_of(options);
  if (!picture) return Error{picture.error()};
  const bool is_ascii = options.ascii || console.charset() == Charset::Ascii;
  const BoardLook look = is_ascii                  ? BoardLook::Ascii
                         : console.colors_output() ? BoardLook::Colors
                                                   : BoardLook::Unicode;
  const BoardDrawing drawing{look, options.flip ? Color::Black : Color::White};
  if (names_games(options)) {
    const auto game = game_in(options);
    if (!game) return Error{game.error()};
    return show_game(
        {options.words[0], *game, options.ply, options.move, drawing, options.pattern, *picture},
        console);
  }
  if (options.game || options.ply || options.move || !options.pattern.empty()) {
    return Error{"--game, --ply, --move and --pattern need a database or a game file"};
  }
  const auto meant = fen_of_words(options.words);
  if (!meant) return Error{meant.error()};
  const auto parsed = read_fen(*meant);
  if (!parsed) return Error{parsed.error()};
  const bool playable = is_playable(parsed->setup);
  if (*picture) {
    const BoardPicture board{.board = parsed->setup.board, .bottom = drawing.bottom};
    if (auto failure = write_picture(board, **picture, console)) return *std::move(failure);
    return playable ? ExitCode::Clean : ExitCode::Findings;
  }
  console.print("{}\n", drawing_of(parsed->setup.board, drawing));
  if (playable) print_position(Position(parsed->setup), console);
  print_faults(*parsed, console);
  return playable ? ExitCode::Clean : ExitCode::Findings;
}

}  // namespace

CommandRun bind_show(CommandLine& app) {
  const auto options = std::make_shared<ShowCommandOptions>();
  add_text(app, "FEN|FILE", options->words,
           "The position, in quotes or not (default: the standard initial position); or a database "
           "or game file, with --game");
  add_game_number(app, options->game, " (default: the only game); FILE N is a short form");
  add_number(app, "--ply", options->ply, {},
             "Show the board after N half-moves of a game (default: at its end)");
  add_number(app, "--move", options->move, {.min = 1},
             "Show the board after move N of both players");
  add_text(app, "--pattern PATTERN", options->pattern,
           "Show where the pattern matches a game, with the board at the first match");
  add_switch(app, "--ascii", options->ascii,
             "Show pieces as letters instead of Unicode chess symbols");
  add_switch(app, "--flip", options->flip, "Show the board from Black's side");
  add_format_of<std::optional<PictureFormat>>(
      app, options->format, {std::begin(kFormats), std::end(kFormats)},
      ": text, or a picture of the board alone; png needs rsvg-convert (default: by the name of "
      "the output, otherwise text)");
  add_choice(app, "--theme", options->theme, kThemes, "Colours of the picture (default: light)");
  add_number(app, "--size", options->size, kSizes,
             "Width and height of the picture in pixels (default: 480)");
  app.footer("Exit status: 0 playable, 1 not playable, 2 not a FEN, or no such game.");
  return [options](Console& console) { return run(*options, console); };
}

namespace {

// A layout that collects the marks of a game without writing it.
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
  std::size_t plies_ = 0;  // plies of the main line
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

// A game, with everything that is printed about it.
struct ShownGame {
  StoredGame game;
  std::vector<StoredFinding> findings;
  std::size_t ply = 0;  // ply of the board
  GameHits hits = {};   // hits of the pattern, if there is one
};

// Returns a numbered move, such as "23. Nf3" or "23... Nf6".
std::string numbered(std::string_view san, const Position& before) {
  return fmt::format("{}.{} {}", before.fullmove_number(),
                     before.turn() == Color::White ? "" : "..", san);
}

std::string player_text(const std::string& name, std::optional<std::uint16_t> elo) {
  const std::string known = name.empty() ? "?" : name;
  return elo ? fmt::format("{} ({})", known, *elo) : known;
}

// Returns the moves, with those that led to a hit in brackets.
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

// Returns a description of the displayed position, such as "after 23. Nf3" or "before the first
// move".
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

// Prints a row, unless it is empty.
void print_game_row(std::string_view name, std::string_view text, Console& console) {
  if (text.empty()) return;
  console.print("  {:<{}}{}\n", name, kGameViewColumn - 2,
                wrapped(shown_text(text, console.charset()), kGameViewColumn));
}

// The displayed position, and the one before the last move.
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

// Returns the game with its details; nothing if it does not exist.
std::optional<StreamedGame> game_of(Storage& storage, std::uint64_t number) {
  std::optional<StreamedGame> found;
  const FindQuery query{.filter =
                            filter_of(NumberTest{.of = GameNumber::Id, .range = {number, number}})};
  storage.stream(query, {.has_findings = true, .receive = [&](const StreamedBatch& batch) {
                           if (!batch.games.empty()) found = batch.games.front();
                         }});
  return found;
}

// Returns the number of half-moves up to and including Black's move with this number. Fails if the
// game is shorter.
Result<std::uint64_t> ply_after(std::uint64_t number, const StoredGame& game) {
  Position position(first_setup(game));
  std::uint64_t ply = 0;
  std::uint64_t last = 0;
  for (const Move move : game.moves) {
    if (position.fullmove_number() > number) break;
    last = position.fullmove_number();
    position.play(move);
    ++ply;
  }
  if (last == number) return ply;
  return Error{fmt::format("the game has no move {}; the last one is {}", number, last)};
}

// Returns the game number of the request, or that of the only game.
Result<std::uint64_t> number_of_game(const GameRequest& view, Storage& storage) {
  if (view.game) return *view.game;
  const std::uint64_t games = storage.count({});
  if (games == 1) return number_of(storage.games({}).games.front().id);
  if (games == 0) return Error{fmt::format("{} has no games", view.path)};
  return Error{fmt::format("{0} has {1}; choose one with --game N (`arbiter find {0}` lists them)",
                           view.path, counted(games, "game"))};
}

}  // namespace

Result<ExitCode> show_game(GameRequest view, Console& console) {
  const GameInput input{.names = {view.path}};
  const auto games =
      open_games(input, {.positions = QueryPositions::First, .is_quiet = true}, console);
  if (!games) return Error{games.error()};
  const ExitCode status = games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
  const auto number = number_of_game(view, *games->storage);
  if (!number) return Error{number.error()};
  auto found = game_of(*games->storage, *number);
  if (!found) return Error{fmt::format("{} has no game {}", view.path, *number)};
  StoredGame& game = found->game;
  const std::size_t moves = game.moves.size();
  if (view.ply && view.move) return Error{"--ply and --move cannot be combined"};
  if (view.move) {
    const auto ply = ply_after(*view.move, game);
    if (!ply) return Error{ply.error()};
    view.ply = *ply;
  }
  if (view.ply && *view.ply > moves) {
    return Error{fmt::format("game {} has only {}", *number, counted(moves, "half-move"))};
  }
  GameHits hits;
  if (!view.pattern.empty()) {
    const auto pattern = read_pattern(view.pattern);
    if (!pattern) return Error{"--pattern: " + pattern.error()};
    const auto plan = std::make_shared<const PatternPlan>(*pattern);
    hits = *GameLister(HitDetail::All, {plan}).list({.game = game}).hits;
    if (hits.count == 0) return Error{fmt::format("the pattern does not match game {}", *number)};
  }
  const std::size_t end = hits.shown.empty() ? moves : hits.shown.front().hit.first;
  const std::size_t ply = view.ply ? static_cast<std::size_t>(*view.ply) : end;
  if (view.picture) {
    const std::string pgn = pgn_of(game, found->record);
    const BoardPicture picture =
        picture_of({std::move(game), {}, ply, {}}, view.drawing.bottom, pgn);
    if (auto failure = write_picture(picture, *view.picture, console)) return *std::move(failure);
    return status;
  }
  print({std::move(game), std::move(found->findings), ply, std::move(hits)}, view.drawing, console);
  return status;
}

}  // namespace arbiter
