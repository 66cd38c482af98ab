// The command `arbiter conditional FEN SERIES`.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/conditional/conditional_moves.h"
#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/laws/laws.h"

namespace arbiter {
namespace {

struct ConditionalReport {
  const ConditionalSeries& series;
  std::optional<ConditionalReply> reply;  // set if a legal reply was given
  std::string refusal;                    // the reason for rejecting the reply, or empty

  // Returns whether, after the accepted moves, only the opponent's own move is missing.
  bool is_incomplete() const { return reply && reply->state == ReplyState::OwnMoveMissing; }
  bool is_clean() const { return series.can_stand() && refusal.empty() && !is_incomplete(); }
};

constexpr std::size_t kConditionalColumn = 12;
constexpr std::size_t kMaxIndent = 30;  // maximum indentation of a condition, in levels

struct Line {
  ConditionId id;
  std::size_t depth;
};

// Returns the conditions in text order. Each condition precedes those nested in it.
std::vector<Line> lines_of(const ConditionalSeries& series) {
  std::vector<Line> lines;
  std::vector<Line> waiting;
  const auto wait = [&](const std::vector<ConditionId>& ids, std::size_t depth) {
    for (auto id = ids.rbegin(); id != ids.rend(); ++id) waiting.push_back({*id, depth});
  };
  wait(series.start, 0);
  while (!waiting.empty()) {
    const Line line = waiting.back();
    waiting.pop_back();
    lines.push_back(line);
    wait(series.at(line.id).next, line.depth + 1);
  }
  return lines;
}

Position after_reply(const ConditionalBranch& condition) {
  Position position = condition.before;
  position.play(condition.reply);
  return position;
}

// Returns the line for all replies covered by "any"; `count` is their number.
std::string any_text(const ConditionalBranch& condition, std::size_t count) {
  return fmt::format("if any other move then {}, where that is legal ({})",
                     numbered_san(*condition.answer, after_reply(condition)),
                     counted(count, "move"));
}

std::string condition_text(const ConditionalBranch& condition) {
  const std::string reply = numbered_san(condition.reply, condition.before);
  if (!condition.answer) return fmt::format("if {}", reply);
  return fmt::format("if {} then {}", reply,
                     numbered_san(*condition.answer, after_reply(condition)));
}

// Returns moves such as "1... Nf6 2. e5 Nd5", from the move `begin` up to but excluding `end`.
std::string moves_text(const ConditionalReport& report, std::size_t begin, std::size_t end) {
  const std::span<const Move> moves(report.reply->moves);
  Position position = report.series.first;
  for (const Move move : moves.first(begin)) position.play(move);
  return numbered_line(position, moves.subspan(begin, end - begin));
}

std::string own_move_text(const ConditionalReport& report) {
  const ConditionalReply& reply = *report.reply;
  return moves_text(report, reply.accepted, reply.moves.size());
}

std::string bound_text(const ConditionalReport& report) {
  const ConditionalReply& reply = *report.reply;
  const std::string_view proposer = to_string(report.series.proposer());
  const std::string_view opponent = to_string(report.series.first.turn());
  switch (reply.state) {
    case ReplyState::Left:
      return fmt::format("{} was bound until {} left the series with {}, and is now free", proposer,
                         opponent, own_move_text(report));
    case ReplyState::StillBound:
      return fmt::format("{} has not left the series: {} is bound to answer {}", opponent, proposer,
                         numbered_san(*reply.bound_answer, reply.now));
    case ReplyState::OwnMoveMissing:
      return fmt::format("{} has not left the series, and must add a move", opponent);
    default:
      return "the game is over";
  }
}

std::string time_text(const ConditionalReport& report) {
  const ConditionalReply& reply = *report.reply;
  const std::string_view proposer = to_string(report.series.proposer());
  const std::string charged =
      reply.proposers_move
          ? fmt::format("{} is charged for move {}, made when the series was proposed", proposer,
                        *reply.proposers_move)
          : fmt::format("{} had made no move to be charged for", proposer);
  std::string text =
      fmt::format("{}; {} for move {}, the highest move number in the reply", charged,
                  to_string(report.series.first.turn()), reply.opponents_move);
  if (reply.free_answers > 0) {
    text += fmt::format(". {} taken from the series cost{} {} no time",
                        counted(reply.free_answers, "answer"), reply.free_answers == 1 ? "s" : "",
                        proposer);
  }
  return text;
}

void add_row(std::string& text, std::string_view name, std::string_view value) {
  text +=
      fmt::format("  {:<{}}{}\n", name, kConditionalColumn - 2, wrapped(value, kConditionalColumn));
}

std::string reply_text(const ConditionalReport& report) {
  const ConditionalReply& reply = *report.reply;
  const std::string_view opponent = to_string(report.series.first.turn());
  std::string text =
      fmt::format("\n{} sent {}\n\n", opponent, moves_text(report, 0, reply.moves.size()));
  add_row(text, "Accepted",
          reply.accepted == 0 ? "nothing" : moves_text(report, 0, reply.accepted));
  if (reply.accepted < reply.moves.size()) add_row(text, "Own move", own_move_text(report));
  add_row(text, "Bound", bound_text(report));
  add_row(text, "Time", time_text(report));
  for (const std::string& note : reply.notes) add_row(text, "Note", note);
  add_row(text, "Rule", kConditionalRule);
  if (reply.state != ReplyState::GameOver) add_row(text, "To move", to_string(reply.now.turn()));
  // The FEN is not wrapped, so that it can be copied.
  return text + fmt::format("  {:<{}}{}\n", "FEN", kConditionalColumn - 2, fen_of(reply.now));
}

std::string findings_text(const ConditionalSeries& series) {
  std::string text;
  for (const SeriesFinding& finding : series.findings) {
    text += fmt::format("{}[{}] at character {}: {} ({})\n",
                        is_harmless(finding.fault) ? "note" : "error", to_string(finding.fault),
                        finding.offset + 1, finding.message, finding.rule);
  }
  return text;
}

std::vector<JsonLine> conditions_json(const ConditionalSeries& series) {
  std::vector<JsonLine> objects;
  for (const ConditionalBranch& condition : series.conditions) {
    JsonLine& line = objects.emplace_back();
    line.add("after", condition.after ? std::optional(static_cast<std::uint64_t>(*condition.after))
                                      : std::nullopt);
    line.add("if", san_of(condition.reply, condition.before));
    line.add("then", condition.answer
                         ? std::optional(san_of(*condition.answer, after_reply(condition)))
                         : std::nullopt);
  }
  return objects;
}

std::vector<JsonLine> findings_json(const ConditionalSeries& series) {
  std::vector<JsonLine> objects;
  for (const SeriesFinding& finding : series.findings) {
    JsonLine& line = objects.emplace_back();
    line.add("code", to_string(finding.fault)).add("offset", std::uint64_t{finding.offset});
    line.add("message", finding.message).add("rule", finding.rule);
  }
  return objects;
}

// Returns the state as used in text and JSON.
std::string_view to_string(ReplyState state) {
  constexpr std::string_view kNames[] = {"left", "still-bound", "own-move-missing", "game-over"};
  return kNames[static_cast<std::size_t>(state)];
}

std::string reply_json(const ConditionalReport& report) {
  const ConditionalReply& reply = *report.reply;
  JsonLine line;
  line.add("state", to_string(reply.state));
  line.add("accepted", moves_text(report, 0, reply.accepted));
  line.add_or_null("own_move", own_move_text(report));
  line.add("bound_answer", reply.bound_answer
                               ? std::optional(san_of(*reply.bound_answer, reply.now))
                               : std::nullopt);
  line.add("proposer_charged_for_move", reply.proposers_move);
  line.add("opponent_charged_for_move", reply.opponents_move);
  line.add("answers_without_time", std::uint64_t{reply.free_answers});
  line.add("notes", reply.notes);
  line.add("to_move", reply.now.turn() == Color::White ? "white" : "black");
  line.add("fen", fen_of(reply.now));
  return std::string(line.object());
}

std::string to_string(const ConditionalReport& report) {
  const ConditionalSeries& series = report.series;
  std::string text = fmt::format("{} proposes:\n", to_string(series.proposer()));
  std::map<std::size_t, std::size_t> any_counts;  // indexed by the offset of the word "any"
  for (const ConditionalBranch& condition : series.conditions) {
    if (condition.is_for_any) ++any_counts[condition.offset];
  }
  for (const Line& line : lines_of(series)) {
    const ConditionalBranch& condition = series.at(line.id);
    const auto count = condition.is_for_any ? any_counts.find(condition.offset) : any_counts.end();
    if (condition.is_for_any && count == any_counts.end()) continue;
    text += fmt::format(
        "{:{}}{}\n", "", 2 + 2 * std::min(line.depth, kMaxIndent),
        condition.is_for_any ? any_text(condition, count->second) : condition_text(condition));
    if (condition.is_for_any) any_counts.erase(count);
  }
  text += findings_text(series);
  text += fmt::format("{}: the series {} valid\n",
                      counted(series.conditions.size(), "conditional move"),
                      series.can_stand() ? "is" : "is not");
  if (report.reply) text += reply_text(report);
  if (report.is_incomplete()) {
    text += fmt::format("\nerror: the reply is not complete: it needs {}'s own next move ({})\n",
                        to_string(series.first.turn()), kConditionalRule);
  }
  if (!report.refusal.empty()) {
    text += fmt::format("\nerror: the reply is not valid: {}\n", report.refusal);
  }
  return text;
}

std::string json_of(const ConditionalReport& report) {
  const ConditionalSeries& series = report.series;
  JsonLine line;
  line.add("fen", fen_of(series.first));
  line.add("proposer", series.proposer() == Color::White ? "white" : "black");
  line.add("can_stand", series.can_stand());
  line.add("conditions", conditions_json(series));
  line.add("findings", findings_json(series));
  line.add_written("reply", report.reply ? reply_json(report) : "null");
  line.add_or_null("refusal", report.refusal);
  line.add("rule", kConditionalRule);
  return std::string(line.finish());
}

struct ConditionalCommandOptions {
  std::vector<std::string> words;
  std::optional<std::string> reply;
  std::optional<PieceLetters> letters;
  AnswerFormat format = AnswerFormat::Text;
};

Result<ConditionalSeries> series_in(const ConditionalCommandOptions& options) {
  const std::vector<std::string>& words = options.words;
  if (words.size() > 1 && words.front() == "-" && words.back() == "-") {
    return Error{"the position and the series cannot both be standard input"};
  }
  const auto read = read_position_first(words);
  if (!read) return Error{read.error()};
  if (read->rest.size() != 1) {
    return Error{
        "the series must be one word, in quotes, after the position; for example arbiter "
        "conditional FEN 'Nf6: e5; e6: d4 d5 exd5'"};
  }
  const auto text = read_text_argument(read->rest.front(), kMaxSeriesLength);
  if (!text) return Error{text.error()};
  return read_series(read->position, *text, options.letters.value_or(PieceLetters()));
}

Result<ExitCode> run(const ConditionalCommandOptions& options, Console& console) {
  if (options.reply && trim(*options.reply).empty()) {
    return Error{"--reply has no moves; omit it to judge only the series"};
  }
  const auto series = series_in(options);
  if (!series) return Error{series.error()};
  ConditionalReport report{*series, {}, {}};
  if (options.reply && series->can_stand()) {
    auto reply = match_reply(*series, *options.reply);
    if (reply) {
      report.reply = *std::move(reply);
    } else {
      report.refusal = reply.error();
    }
  } else if (options.reply) {
    report.refusal = fmt::format("an invalid series cannot be accepted, not even in part ({})",
                                 kConditionalRule);
  }
  const std::string text =
      options.format == AnswerFormat::Json ? json_of(report) : to_string(report);
  console.print(std::string_view(text));
  return report.is_clean() ? ExitCode::Clean : ExitCode::Findings;
}

}  // namespace

CommandRun bind_conditional(CommandLine& app) {
  const auto options = std::make_shared<ConditionalCommandOptions>();
  add_text(
      app, "FEN SERIES", options->words,
      "The position in which the opponent is to move: a FEN, startpos, or - for a line of "
      "standard input. Then the series in quotes, a file or - for standard input: 'Nf6: e5; "
      "e6: d4 (d5: exd5; c5: Nf3)', or PGN movetext with the opponent's choices as variations");
  add_text(app, "--reply MOVES", options->reply,
           "Reply of the opponent, in quotes: the accepted moves of both players, then a move of "
           "the opponent's own: 'Nf6 e5 Nd5'");
  add_piece_letters(app, options->letters)
      ->description(
          "Letters for king, queen, rook, bishop and knight in the series and the reply, such as "
          "KDTLS (default: English)");
  add_format(app, options->format, kTextOrJson);
  app.footer(
      "Exit status: 0 the series and the reply are valid, 1 one of them is not valid "
      "or not complete, 2 the position or the series cannot be read.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
