// arbiter show [FEN], arbiter show FILE --game N
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "db/store/open_storage.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/setup.h"
#include "lib/notation/board_drawing.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tools/cli/options/fen_input.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/palette.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/laws/board_picture.h"
#include "tools/commands/laws/game_view.h"
#include "tools/commands/laws/laws.h"

namespace arbiter {
namespace {

constexpr std::size_t kShowColumn = 15;

// The output formats; std::nullopt is text.
constexpr Choice<std::optional<PictureFormat>> kFormats[] = {
    {"text", std::nullopt}, {"svg", PictureFormat::Svg}, {"png", PictureFormat::Png}};

constexpr Choice<std::optional<BoardTheme>> kThemes[] = {{"light", BoardTheme::Light},
                                                         {"dark", BoardTheme::Dark}};

// A smaller picture is unreadable; a larger one shows no more detail.
constexpr NumberRange kSizes{.min = 16, .max = 8192};

struct ShowCommandOptions {
  std::vector<std::string> words;  // of a FEN, or a file and the number of a game
  std::optional<std::uint64_t> game;
  std::optional<std::uint64_t> ply;
  std::string pattern;
  bool ascii = false;
  bool flip = false;
  std::optional<PictureFormat> format;
  std::optional<BoardTheme> theme;
  std::optional<std::uint64_t> size;
  OutputOption output{.path = {}, .is_pgn = false};
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

// Returns whose turn it is, and whether there is check, checkmate or stalemate.
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
  // Not wrapped, so that it can be copied.
  console.print("  {:<{}}{}\n", "FEN", kShowColumn - 2, fen_of(position));
}

// Returns the square of an en passant capture that the FEN contains but is not legal.
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
          fmt::format("no capture en passant on {} is legal, so the square is dropped",
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

// Returns whether the words name a database or game files, existing or not. The second field of a
// FEN is a letter.
bool names_games(const ShowCommandOptions& options) {
  if (options.words.empty()) return false;
  std::error_code unreadable;
  return options.game || is_storage(options.words[0]) ||
         std::filesystem::exists(options.words[0], unreadable) ||
         (options.words.size() == 2 && parse_game(options.words[1]));
}

// Returns the number of the game, if one is given.
Result<std::optional<std::uint64_t>> game_in(const ShowCommandOptions& options) {
  if (options.words.size() == 1) return options.game;
  const std::string& word = options.words[options.game ? 1 : options.words.size() - 1];
  if (options.game || options.words.size() > 2) {
    return Error{fmt::format("unexpected argument '{}' (name one file, and --game N)", word)};
  }
  const auto number = parse_game(word);
  if (!number) return Error{fmt::format("'{}' is not the number of a game", word)};
  return std::optional(*number);
}

// Returns the options of a picture; nothing if the board is text.
Result<std::optional<PictureOptions>> picture_of(const ShowCommandOptions& options) {
  if (options.format) {
    PictureOptions picture{.format = *options.format, .output = options.output};
    if (options.theme) picture.theme = *options.theme;
    if (options.size) picture.size = static_cast<std::uint32_t>(*options.size);
    return std::optional(picture);
  }
  if (options.theme || options.size || !options.output.path.empty()) {
    return Error{"--theme, --size and -o need --format svg or --format png"};
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
    return show_game({options.words[0], *game, options.ply, drawing, options.pattern, *picture},
                     console);
  }
  if (options.game || options.ply || !options.pattern.empty()) {
    return Error{"--game, --ply and --pattern need a database or a game file"};
  }
  const auto meant = fen_of_words(options.words);
  if (!meant) return Error{meant.error()};
  const auto parsed = read_fen(*meant);
  if (!parsed) return Error{parsed.error()};
  const bool playable = is_playable(parsed->setup);
  if (*picture) {
    const BoardPicture board{.board = parsed->setup.board, .bottom = drawing.bottom};
    auto output = GamesOutput::open((*picture)->output, {}, console);
    if (!output) return Error{output.error()};
    if (auto failure = write_picture(board, **picture, *output)) return *std::move(failure);
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
  add_game_number(app, options->game, " (default: the only game); FILE N is the same");
  add_number(app, "--ply", options->ply, {},
             "Show the board after N half-moves of a game (default: at its end)");
  add_text(app, "--pattern PATTERN", options->pattern,
           "Show where the pattern matches a game, with the board at the first match");
  add_switch(app, "--ascii", options->ascii, "Show pieces as letters instead of chess figures");
  add_switch(app, "--flip", options->flip, "Show the board from Black's side");
  add_choice(app, "--format", options->format, kFormats,
             "Output format: text, or a picture of the board alone; png needs rsvg-convert "
             "(default: text)");
  add_choice(app, "--theme", options->theme, kThemes, "Colours of the picture (default: light)");
  add_number(app, "--size", options->size, kSizes,
             "Width and height of the picture in pixels (default: 480)");
  add_shared(app, "--output", &options->output.path);
  app.footer("Exit status: 0 playable, 1 not playable, 2 not a FEN, or no such game.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
