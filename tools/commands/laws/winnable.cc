// The command `arbiter winnable FEN`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/winnability/winnability.h"
#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "lib/notation/uci.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/laws/laws.h"
#include "tools/commands/laws/question_lines.h"

namespace arbiter {
namespace {

constexpr Choice<std::optional<Color>> kWinnableSides[] = {
    {"white", Color::White}, {"black", Color::Black}, {"both", std::nullopt}};

struct WinnableCommandOptions {
  std::vector<std::string> words;
  std::optional<Color> side;  // nothing means both
  std::uint64_t limit = WinnabilityLimits{}.positions;
  AnswerFormat format = AnswerFormat::Text;
};

struct SideVerdict {
  Color side;
  WinnabilityAnswer answer;
};

std::vector<SideVerdict> verdicts_of(const Position& position,
                                     const WinnableCommandOptions& options) {
  std::vector<SideVerdict> verdicts;
  for (const Color side : {Color::White, Color::Black}) {
    if (options.side.value_or(side) != side) continue;
    verdicts.push_back({side, find_winnability(position, side, {.positions = options.limit})});
  }
  return verdicts;
}

bool is_any(const std::vector<SideVerdict>& verdicts, Winnability verdict) {
  return std::ranges::any_of(verdicts,
                             [=](const SideVerdict& one) { return one.answer.verdict == verdict; });
}

// Returns whether neither side can mate; nothing if this is undetermined, or if only one side is
// checked.
std::optional<bool> is_dead(const std::vector<SideVerdict>& verdicts) {
  if (is_any(verdicts, Winnability::Winnable)) return false;
  if (verdicts.size() < 2 || is_any(verdicts, Winnability::Undetermined)) return std::nullopt;
  return true;
}

std::string_view to_string(Winnability verdict) {
  constexpr std::string_view kNames[] = {"winnable", "unwinnable", "undetermined"};
  return kNames[static_cast<std::size_t>(verdict)];
}

void print_text(const Position& position, const SideVerdict& one, Console& console) {
  const WinnabilityAnswer& answer = one.answer;
  const std::string_view side = to_string(one.side);
  const std::string looked_at =
      answer.positions == 0 ? "" : fmt::format(", {}", counted(answer.positions, "position"));
  if (answer.verdict == Winnability::Unwinnable) {
    console.print("{} cannot mate by any series of legal moves (proof: {}{})\n", side,
                  to_string(answer.proof), looked_at);
  } else if (answer.verdict == Winnability::Undetermined) {
    console.print(
        "Whether {} can mate is undecided within the limit{}; try a higher --max-positions\n", side,
        looked_at);
  } else {
    console.print("{} can mate with help in {}:\n  {}\n", side,
                  counted(answer.line.size(), "half-move"),
                  wrapped(numbered_line(position, answer.line), 2));
  }
}

void print_text(const Position& position, const std::vector<SideVerdict>& verdicts,
                Console& console) {
  if (legal_moves(position).is_empty()) {
    const std::string_view winner = to_string(other(position.turn()));
    console.print("The game is over: {}\n", is_checkmate(position)
                                                ? fmt::format("{} has mated (Laws 5.1.1)", winner)
                                                : "stalemate, a draw (Laws 5.2.1)");
    return;
  }
  for (const SideVerdict& one : verdicts) print_text(position, one, console);
  if (is_dead(verdicts) == true) {
    console.print("The position is dead: the game ended as a draw (Laws 5.2.2)\n");
    return;
  }
  for (const SideVerdict& one : verdicts) {
    if (one.answer.verdict != Winnability::Unwinnable) continue;
    console.print("If {}'s flag falls, the game is drawn (Laws 6.9)\n", to_string(other(one.side)));
  }
}

std::string json_of(const Position& position, const SideVerdict& one) {
  const WinnabilityAnswer& answer = one.answer;
  std::vector<std::string> moves;
  Position reached = position;
  for (const Move move : answer.line) {
    moves.push_back(uci_of(move, reached));
    reached.play(move);
  }
  JsonLine line;
  line.add("verdict", to_string(answer.verdict)).add("proof", to_string(answer.proof));
  line.add("positions", answer.positions);
  if (answer.verdict == Winnability::Winnable) line.add("line", moves);
  return std::string(line.object());
}

// Returns the result as JSON. `number` is that of the query, if there are several.
std::string json_of(const Position& position, const std::vector<SideVerdict>& verdicts,
                    std::optional<std::uint64_t> number = {}) {
  JsonLine line;
  if (number) line.add("input_line", *number);
  line.add("fen", fen_of(position)).add("dead", is_dead(verdicts));
  for (const SideVerdict& one : verdicts) {
    line.add_written(one.side == Color::White ? "white" : "black", json_of(position, one));
  }
  return std::string(line.finish());
}

ExitCode status_of(const std::vector<SideVerdict>& verdicts) {
  return is_any(verdicts, Winnability::Undetermined) ? ExitCode::Findings : ExitCode::Clean;
}

// Returns a line such as "FEN: White winnable (12 half-moves), Black unwinnable (the remaining
// material)".
std::string row_of(const Position& position, const std::vector<SideVerdict>& verdicts) {
  std::vector<std::string> words;
  for (const SideVerdict& one : verdicts) {
    const WinnabilityAnswer& answer = one.answer;
    const std::string why = answer.verdict == Winnability::Winnable
                                ? counted(answer.line.size(), "half-move")
                                : std::string(to_string(answer.proof));
    words.push_back(fmt::format("{} {} ({})", to_string(one.side), to_string(answer.verdict), why));
  }
  return fmt::format("{}: {}{}\n", fen_of(position), fmt::join(words, ", "),
                     is_dead(verdicts) == true ? ", dead" : "");
}

// Parses a line: a FEN, followed by the side if it differs from --side.
Result<LineAnswer> answer_to(const QuestionLine& line, const WinnableCommandOptions& options) {
  WinnableCommandOptions of_line = options;
  std::string_view fen = line.text;
  const std::string_view last = fen.substr(fen.find_last_of(" \t") + 1);
  for (const auto& choice : kWinnableSides) {
    if (choice.name != last) continue;
    of_line.side = choice.value;
    fen = trim(fen.substr(0, fen.size() - last.size()));
    break;
  }
  const auto alone = fen_alone(fen);
  if (!alone) return Error{alone.error()};
  const auto position = parse_position(*alone);
  if (!position) return Error{position.error()};
  const std::vector<SideVerdict> verdicts = verdicts_of(*position, of_line);
  return LineAnswer{options.format == AnswerFormat::Json ? json_of(*position, verdicts, line.number)
                                                         : row_of(*position, verdicts),
                    status_of(verdicts)};
}

Result<ExitCode> run(const WinnableCommandOptions& options, Console& console) {
  if (options.words == std::vector<std::string>{"-"}) {
    return answer_standard_input([&](const QuestionLine& line) { return answer_to(line, options); },
                                 options.format, console);
  }
  const auto fen = fen_of_words(options.words);
  if (!fen) return Error{fen.error()};
  const auto position = parse_position(*fen);
  if (!position) return Error{position.error()};
  const std::vector<SideVerdict> verdicts = verdicts_of(*position, options);
  options.format == AnswerFormat::Json ? console.print("{}", json_of(*position, verdicts))
                                       : print_text(*position, verdicts, console);
  return status_of(verdicts);
}

}  // namespace

CommandRun bind_winnable(CommandLine& app) {
  const auto options = std::make_shared<WinnableCommandOptions>();
  add_text(app, "FEN", options->words,
           "The position, in quotes or not, or startpos (the default); - reads positions from "
           "standard input, one per line, each followed by a side if it differs from --side");
  add_choice(app, "--side", options->side, kWinnableSides,
             "Side that tries to mate (default: both)");
  add_number(app, "--max-positions", options->limit, {.min = 1},
             "Stop after about N positions per side (default: 20000000)")
      ->alias("--limit");
  add_format(app, options->format, kTextOrJson);
  app.footer(
      "Exit status: 0 decided, 1 undecided within the limit, 2 invalid position; "
      "for several positions, the highest.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
