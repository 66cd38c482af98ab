// arbiter conditional FEN SERIES
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/text.h"
#include "lib/laws/conditional/conditional_moves.h"
#include "lib/notation/fen.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/text_argument.h"
#include "tools/cli/output/answer_format.h"
#include "tools/commands/laws/conditional_report.h"
#include "tools/commands/laws/laws.h"

namespace arbiter {
namespace {

struct Options {
  std::vector<std::string> words;
  std::optional<std::string> reply;
  std::optional<PieceLetters> letters;
  AnswerFormat format = AnswerFormat::Text;
};

Result<ConditionalSeries> series_in(const Options& options) {
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

Result<ExitCode> run(const Options& options, Console& console) {
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
    report.refusal = "an invalid series cannot be accepted, not even in part";
  }
  const std::string text =
      options.format == AnswerFormat::Json ? json_of(report) : to_string(report);
  console.print(std::string_view(text));
  return report.is_clean() ? ExitCode::Clean : ExitCode::Findings;
}

}  // namespace

CommandRun bind_conditional(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_words(app, "FEN SERIES", options->words)
      ->type_name("FEN SERIES")
      ->description(
          "The position in which the opponent is to move: a FEN, startpos, or - for a line of "
          "standard input. Then the series in quotes, a file or - for standard input: 'Nf6: e5; "
          "e6: d4 (d5: exd5; c5: Nf3)', or PGN movetext with the opponent's choices as variations");
  add_text(app, "--reply", options->reply)
      ->type_name("MOVES")
      ->description(
          "What the opponent sent, in quotes: the accepted moves of both players, and then a move "
          "of the "
          "opponent's own: 'Nf6 e5 Nd5'");
  add_piece_letters(app, options->letters)
      ->description(
          "Letters for king, queen, rook, bishop and knight in the series and the reply, such as "
          "KDTLS (default: English)");
  add_format(app, options->format, kTextOrJson);
  app.footer(
      "Exit status: 0 the series and the reply are valid, 1 one of them is not,\n"
      "2 the position or the series cannot be read.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
