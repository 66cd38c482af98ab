#include "db/model/game_tests.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <compare>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_reach.h"
#include "db/model/game_record.h"
#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/diagnostics/sink.h"
#include "lib/export/movetext_sink.h"
#include "lib/laws/date.h"
#include "lib/pgn/comment_parts.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/tags/person_name.h"

namespace arbiter {
namespace {

struct Parts {
  std::uint32_t year, month, day;
};

constexpr Parts parts_of(std::uint32_t date) {
  return {date / 10000, date / 100 % 100, date % 100};
}
constexpr std::uint32_t date_of(Parts parts) {
  return parts.year * 10000 + parts.month * 100 + parts.day;
}

// Returns the number of days in a month; 28 for months after December.
std::uint32_t days_in(std::uint32_t year, std::uint32_t month) {
  std::uint32_t day = 31;
  while (day > 28 && !may_exist({static_cast<std::uint16_t>(year), static_cast<std::uint8_t>(month),
                                 static_cast<std::uint8_t>(day)})) {
    --day;
  }
  return day;
}

// Returns whether any day from `first` to `last` is in the range.
bool meets(std::uint32_t first, std::uint32_t last, const ValueRange& range) {
  return !(range.max && *range.max < first) && !(range.min && *range.min > last);
}

// Returns whether the date may be in the range. Precondition: the year is known.
bool may_match(Parts parts, const ValueRange& range) {
  const std::uint32_t first_month = parts.month != 0 ? parts.month : 1;
  const std::uint32_t last_month = parts.month != 0 ? parts.month : 12;
  for (std::uint32_t month = first_month; month <= last_month; ++month) {
    const std::uint32_t date = date_of({parts.year, month, parts.day});
    if (parts.day > days_in(parts.year, month)) continue;
    if (meets(first_day(date), last_day(date), range)) return true;
  }
  return false;
}

// Returns whether a tag with this name has an accepted value. A missing tag has an empty value.
template <class Accepts>
bool any_value(const GameView& game, std::string_view name, Accepts accepts) {
  RecordReader reader(game.record, game);
  bool exists = false;
  for (RecordTag tag; reader.next(tag);) {
    if (!equal_ignoring_case(tag.name, name)) continue;
    if (accepts(tag.value)) return true;
    exists = true;
  }
  return !exists && accepts(std::string_view());
}

// Compares `round` with the end of a range. Compares only as many numbers as the end has, so that
// "3.2" equals "3".
std::strong_ordering compare(const RoundTest::Number& round, const RoundTest::Number& end) {
  const auto last = round.begin() + static_cast<std::ptrdiff_t>(std::min(round.size(), end.size()));
  return std::lexicographical_compare_three_way(round.begin(), last, end.begin(), end.end());
}

// Applies a test to a game.
struct Tester {
  const GameView& game;

