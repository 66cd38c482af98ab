// The tests of filters. Each test checks one part of a game, stored or drafted.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "db/model/game_record.h"
#include "db/model/name_pattern.h"
#include "db/model/numeric_expression.h"
#include "db/model/position_query.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/export/movetext_sink.h"
#include "lib/patterns/material_pattern.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/pgn/export_writer.h"
#include "lib/tags/time_control.h"

namespace arbiter {

// An inclusive range of numbers. A missing end is open.
struct ValueRange {
  std::optional<std::uint64_t> min = {};
  std::optional<std::uint64_t> max = {};

  bool is_open() const { return !min && !max; }
  bool contains(std::uint64_t value) const {
    return !(min && value < *min) && !(max && value > *max);
  }
  bool operator==(const ValueRange&) const = default;
};

enum class DateMatch {
  Outside,  // none of the possible days is in the range
  Perhaps,  // some possible days are in the range
  Inside,   // all possible days are in the range
};

// Compares a date with a range of days. Dates are yyyymmdd with 0 for unknown parts: "1950.??.??"
// is inside 1950..1951, perhaps in May 1950, and outside 1960. An unknown year may be any year.
DateMatch match_date(std::uint32_t date, const ValueRange& range);

// Return the first and the last possible day of a date as yyyymmdd. Precondition: its year is known
// and its month is at most 12.
std::uint32_t first_day(std::uint32_t date);
std::uint32_t last_day(std::uint32_t date);

// A condition on a numeric field of a game.
struct NumberTest {
  enum class Form : std::uint8_t {
    Range,         // the number is in the range
    Date,          // all possible days of the date are in the range
    PossibleDate,  // at least one possible day of the date is in the range
    Bits,          // the number has all bits of `bits`
  };

  GameNumber of;
  Form form = Form::Range;
  ValueRange range = {};
  std::uint64_t bits = 0;

  bool accepts(std::uint64_t number) const;
};

// A condition on a name.
struct NameTest {
  GameText of;
  NamePattern pattern;

  // Returns whether a name matches. `folded` is a result of folded_name().
  bool accepts(std::string_view folded) const { return pattern.matches(folded); }
};

// A condition on the game's file name, which must contain `part`, ignoring ASCII case.
struct SourceTest {
  explicit SourceTest(std::string_view text);

  bool accepts(std::string_view source) const;

  std::string part;  // in lower case
};

// A condition on the round. Rounds are numbers separated by dots; "3" includes all boards of round
// 3 ("3.2"). Other rounds ("Final", "?") are compared as text.
struct RoundTest {
  using Number = std::vector<std::uint32_t>;

  // Parses numbers separated by dots.
  static std::optional<Number> parse(std::string_view text);

  // Returns a number that sorts rounds such as "9.1" and "10" by their first three numbers; 0 for
  // other text.
  static std::uint64_t order(std::string_view text);

  bool accepts(std::string_view round) const;

  std::string text = {};  // the exact round; if empty, the range is used
  std::optional<Number> min = {};
  std::optional<Number> max = {};
  bool excludes_ends = false;
};

// A condition on the values of a tag, whose name is compared ignoring case. At least one value must
// match. A missing tag has an empty value.
struct TagTest {
  std::string tag;
  NamePattern pattern;
  std::optional<RegularExpression> expression = {};  // used instead of the pattern

  bool accepts_value(std::string_view value) const;
  bool accepts(const GameView& game) const;
  // Like accepts(GameView), but calls `is_accepted` instead of accepts_value(), for example with a
  // cache.
  bool accepts(const GameView& game,
               const std::function<bool(std::string_view)>& is_accepted) const;
};

// A condition on the TimeControl tag, by its meaning, or by its text if it cannot be parsed.
struct TimeControlTest {
  explicit TimeControlTest(std::string_view text);

  bool accepts(const GameView& game) const;

  std::string text;
  std::optional<TimeControl> control;
};

// A condition on findings: the game must have at least one of these codes.
struct FindingTest {
  CodeSet codes;

