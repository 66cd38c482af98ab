// Arithmetic on the numbers of a game, such as "white-elo - black-elo" or "tag.Difficulty * 2".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_record.h"
#include "lib/base/result.h"

namespace arbiter {

enum class Comparison : std::uint8_t { Equal, NotEqual, AtLeast, MoreThan, AtMost, LessThan };

// Returns the operator, such as ">=".
std::string_view to_string(Comparison comparison);

// An expression of constants, numbers of the game and tag values, with + - * /, abs(...) and
// parentheses.
class NumericExpression {
 public:
  // Parses an expression at the start of `text`, and removes it. Returns nothing if `text` does not
  // begin with an expression. Fails after an operator without a valid operand.
  static Result<std::optional<NumericExpression>> take(std::string_view& text);

  // Returns the value for a game; nothing if a number of the game is unknown.
  std::optional<double> value(const GameView& game) const;

  // Checks for a single operand, such as "2400" or "white-elo".
  bool is_single() const { return steps_.size() == 1; }
  bool is_tag() const { return is_single() && steps_.front().kind == Kind::Tag; }
  bool is_constant() const;
  // Checks for tags, including parts of the TimeControl tag.
  bool uses_tags() const;
  bool uses_number(GameNumber number) const;
  // Checks for numbers in columns, and for tags whose values may be derived from columns.
  bool uses_columns() const;

 private:
  friend class ExpressionParser;

  enum class Kind : std::uint8_t { Constant, Number, Tag, BaseTime, Increment, Operator, Abs };
  // An operation of the stack machine.
  struct Step {
    Kind kind = Kind::Constant;
    double constant = 0;
    GameNumber number = GameNumber::Id;
    char sign = '+';  // for Operator
    std::string tag = {};
  };

  std::vector<Step> steps_;
};

}  // namespace arbiter