  template <class Test>
  bool operator()(const Test& test) const {
    return test.accepts(game);
  }
  bool operator()(const NumberTest& test) const { return test.accepts(game[test.of]); }
  bool operator()(const NameTest& test) const { return test.accepts(folded_name(game[test.of])); }
  bool operator()(const SourceTest& test) const { return test.accepts(game[GameText::Source]); }
  bool operator()(const RoundTest& test) const { return test.accepts(game[GameText::Round]); }
  bool operator()(const EcoTest& test) const {
    return test.accepts(game[GameNumber::Eco], game.opening_eco);
  }
  bool operator()(const OpeningTest& test) const {
    return test.accepts(game.opening_eco, game.opening_name);
  }
  bool operator()(const MaterialTest& test) const {
    if ((game[GameNumber::Flags] & kUnchecked) != 0) return false;  // the game has no positions
    return reaches_material(test.pattern, game.start, game.moves);
  }
  bool operator()(const PatternTest& test) const {
    if ((game[GameNumber::Flags] & kUnchecked) != 0) return false;
    return reaches_pattern(*test.plan, game.start, game.moves);
  }
  bool operator()(const PositionsTest& test) const {
    if ((game[GameNumber::Flags] & kUnchecked) != 0) return false;
    return reaches_position(*test.positions, game.start, game.moves);
  }
};

struct PartOfTest {
  TestedPart operator()(const auto&) const { return TestedPart::Columns; }
  TestedPart operator()(const RoundTest&) const { return TestedPart::Round; }
  TestedPart operator()(const TagTest&) const { return TestedPart::Tags; }
  TestedPart operator()(const TimeControlTest&) const { return TestedPart::Tags; }
  TestedPart operator()(const ComparisonTest& test) const {
    return test.uses_tags() ? TestedPart::Tags : TestedPart::Columns;
  }
  TestedPart operator()(const FindingTest&) const { return TestedPart::Findings; }
  TestedPart operator()(const MaterialTest&) const { return TestedPart::Moves; }
  TestedPart operator()(const PatternTest&) const { return TestedPart::Moves; }
  TestedPart operator()(const PositionsTest&) const { return TestedPart::Moves; }
  TestedPart operator()(const ContentTest&) const { return TestedPart::Movetext; }
  TestedPart operator()(const CommentNumberTest&) const { return TestedPart::Movetext; }
  TestedPart operator()(const CommentTextTest&) const { return TestedPart::Movetext; }
};

}  // namespace

std::uint32_t first_day(std::uint32_t date) {
  const auto [year, month, day] = parts_of(date);
  return date_of({year, std::max(month, 1u), std::max(day, 1u)});
}

std::uint32_t last_day(std::uint32_t date) {
  auto [year, month, day] = parts_of(date);
  if (month == 0) month = 12;
  if (day == 0) day = days_in(year, month);
  return date_of({year, month, day});
}

DateMatch match_date(std::uint32_t date, const ValueRange& range) {
  if (range.is_open()) return DateMatch::Inside;
  const Parts parts = parts_of(date);
  if (parts.year != 0) {
    if (parts.month != 0 && parts.day != 0) {
      return range.contains(date) ? DateMatch::Inside : DateMatch::Outside;
    }
    const std::uint32_t first = first_day(date);
    const std::uint32_t last = last_day(date);
    if (range.contains(first) && range.contains(last)) return DateMatch::Inside;
    if (!meets(first, last, range)) return DateMatch::Outside;
    return may_match(parts, range) ? DateMatch::Perhaps : DateMatch::Outside;
  }
  // Nine years contain every day, including 29 February.
  const std::uint64_t from = std::max<std::uint64_t>(range.min.value_or(0) / 10000, 1);
  const std::uint64_t to = std::min(range.max.value_or(99991231) / 10000, from + 8);
  for (std::uint64_t year = from; year <= to; ++year) {
    if (may_match({static_cast<std::uint32_t>(year), parts.month, parts.day}, range))
      return DateMatch::Perhaps;
  }
  return DateMatch::Outside;
}

bool NumberTest::accepts(std::uint64_t number) const {
  switch (form) {
    case Form::Range:
      break;
    case Form::Date:
      return match_date(static_cast<std::uint32_t>(number), range) == DateMatch::Inside;
    case Form::PossibleDate:
      return match_date(static_cast<std::uint32_t>(number), range) != DateMatch::Outside;
    case Form::Bits:
      return (number & bits) == bits;
  }
  return range.contains(number);
}

bool OpeningTest::accepts(std::uint16_t eco, std::string_view name) const {
  const std::string folded = folded_name(name);
  const std::string code = folded_name(eco_text(eco));
  return pattern.matches(folded) || pattern.matches(code) || pattern.matches(code + " " + folded);
}

SourceTest::SourceTest(std::string_view text) : part(to_small(text)) {}

bool SourceTest::accepts(std::string_view source) const {
  return to_small(source).find(part) != std::string::npos;
}

std::optional<RoundTest::Number> RoundTest::parse(std::string_view text) {
  Number number;
  text = trim(text);
  while (true) {
    const auto [end, fault] =
        std::from_chars(text.data(), text.data() + text.size(), number.emplace_back());
    if (fault != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return number;
    if (text.front() != '.') return std::nullopt;
    text.remove_prefix(1);
  }
}

std::uint64_t RoundTest::order(std::string_view text) {
  constexpr std::uint32_t kMaxPart = (1U << 20) - 1;
  const auto number = parse(text);
  if (!number) return 0;
  std::uint64_t order = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    order = order << 20 | (i < number->size() ? std::min((*number)[i], kMaxPart) : 0);
  }
  return order + 1;
}

bool RoundTest::accepts(std::string_view round) const {
  // "?" means unknown, like a missing tag.
  if (!text.empty()) {
    return equal_ignoring_case(trim(round), text) || (text == "?" && trim(round).empty());
  }
  const auto number = parse(round);
  if (!number) return false;
  const auto after = min ? compare(*number, *min) : std::strong_ordering::greater;
  const auto before = max ? compare(*number, *max) : std::strong_ordering::less;
  return excludes_ends ? after > 0 && before < 0 : after >= 0 && before <= 0;
}

bool TagTest::accepts_value(std::string_view value) const {
  return expression ? expression->is_found_in(value) : pattern.matches(folded_name(value));
}

bool TagTest::accepts(const GameView& game) const {
  return any_value(game, tag, [this](std::string_view value) { return accepts_value(value); });
}

bool TagTest::accepts(const GameView& game,
                      const std::function<bool(std::string_view)>& is_accepted) const {
  return any_value(game, tag, is_accepted);
}

TimeControlTest::TimeControlTest(std::string_view given)
    : text(trim(given)), control(read_time_control(text)) {}

bool TimeControlTest::accepts(const GameView& game) const {
  return any_value(game, to_string(KnownTag::TimeControl), [this](std::string_view value) {
    value = trim(value);
    if (value.empty()) value = "?";
    return equal_ignoring_case(value, text) || (control && read_time_control(value) == control);
  });
}

bool FindingTest::accepts(const GameView& game) const {
  return std::any_of(game.findings.begin(), game.findings.end(),
                     [this](const DraftFinding& found) { return codes[index_of(found.code)]; });
}

bool ComparisonTest::accepts(const GameView& game) const {
  const auto a = left.value(game);
  const auto b = a ? right.value(game) : std::nullopt;
  if (!b) return false;
  switch (comparison) {
    case Comparison::Equal:
      return *a == *b;
    case Comparison::NotEqual:
      return *a != *b;
    case Comparison::AtLeast:
      return *a >= *b;
    case Comparison::MoreThan:
      return *a > *b;
    case Comparison::AtMost:
      return *a <= *b;
    case Comparison::LessThan:
      break;
  }
  return *a < *b;
}

TestedPart tested_part(const GameTest& test) { return std::visit(PartOfTest(), test); }

bool holds(const GameTest& test, const GameView& game) { return std::visit(Tester{game}, test); }

namespace {

// Parses the movetext of games, reusing memory.
class MovetextOfRecord {
 public:
  // Returns the parsed movetext of the record, without tags. Returns nothing if the record has no
  // movetext or is damaged. The result is valid until the next call.
  const PgnGame* read(const GameView& game) {
    RecordReader record(game.record, game);
    if (!record.skip_tags()) return nullptr;
    const std::string_view movetext = record.movetext();
    if (movetext.empty()) return nullptr;
    // The tag ensures that the text starts a game.
    source_ = "[Event \"?\"]\n\n";
    source_ += movetext;
    const std::size_t size = source_.size();
    source_.append(kTextPadding, '\0');
    PgnReader reader(
        {.text = std::string_view(source_).substr(0, size), .ends_file = false, .next = '['},
        sink_);
    return reader.next(game_) ? &game_ : nullptr;
  }

