#include "db/model/numeric_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

#include "lib/base/text.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/time_control.h"

namespace arbiter {
namespace {

// The maximum nesting depth, which limits the recursion and thus the stack.
constexpr int kMaxNesting = 100;

struct NamedNumber {
  std::string_view name;
  GameNumber number;
};
constexpr NamedNumber kNumbers[] = {{"white-elo", GameNumber::WhiteElo},
                                    {"black-elo", GameNumber::BlackElo},
                                    {"plies", GameNumber::Plies},
                                    {"game", GameNumber::Id}};
constexpr std::string_view kBaseTime = "base-time";
constexpr std::string_view kIncrement = "increment";
constexpr std::string_view kTagPrefix = "tag.";

bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

// Returns whether `text` begins with the whole word; "_" counts as "-".
bool begins_with_word(std::string_view text, std::string_view word) {
  const bool is_same =
      std::ranges::equal(text.substr(0, word.size()), word, [](char c, char expected) {
        return to_small(c) == expected || (c == '_' && expected == '-');
      });
  if (!is_same) return false;
  return text.size() == word.size() || !is_name_character(text[word.size()]);
}

// Parses a number, which must be the whole text.
std::optional<double> number_in(std::string_view text) {
  return parse_signed_number<double>(trim(text));
}

std::optional<std::string> tag_value(const GameView& game, std::string_view name) {
  RecordReader reader(game.record, game);
  for (RecordTag tag; reader.next(tag);) {
    if (equal_ignoring_case(tag.name, name)) return std::string(tag.value);
  }
  return std::nullopt;
}

// Returns the time of White's first time control.
std::optional<Allowance> allowance_of(const GameView& game) {
  const auto text = tag_value(game, to_string(KnownTag::TimeControl));
  const auto control = text ? read_time_control(trim(*text)) : std::nullopt;
  if (!control || control->kind != TimeControlKind::Clock) return std::nullopt;
  return first_allowance(*control, Color::White);
}

double seconds_of(ClockTime time) { return std::chrono::duration<double>(time).count(); }

// Returns a number of the game, or nothing if unknown: 0, except for lengths, and lengths of games
// that were not replayed.
std::optional<double> known(const GameView& game, GameNumber number) {
  const bool is_known =
      number == GameNumber::Plies ? (game[GameNumber::Flags] & kUnchecked) == 0 : game[number] != 0;
  if (!is_known) return std::nullopt;
  return static_cast<double>(game[number]);
}

double computed(char sign, double left, double right) {
  switch (sign) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return left / right;
  }
}

}  // namespace

std::string_view to_string(Comparison comparison) {
  constexpr std::string_view kSigns[] = {"=", "!=", ">=", ">", "<=", "<"};
  return kSigns[static_cast<std::size_t>(comparison)];
}

