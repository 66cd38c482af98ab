// The command `arbiter touch FEN SQUARE...`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lib/laws/touch/touch_move.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/laws/laws.h"
#include "tools/commands/laws/question_lines.h"

namespace arbiter {
namespace {

constexpr std::size_t kTouchColumn = 10;

struct TouchCommandOptions {
  std::vector<std::string> words;
  std::optional<std::uint64_t> game;
  std::optional<std::uint64_t> ply;
  bool adjust = false;
  std::optional<Color> player;  // if missing, the player to move
  AnswerFormat format = AnswerFormat::Text;
};

struct TouchQuestion {
  Position position;
  TouchReport report;
};

// Reads the position of a FEN or a game, and the touches after it.
Result<PositionAndRest> position_in(const TouchCommandOptions& options) {
  if (options.words.empty() || !is_games_file(options.words.front())) {
    if (options.game || options.ply) return Error{"--game and --ply need a game file"};
    return read_position_first(options.words);
  }
  const auto where = read_case(
      {.words = {options.words.front()}, .moves = {}, .game = options.game, .ply = options.ply});
  if (!where) return Error{where.error()};
  if (where->is_cut) {
    return Error{
        "the game continues with a move that cannot be played; choose the position with --ply"};
  }
  return PositionAndRest{where->now, {options.words.begin() + 1, options.words.end()}};
}

Result<TouchQuestion> question_in(const TouchCommandOptions& options) {
  const auto read = position_in(options);
  if (!read) return Error{read.error()};
  TouchQuestion question{read->position, {{}, options.player.value_or(read->position.turn())}};
  if (options.adjust) question.report.intent = TouchIntent::Adjust;
  for (const std::string& word : read->rest) {
    const auto touch = parse_touch(word, question.position);
    if (!touch) return Error{touch.error()};
    question.report.touches.push_back(*touch);
  }
  if (question.report.touches.empty()) {
    return Error{"no touched square given (example: arbiter touch startpos g1)"};
  }
  return question;
}

// Returns the names of the moves in alphabetical order.
std::vector<std::string> names_of(const TouchRuling& ruling, const Position& position,
                                  std::string (*name_of)(Move, const Position&)) {
  std::vector<std::string> names;
  for (const Move move : ruling.moves) names.push_back(name_of(move, position));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> touches_in(const TouchQuestion& question) {
  std::vector<std::string> touches;
  for (const Touch& touch : question.report.touches) {
    touches.push_back(to_string(touch, question.position.board()));
  }
  return touches;
}

void print_touch_row(std::string_view name, std::string_view text, Console& console) {
  console.print("  {:<{}}{}\n", name, kTouchColumn - 2, wrapped(text, kTouchColumn));
}

void print_text(const TouchQuestion& question, const TouchRuling& ruling, Console& console) {
  const std::string touched = fmt::format("{} touched {}", to_string(question.report.player),
                                          fmt::join(touches_in(question), ", then "));
  console.print("{}.\n", wrapped(touched, 0));
  console.print("{}\n\n",
                wrapped(fmt::format("{}. (Laws {})", ruling.sentence, article_of(ruling.rule)), 0));
  const std::vector<std::string> moves = names_of(ruling, question.position, san_of);
  print_touch_row(
      "Moves", moves.empty() ? "none" : fmt::format("{}: {}", moves.size(), fmt::join(moves, " ")),
      console);
  for (const TouchRemark& remark : ruling.remarks) {
    print_touch_row(remark.article, remark.text, console);
  }
}

void print_json(const TouchQuestion& question, const TouchRuling& ruling, Console& console) {
  std::vector<JsonLine> remarks;
  for (const TouchRemark& remark : ruling.remarks) {
    remarks.emplace_back().add("article", remark.article).add("text", remark.text);
  }
  JsonLine line;
  line.add("fen", fen_of(question.position));
  line.add("player", question.report.player == Color::White ? "white" : "black");
  line.add("touched", touches_in(question));
  line.add("article", article_of(ruling.rule)).add("ruling", ruling.sentence);
  line.add("moves", names_of(ruling, question.position, san_of));
  const auto uci = [](Move move, const Position& position) { return uci_of(move, position); };
  line.add("uci", names_of(ruling, question.position, uci));
  line.add("remarks", remarks);
  console.print(line.finish());
}

Result<ExitCode> run(const TouchCommandOptions& options, Console& console) {
  const auto question = question_in(options);
  if (!question) return Error{question.error()};
  const TouchRuling ruling = rule_on_touches(question->position, question->report);
  options.format == AnswerFormat::Json ? print_json(*question, ruling, console)
                                       : print_text(*question, ruling, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_touch(CommandLine& app) {
  const auto options = std::make_shared<TouchCommandOptions>();
  add_text(
      app, "FEN|FILE SQUARE...", options->words,
      "The position: a FEN, startpos, - for a line of standard input, or a file of games. Then "
      "the squares touched, in order: e4 the piece there; e4+d5 a piece of each player, or "
      "king and rook, at once or in an unknown order; g1-f3 a piece released on f3; e8=Q a "
      "new queen on e8")
      ->type_name("FEN|FILE SQUARE...");
  add_game_number(app, options->game, " (default: the only game)");
  add_number(app, "--ply", options->ply, {},
             "Number of half-moves of a game before the touches (default: all)");
  add_switch(app, "--adjust", options->adjust,
             "The player said \"I adjust\" or \"j'adoube\" first");
  add_choice(app, "--by", options->player, kPlayers,
             "Player who touched (default: the player to move)");
  add_format(app, options->format, kTextOrJson);
  app.footer("Exit status: 0 success, 2 invalid position or square.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