 private:
  CollectingSink sink_{CodeSet()};
  std::string source_;
  PgnGame game_;
};

const PgnGame* read_movetext(const GameView& game) {
  thread_local MovetextOfRecord movetext;
  return movetext.read(game);
}

// Returns the text of a brace comment without its braces.
std::string_view comment_in(const PgnGame& game, const Token& token) {
  std::string_view text = game.text_of(token).substr(1);
  if (text.ends_with('}')) text.remove_suffix(1);
  return text;
}

bool has_text(const PgnGame& game, const Token& token) {
  if (token.kind == TokenKind::LineComment) return !is_blank_text(game.text_of(token).substr(1));
  return token.kind == TokenKind::BraceComment && token.has_text() &&
         !is_set_aside(game.text_of(token));
}

template <class IsWanted>
bool has_command(const PgnGame& game, const Token& token, IsWanted is_wanted) {
  return token.kind == TokenKind::BraceComment &&
         std::ranges::any_of(game.commands_of(token), [&](const CommentCommand& command) {
           return is_wanted(command.kind);
         });
}

bool has_evaluation(std::string_view comment) {
  CommentValues values;
  add_values(comment, values);
  return values.evaluation || values.mate;
}

bool has(const PgnGame& game, const Token& token, MovetextPart part) {
  switch (part) {
    case MovetextPart::Words:
      return has_text(game, token);
    case MovetextPart::Variations:
      return token.kind == TokenKind::VariationStart;
    case MovetextPart::Nags:
      return token.kind == TokenKind::Nag || token.kind == TokenKind::Suffix;
    case MovetextPart::Clocks:
      return has_command(game, token, is_time_command);
    case MovetextPart::Evaluations:
      return has_command(game, token,
                         [](CommandKind kind) { return kind == CommandKind::Evaluation; }) ||
             (token.kind == TokenKind::BraceComment && has_evaluation(comment_in(game, token)));
    case MovetextPart::Commands:
      return has_command(game, token, [](CommandKind) { return true; });
    default:
      return token.kind == TokenKind::MoveNumber;
  }
}

std::optional<double> evaluation_in(const CommentValues& values) {
  if (values.evaluation) return values.evaluation;
  if (!values.mate) return std::nullopt;
  constexpr double kMate = std::numeric_limits<double>::infinity();
  return *values.mate < 0 ? -kMate : kMate;
}

// The values before and after a move of `player`. Before the first move, the player is unknown, and
// `before` is empty.
struct CommentedMove {
  Color player;
  const CommentValues& before;
  const CommentValues& after;