class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  Result<std::optional<NumericExpression>> parse() {
    const bool is_read = sum();
    if (fault_) return Error{*fault_};
    if (!is_read) return std::optional<NumericExpression>();
    return std::optional(std::move(expression_));
  }

  std::string_view rest() const { return text_; }

 private:
  using Kind = NumericExpression::Kind;
  using Step = NumericExpression::Step;

  bool sum() {
    return joined("+-", [this] { return joined("*/", [this] { return operand(); }); });
  }

  // Reads operands separated by the given operators.
  template <class Read>
  bool joined(std::string_view signs, Read read) {
    if (!read()) return false;
    while (true) {
      const std::string_view rest = trim(text_);
      if (rest.empty() || signs.find(rest[0]) == std::string_view::npos) return true;
      const std::string_view before = text_;
      text_ = rest.substr(1);
      if (!read()) {
        if (!fault_) fault_ = fmt::format("'{}' is not a number (after '{}')", word(), rest[0]);
        text_ = before;
        return false;
      }
      add({.kind = Kind::Operator, .sign = rest[0]});
    }
  }

  bool operand() {
    text_ = trim(text_);
    if (text_.empty()) return false;
    if (is_digit(text_[0]) || text_[0] == '-') return constant();
    if (text_[0] == '(') return in_brackets();
    if (begins_with_word(text_, "abs") && text_.substr(3).starts_with('(')) return function();
    for (const NamedNumber& number : kNumbers) {
      if (take(number.name)) return add({.kind = Kind::Number, .number = number.number});
    }
    if (take(kBaseTime)) return add({.kind = Kind::BaseTime});
    if (take(kIncrement)) return add({.kind = Kind::Increment});
    return tag();
  }

  bool constant() {
    double number = 0;
    const auto [end, fault] = std::from_chars(text_.data(), text_.data() + text_.size(), number,
                                              std::chars_format::fixed);
    if (fault != std::errc()) return false;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return add({.constant = number});
  }

  // Reads "(white-elo + black-elo)". Returns false for conditions in parentheses.
  bool in_brackets() {
    text_.remove_prefix(1);
    if (++depth_ > kMaxNesting) fault_ = "the conditions are nested too deeply";
    if (fault_ || !sum()) return false;
    --depth_;
    text_ = trim(text_);
    if (!text_.starts_with(')')) return false;
    text_.remove_prefix(1);
    return true;
  }

  bool function() {
    text_.remove_prefix(std::string_view("abs").size());
    if (in_brackets()) return add({.kind = Kind::Abs});
    if (!fault_ && depth_ > 0) fault_ = "')' is missing after 'abs('";
    return false;
  }

  bool tag() {
    if (!equal_ignoring_case(text_.substr(0, kTagPrefix.size()), kTagPrefix)) return false;
    const std::string_view name = text_.substr(kTagPrefix.size());
    const auto end = std::ranges::find_if_not(name, is_name_character);
    const auto length = static_cast<std::size_t>(end - name.begin());
    if (length == 0) return false;
    text_ = name.substr(length);
    return add({.kind = Kind::Tag, .tag = std::string(name.substr(0, length))});
  }

  bool take(std::string_view name) {
    if (!begins_with_word(text_, name)) return false;
    text_.remove_prefix(name.size());
    return true;
  }

  bool add(Step step) {
    expression_.steps_.push_back(std::move(step));
    return true;
  }

  std::string_view word() const {
    const std::string_view rest = trim(text_);
    return rest.substr(0, std::min(rest.find_first_of(" \t\n<>=!()"), rest.size()));
  }

  std::string_view text_;
  int depth_ = 0;
  NumericExpression expression_;
  std::optional<std::string> fault_;
};

Result<std::optional<NumericExpression>> NumericExpression::take(std::string_view& text) {
  ExpressionParser parser(text);
  auto expression = parser.parse();
  if (expression && *expression) text = parser.rest();
  return expression;
}

std::optional<double> NumericExpression::value(const GameView& game) const {
  std::vector<double> stack;
  for (const Step& step : steps_) {
    std::optional<double> number;
    switch (step.kind) {
      case Kind::Constant:
        number = step.constant;
        break;
      case Kind::Number:
        number = known(game, step.number);
        break;
      case Kind::Tag:
        if (const auto text = tag_value(game, step.tag)) number = number_in(*text);
        break;
      case Kind::BaseTime:
        if (const auto allowance = allowance_of(game)) number = seconds_of(allowance->time);
        break;
      case Kind::Increment:
        if (const auto allowance = allowance_of(game)) number = seconds_of(allowance->bonus);
        break;
      case Kind::Operator: {
        const double right = stack.back();
        stack.pop_back();
        number = computed(step.sign, stack.back(), right);
        stack.pop_back();
        break;
      }
      case Kind::Abs:
        number = std::abs(stack.back());
        stack.pop_back();
        break;
    }
    if (!number || !std::isfinite(*number)) return std::nullopt;
    stack.push_back(*number);
  }
  return stack.back();
}

bool NumericExpression::is_constant() const {
  return std::ranges::all_of(steps_, [](const Step& step) {
    return step.kind == Kind::Constant || step.kind == Kind::Operator || step.kind == Kind::Abs;
  });
}

bool NumericExpression::uses_tags() const {
  return std::ranges::any_of(steps_, [](const Step& step) {
    return step.kind == Kind::Tag || step.kind == Kind::BaseTime || step.kind == Kind::Increment;
  });
}

bool NumericExpression::uses_number(GameNumber number) const {
  return std::ranges::any_of(steps_, [number](const Step& step) {
    return step.kind == Kind::Number && step.number == number;
  });
}

bool NumericExpression::uses_columns() const {
  return std::ranges::any_of(steps_, [](const Step& step) {
    return step.kind == Kind::Number ||
           (step.kind == Kind::Tag && is_from_columns(known_tag_ignoring_case(step.tag)));
  });
}

}  // namespace arbiter
