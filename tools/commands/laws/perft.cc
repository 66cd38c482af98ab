// The command `arbiter perft FEN DEPTH`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/uci.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/commands/laws/laws.h"

namespace arbiter {
namespace {

constexpr NumberRange kDepths{.min = 0, .max = 40};

struct PerftCommandOptions {
  std::vector<std::string> words;
  bool divide = false;
  AnswerFormat format = AnswerFormat::Text;
};

struct Question {
  Position position;
  int depth;
};

struct Answer {
  std::uint64_t nodes = 0;
  std::vector<std::pair<std::string, std::uint64_t>> moves;  // sorted by name; only with --divide
  Duration time{};
};

// Parses the words: the last one is the depth, and the others are the FEN.
Result<Question> question_in(std::vector<std::string> words) {
  if (words.empty()) {
    return Error{"no depth given (example: arbiter perft startpos 5)"};
  }
  const auto depth = parse_number(words.back(), kDepths);
  if (!depth && parse_position(fmt::format("{}", fmt::join(words, " ")))) {
    return Error{fmt::format("no depth given after {} (example: arbiter perft startpos 5)",
                             words.size() == 1 ? words.front() : "the FEN")};
  }
  if (!depth) return Error{fmt::format("the depth {}", depth.error())};
  words.pop_back();
  const auto position =
      words.empty() ? Position() : parse_position(fmt::format("{}", fmt::join(words, " ")));
  if (!position) return Error{position.error()};
  return Question{*position, static_cast<int>(*depth)};
}

Answer answer_to(const Question& question, const PerftCommandOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  Answer answer;
  if (options.divide && question.depth > 0) {
    for (const PerftShare& share : divide(question.position, question.depth)) {
      answer.nodes += share.count;
      answer.moves.emplace_back(uci_of(share.move, question.position), share.count);
    }
  } else {
    answer.nodes = perft(question.position, question.depth);
  }
  answer.time = std::chrono::steady_clock::now() - start;
  std::sort(answer.moves.begin(), answer.moves.end());
  return answer;
}

double rate_of(const Answer& answer) {
  return static_cast<double>(answer.nodes) / std::max(answer.time.count(), 1e-9);
}

void print_text(const Question& question, const Answer& answer, Console& console) {
  for (const auto& [move, count] : answer.moves) console.print("{}: {}\n", move, count);
  if (!answer.moves.empty()) console.print("\n");
  console.print("{} at depth {}\n", counted(answer.nodes, "position"), question.depth);
  console.say(
      fmt::format("{}, {} positions/s", duration_text(answer.time), rate_text(rate_of(answer))));
}

void print_json(const Question& question, const Answer& answer, Console& console) {
  JsonLine line;
  line.add("fen", fen_of(question.position));
  line.add("depth", static_cast<unsigned>(question.depth)).add("nodes", answer.nodes);
  line.add_written("seconds", fmt::format("{:.6f}", answer.time.count()));
  line.add_written("nodes_per_second", fmt::format("{:.0f}", rate_of(answer)));
  if (!answer.moves.empty()) {
    JsonLine moves;
    for (const auto& [move, count] : answer.moves) moves.add(move, count);
    line.add_written("moves", moves.object());
  }
  console.print(line.finish());
}

Result<ExitCode> run(const PerftCommandOptions& options, Console& console) {
  const auto question = question_in(options.words);
  if (!question) return Error{question.error()};
  const Answer answer = answer_to(*question, options);
  options.format == AnswerFormat::Json ? print_json(*question, answer, console)
                                       : print_text(*question, answer, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_perft(CommandLine& app) {
  const auto options = std::make_shared<PerftCommandOptions>();
  add_text(app, "FEN DEPTH", options->words,
           "The position, in quotes or not, or startpos; and the depth in half-moves, at most 40");
  add_switch(app, "--divide", options->divide, "Print the count for each first move");
  add_format(app, options->format, kTextOrJson);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