  // Returns the number after the move, if there is one.
  std::optional<double> number(CommentNumberTest::Of of) const {
    using Of = CommentNumberTest::Of;
    if (of == Of::Evaluation) return evaluation_in(after);
    const bool is_of_white = of == Of::WhiteClock || of == Of::WhiteDrop;
    if (of != Of::Drop && is_of_white != (player == Color::White)) return std::nullopt;
    if (of != Of::WhiteClock && of != Of::BlackClock) return drop();
    if (!after.clock) return std::nullopt;
    return std::chrono::duration<double>(*after.clock).count();
  }

  std::optional<double> drop() const {
    constexpr double kMax = CommentNumberTest::kMaxEvaluation;
    const auto first = evaluation_in(before);
    const auto last = evaluation_in(after);
    if (!first || !last) return std::nullopt;
    const double gain = std::clamp(*last, -kMax, kMax) - std::clamp(*first, -kMax, kMax);
    // Rounds to hundredths, as evaluations are written: from 2.3 to 0.3 is 2.
    return std::round(100 * (player == Color::White ? -gain : gain)) / 100;
  }
};

// Returns the side to move in the initial position. For a game that was not replayed, it is read
// from the FEN tag.
Color first_player(const GameView& game) {
  std::string fen(game.start);
  if ((game[GameNumber::Flags] & kUnchecked) != 0) {
    RecordReader record(game.record, game);
    for (RecordTag tag; fen.empty() && record.next(tag);) {
      if (tag.known == KnownTag::Fen) fen = tag.value;
    }
  }
  return fen.find(" b ") == std::string::npos ? Color::White : Color::Black;
}

}  // namespace

bool ContentTest::accepts(const GameView& view) const {
  const PgnGame* game = read_movetext(view);
  return game != nullptr && std::ranges::any_of(game->tokens, [&](const Token& token) {
           return has(*game, token, part);
         });
}

std::vector<CommentValues> comment_values(const GameView& view) {
  std::vector<CommentValues> values;
  const PgnGame* game = read_movetext(view);
  if (game == nullptr) return values;
  values.emplace_back();
  int depth = 0;
  for (const Token& token : game->tokens) {
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && depth > 0) --depth;
    if (depth > 0) continue;
    if (token.kind == TokenKind::Move || token.kind == TokenKind::Word) {
      values.emplace_back();
    } else if (token.kind == TokenKind::BraceComment) {
      add_values(comment_in(*game, token), values.back());
    }
  }
  return values;
}

std::vector<std::uint16_t> CommentNumberTest::plies(const GameView& view) const {
  std::vector<std::uint16_t> plies;
  Color player = other(first_player(view));  // the player of the last move
  CommentValues before;
  std::uint16_t ply = 0;
  for (const CommentValues& values : comment_values(view)) {
    const auto number = CommentedMove{player, before, values}.number(of);
    if (number && min <= *number && *number <= max) plies.push_back(ply);
    player = other(player);
    before = values;
    ++ply;
  }
  return plies;
}

bool CommentNumberTest::accepts(const GameView& view) const { return !plies(view).empty(); }

namespace {

// Returns the text in lower case, with one space for each run of white space.
std::string words_in(std::string_view text) {
  std::string words;
  for (const char c : text) {
    const bool is_space = is_space_or_control(c);
    if (is_space && (words.empty() || words.back() == ' ')) continue;
    words += is_space ? ' ' : c;
  }
  return to_small(words);
}

}  // namespace

CommentTextTest::CommentTextTest(std::string_view given) : text(words_in(trim(given))) {}

bool CommentTextTest::accepts(const GameView& view) const {
  const PgnGame* game = read_movetext(view);
  return game != nullptr && std::ranges::any_of(game->tokens, [&](const Token& token) {
           return has_text(*game, token) &&
                  words_in(game->text_of(token)).find(text) != std::string::npos;
         });
}

}  // namespace arbiter