  bool accepts(const GameView& game) const;
};

// A condition on the code of the ECO tag, or of the opening as played if there is no tag. 0 means
// no code.
struct EcoTest {
  ValueRange range;

  bool accepts(std::uint64_t tag, std::uint64_t played) const {
    return range.contains(tag != 0 ? tag : played);
  }
};

// A condition on the opening as played. Each word must be the start of a word in its name or code;
// with "=" the text must be the whole name or code.
struct OpeningTest {
  NamePattern pattern;

  // Returns whether the opening matches. Without a code and a name, the game has no opening.
  bool accepts(std::uint16_t eco, std::string_view name) const;
};

// A condition on the material, initially or after some move.
struct MaterialTest {
  MaterialPattern pattern;
};

// A condition on a pattern, initially or after some move.
struct PatternTest {
  std::shared_ptr<const PatternPlan> plan;
};

// A condition on positions, one of which must occur initially or after some move. A key also
// matches positions that have it in Polyglot books (BookPosition::key()).
struct PositionsTest {
  std::shared_ptr<const PositionSet> positions;
  bool may_be_book_keys = false;  // false if no key is specific to Polyglot books
};

// A comparison of two numbers, which fails if one of them is unknown.
struct ComparisonTest {
  NumericExpression left;
  Comparison comparison;
  NumericExpression right;

  bool accepts(const GameView& game) const;
  bool uses_tags() const { return left.uses_tags() || right.uses_tags(); }
  // Checks for numbers in columns, and for tags whose values may be derived from columns.
  bool uses_columns() const { return left.uses_columns() || right.uses_columns(); }
  bool uses_number(GameNumber number) const {
    return left.uses_number(number) || right.uses_number(number);
  }
};

// A condition on the content of the movetext. Words are comments that contain more than commands,
// and Commands are commands of any kind.
struct ContentTest {
  MovetextPart part;

  bool accepts(const GameView& game) const;
};

// A condition on a number in comments of the main line, which must be in the range after some move.
struct CommentNumberTest {
  enum class Of : std::uint8_t {
    Evaluation,  // eval: in pawns, positive if good for White; a mate is infinite
    WhiteClock,  // clk: the remaining seconds of the player after a move
    BlackClock,
    Drop,  // the loss of evaluation by a move, in pawns, for its player
    WhiteDrop,
    BlackDrop,
  };
  // For drops, evaluations are clamped to this number of pawns. A mate counts as that number.
  static constexpr double kMaxEvaluation = 10;

  Of of = Of::Evaluation;
  double min = 0;
  double max = 0;

  bool accepts(const GameView& game) const;
  // Returns the numbers of half-moves after which the number is in the range.
  std::vector<std::uint16_t> plies(const GameView& game) const;
};

// A condition on comments in all lines: one comment must contain the text. ASCII case and the kind
// of white space are ignored.
struct CommentTextTest {
  explicit CommentTextTest(std::string_view text);

  bool accepts(const GameView& game) const;

  std::string text;  // in lower case
};

using GameTest =
    std::variant<NumberTest, NameTest, SourceTest, RoundTest, TagTest, TimeControlTest, EcoTest,
                 OpeningTest, FindingTest, MaterialTest, PatternTest, PositionsTest, ComparisonTest,
                 ContentTest, CommentNumberTest, CommentTextTest>;

// The part of a game, in addition to its columns and names, that a test needs.
enum class TestedPart : std::uint8_t { Columns, Round, Moves, Tags, Movetext, Findings };
TestedPart tested_part(const GameTest& test);

// Returns whether the game passes the test. Numbers take a few ns, names and tags 100 ns. Per move,
// material takes 2 ns, patterns 8 ns and positions 20 ns.
bool holds(const GameTest& test, const GameView& game);

// Returns the values of commands in comments of the main line. Element i is for the position after
// i half-moves; trailing elements without values are missing. Empty if the record has no movetext.
// Words that cannot be parsed as moves count as moves.
std::vector<CommentValues> comment_values(const GameView& game);

}  // namespace arbiter
