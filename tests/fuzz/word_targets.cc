// Targets for one or two lines of text.

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "db/model/filter_text.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/setup.h"
#include "lib/conditional/conditional_moves.h"
#include "lib/laws/touch/touch_move.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/tags/time_control.h"
#include "tests/fuzz/targets.h"
#include "tests/validate/games_checked.h"

namespace arbiter::testing {
namespace {

struct Question {
  Position position;
  std::string_view text;
};

// Returns nothing if the first line is not a position.
std::optional<Question> question_in(std::string_view text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  Question question{.position = {}, .text = text.substr(std::min(end + 1, text.size()))};
  if (end == 0) return question;
  const auto position = parse_position(text.substr(0, end));
  if (!position) return std::nullopt;
  question.position = *position;
  return question;
}

// Returns the findings as text, sorted by position, because the findings of a game have no defined
// order.
std::string all_of(std::vector<Diagnostic> findings) {
  std::ranges::stable_sort(findings, {}, &Diagnostic::offset);
  std::string text;
  for (const Diagnostic& finding : findings) {
    text += fmt::format("{} {} {} {}\n", index_of(finding.code), finding.offset, finding.length,
                        finding.message);
  }
  return text;
}

}  // namespace

FuzzFault fuzz_fen(std::string_view text) {
  const auto read = parse_fen(text);
  const ParsedFen* const parsed = std::get_if<ParsedFen>(&read);
  if (parsed == nullptr) {
    const FenError& error = std::get<FenError>(read);
    if (error.message.empty()) return "an error without words";
    if (error.offset + error.length > text.size()) return "an error behind the end";
    return std::nullopt;
  }
  const std::string fen = fen_of(parsed->setup, CastlingLetters::Shredder);
  const auto again = parse_fen(fen);
  const ParsedFen* const same = std::get_if<ParsedFen>(&again);
  if (same == nullptr || same->setup != parsed->setup) return "another FEN than was read: " + fen;
  if (!is_playable(parsed->setup)) return std::nullopt;
  const Position position(parsed->setup);
  for (const Move move : legal_moves(position)) {
    Position after = position;
    after.play(move);
    if (after.key() != Position(after.setup()).key()) return "a move leads to another position";
  }
  return std::nullopt;
}

FuzzFault fuzz_san(std::string_view text) {
  const auto question = question_in(text);
  if (!question) return std::nullopt;
  const Position& position = question->position;
  const auto named = named_move(question->text, position, {});
  if (!named || named->is_null() || !named->is_legal()) return std::nullopt;
  const std::string san = san_of(named->move(), position);
  const auto again = read_legal_move(san, position);
  if (!again || *again != named->move()) return "another move than was read: " + san;
  return std::nullopt;
}

FuzzFault fuzz_time_control(std::string_view text) {
  const auto control = read_time_control(text);
  if (!control) return std::nullopt;
  for (const Color color : {Color::White, Color::Black}) {
    (void)first_allowance(*control, color);
    (void)time_added_by(*control, color, 60);
  }
  (void)days_per_move(*control);
  const auto written = to_string(*control);
  if (!written) return std::nullopt;
  const auto again = parse_time_control(*written);
  const TimeControl* const same = std::get_if<TimeControl>(&again);
  if (same == nullptr || *same != *control) return "another time control: " + *written;
  return std::nullopt;
}

FuzzFault fuzz_commands(std::string_view text) {
  std::string game = "1. e4 {";
  for (const char c : text) game += c == '}' ? ')' : c;
  game += "} e5 {[%clk 0:01:00]} *";
  const auto quick = check_games(game);
  const auto slow = check_games_with_care(game);
  if (quick.size() != slow.size()) return "read with care it is another number of games";
  for (std::size_t i = 0; i < quick.size(); ++i) {
    if (all_of(quick[i].findings) != all_of(slow[i].findings)) {
      return "read with care it has other findings:\n" + all_of(slow[i].findings) + "\nnot:\n" +
             all_of(quick[i].findings);
    }
  }
  return std::nullopt;
}

FuzzFault fuzz_filter(std::string_view text) {
  const auto filter = parse_filter(text);
  if (!filter) return filter.error().empty() ? FuzzFault("an error without words") : std::nullopt;
  const std::string written = to_string(*filter);
  const auto again = parse_filter(written);
  if (!again) return fmt::format("{} cannot be read: {}", written, again.error());
  const std::string twice = to_string(*again);
  if (twice != written) return fmt::format("{} becomes {}", written, twice);
  return std::nullopt;
}

FuzzFault fuzz_touch(std::string_view text) {
  const auto question = question_in(text);
  if (!question) return std::nullopt;
  TouchReport report{.touches = {}, .player = question->position.turn()};
  for (std::string_view rest = question->text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const auto touched = parse_touch(rest.substr(0, end), question->position);
    if (!touched)
      return touched.error().empty() ? FuzzFault("an error without words") : std::nullopt;
    if (to_string(*touched, question->position.board()).empty()) return "a touch without words";
    report.touches.push_back(*touched);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (report.touches.empty()) return std::nullopt;
  const TouchRuling ruling = rule_on_touches(question->position, report);
  if (ruling.sentence.empty()) return "a ruling without words";
  const MoveList legal = legal_moves(question->position);
  const auto is_legal = [&](Move move) { return std::ranges::find(legal, move) != legal.end(); };
  if (!std::ranges::all_of(ruling.moves, is_legal)) return "a ruling allows an illegal move";
  return std::nullopt;
}

FuzzFault fuzz_conditional(std::string_view text) {
  const auto question = question_in(text);
  if (!question) return std::nullopt;
  const auto series = read_series(question->position, question->text);
  if (!series) return series.error().empty() ? FuzzFault("an error without words") : std::nullopt;
  for (const auto& finding : series->findings) {
    if (finding.message.empty()) return "a finding without words";
    if (finding.offset > question->text.size()) return "a finding behind the end";
  }
  if (series->can_stand()) (void)match_reply(*series, question->text);
  return std::nullopt;
}

}  // namespace arbiter::testing
