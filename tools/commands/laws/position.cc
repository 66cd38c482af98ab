// arbiter position [FEN]
#include <fmt/format.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "lib/chess/setup.h"
#include "tools/cli/options/fen_input.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/output/answer_format.h"
#include "tools/commands/laws/laws.h"
#include "tools/commands/laws/position_report.h"
#include "tools/commands/laws/question_lines.h"

namespace arbiter {
namespace {

struct Options {
  std::vector<std::string> words;
  std::string moves;
  bool chess960 = false;
  AnswerFormat format = AnswerFormat::Text;
};

ExitCode status_of(const PositionReport& report) {
  return report.flaws.empty() ? ExitCode::Clean : ExitCode::Findings;
}

Result<PositionReport> examine(ParsedFen first, const Options& options) {
  const Setup setup = first.setup;
  PositionReport report;
  report.first = std::move(first);
  report.start = options.chess960 ? StartArray::Chess960 : start_array_of(setup);
  report.flaws = origin_flaws(setup, report.start);
  report.counts = count_flaws(setup);
  if (!is_playable(setup)) {
    if (options.moves.empty()) return report;
    return Error{
        "--moves: they start from a position that cannot be played; run without --moves to see "
        "why"};
  }
  const auto line = play_moves(setup, options.moves);
  if (!line) return Error{fmt::format("--moves: {}", line.error())};
  report.moves = line->moves;
  report.now = line->position;
  report.facts = position_facts({setup, report.moves, *report.now});
  return report;
}

Result<LineAnswer> answer_to(const QuestionLine& line, const Options& options) {
  const auto alone = fen_alone(line.text);
  if (!alone) return Error{alone.error()};
  auto read = parse_fen(line.text);
  if (const auto* fault = std::get_if<FenError>(&read)) return unreadable_fen(line.text, *fault);
  const auto report = examine(std::get<ParsedFen>(std::move(read)), options);
  if (!report) return Error{report.error()};
  return LineAnswer{
      options.format == AnswerFormat::Json ? json_of(*report, line.number) : row_of(*report),
      status_of(*report)};
}

Result<ExitCode> run(const Options& options, Console& console) {
  if (options.words == std::vector<std::string>{"-"}) {
    return answer_standard_input([&](const QuestionLine& line) { return answer_to(line, options); },
                                 options.format, console);
  }
  const auto text = fen_of_words(options.words);
  if (!text) return Error{text.error()};
  auto read = parse_fen(*text);
  if (const auto* fault = std::get_if<FenError>(&read)) return unreadable_fen(*text, *fault);
  const auto report = examine(std::get<ParsedFen>(std::move(read)), options);
  if (!report) return Error{report.error()};
  if (options.format == AnswerFormat::Json) {
    console.print("{}", json_of(*report));
  } else {
    print_position_text(*report, console);
  }
  return status_of(*report);
}

}  // namespace

CommandRun bind_position(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FEN", options->words)
      ->type_name("FEN")
      ->description(
          "The position, in quotes or not (default: the standard initial position); - reads "
          "positions from standard input, one per line, and answers each with one line");
  add_text(app, "--moves", options->moves)
      ->type_name("MOVES")
      ->description(
          "The position after these moves, in quotes: 'e4 c5 Nf3'; the answer then covers "
          "repetitions and lost rights");
  add_switch(
      app, "--chess960", options->chess960,
      "Allow any initial position of Chess960 (default: only if a castling right implies it)");
  add_format(app, options->format, kTextOrJson);
  app.footer(
      "Exit status: 0 playable and possibly reachable, 1 proved unreachable or not playable,\n"
      "2 not a FEN, or an illegal move; for several positions, the highest.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
