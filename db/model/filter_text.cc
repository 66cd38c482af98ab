#include "db/model/filter_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/model/filter_fields.h"
#include "db/model/numeric_expression.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

// The maximum nesting depth, which limits the recursion and thus the stack.
constexpr int kMaxDepth = 100;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_quote(char c) { return c == '"' || c == '\''; }

struct Sign {
  std::string_view text;
  Comparison comparison;

  bool is_for_texts() const {
    return comparison == Comparison::Equal || comparison == Comparison::NotEqual;
  }
};

// The comparison operators, longer ones first.
constexpr Sign kSigns[] = {{">=", Comparison::AtLeast},  {"<=", Comparison::AtMost},
                           {"!=", Comparison::NotEqual}, {"=", Comparison::Equal},
                           {">", Comparison::MoreThan},  {"<", Comparison::LessThan}};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<GameFilter> parse() {
    GameFilter filter = either();
    skip_blanks();
    if (!fault_ && at_ < text_.size()) fail(fmt::format("unexpected '{}'", excerpt(at_)));
    if (fault_) return Error{*fault_};
    return filter;
  }

 private:
  void fail(std::string why) {
    if (!fault_) fault_ = std::move(why);
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  std::string_view excerpt(std::size_t from) const { return trim(text_.substr(from, 40)); }

  // Returns whether the whole word `word` is at `at`.
  bool is_word(std::size_t at, std::string_view word) const {
    const std::string_view rest = text_.substr(at);
    if (!equal_ignoring_case(rest.substr(0, word.size()), word)) return false;
    return rest.size() == word.size() || is_blank(rest[word.size()]) || rest[word.size()] == '(';
  }

  bool take_word(std::string_view word) {
    skip_blanks();
    if (!is_word(at_, word)) return false;
    at_ += word.size();
    return true;
  }

  GameFilter either() {
    std::vector<GameFilter> parts;
    do {
      parts.push_back(both());
    } while (!fault_ && take_word("or"));
    return any_of(std::move(parts));
  }

  GameFilter both() {
    std::vector<GameFilter> parts;
    do {
      parts.push_back(one());
    } while (!fault_ && take_word("and"));
    return all_of(std::move(parts));
  }

  GameFilter one() {
    if (++depth_ > kMaxDepth) fail("the conditions are nested too deeply");
    GameFilter filter;
    if (!fault_ && take_word("not")) {
      filter = negated(one());
    } else if (!fault_ && is_at('(')) {
      // "(white-elo + black-elo) / 2 > 2500" begins like conditions in parentheses.
      auto compared = comparison();
      filter = compared ? *std::move(compared) : grouped();
    } else if (!fault_) {
      filter = condition();
    }
    --depth_;
    return filter;
  }

  GameFilter grouped() {
    const std::size_t begin = at_++;
    GameFilter filter = either();
    skip_blanks();
    if (!fault_ && !is_at(')')) fail(fmt::format("')' is missing after '{}'", excerpt(begin)));
    ++at_;
    return filter;
  }

  // Parses a comparison that a field cannot express: with arithmetic, between two numbers of the
  // game, or with a number in a tag.
  std::optional<GameFilter> comparison() {
    const std::size_t begin = at_;
    std::string_view rest = text_.substr(at_);
    auto left = NumericExpression::take(rest);
    if (!left) return fail(left.error()), GameFilter();
    if (!*left) return std::nullopt;
    const std::size_t left_end = at_ = text_.size() - rest.size();
    const Sign* sign = this->sign();
    if (sign != nullptr && sign->is_for_texts() && is_at('=')) ++at_;
    const std::size_t right_begin = at_;
    rest = text_.substr(at_);
    auto right = sign == nullptr
                     ? Result<std::optional<NumericExpression>>(std::optional<NumericExpression>())
                     : NumericExpression::take(rest);
    const bool is_simple = (*left)->is_single() && right && *right && (*right)->is_constant();
    const bool is_of_field = is_simple && !text_.substr(begin).starts_with('(') &&
                             (!(*left)->uses_tags() || (sign->is_for_texts() && (*left)->is_tag()));
    const bool is_whole = right && *right && ends_condition(rest) &&
                          !((*left)->is_constant() && (*right)->is_constant());
    if (!right && !(*left)->is_single()) return fail(right.error()), GameFilter();
    if (!is_whole || is_of_field) {
      at_ = begin;
      return std::nullopt;
    }
    at_ = text_.size() - rest.size();
    GameFilter filter =
        filter_of(ComparisonTest{*std::move(*left), sign->comparison, *std::move(*right)});
    filter.text = fmt::format("{} {} {}", trim(text_.substr(begin, left_end - begin)),
                              to_string(sign->comparison),
                              trim(text_.substr(right_begin, at_ - right_begin)));
    return filter;
  }

  // Returns whether a condition ends before `rest`.
  bool ends_condition(std::string_view rest) const {
    const std::string_view next = trim(rest);
    if (next.empty() || next[0] == ')') return true;
    const auto at = static_cast<std::size_t>(next.data() - text_.data());
    return next.data() != rest.data() && (is_word(at, "and") || is_word(at, "or"));
  }

  GameFilter condition() {
    skip_blanks();
    if (auto compared = comparison()) return *std::move(compared);
    const std::size_t begin = at_;
    std::string field_name(name());
    const Sign* sign = this->sign();
    if (sign == nullptr) {
      const bool is_sql = to_small(excerpt(begin)).find(" like ") != std::string::npos;
      fail(fmt::format("'{}' is not a condition (expected a form such as {})", excerpt(begin),
                       is_sql ? "white = Carls, by the beginnings of words" : "elo>=2400"));
      return {};
    }
    std::string key;
    if (const std::size_t dot = field_name.find('.'); dot != std::string::npos) {
      key = field_name.substr(dot + 1);
      field_name.resize(dot);
    }
    std::ranges::replace(field_name, '_', '-');
    const FilterField* field = find_field(field_name);
    if (field == nullptr) return fail(unknown_field(field_name).message), GameFilter();
    if (field->has_key == key.empty()) {
      fail(field->has_key
               ? fmt::format("{0} needs a tag name: {0}.Annotator = Kasparov", field->name)
               : fmt::format("unknown field '{}.{}'; use tag.{} for a tag", field->name, key, key));
      return {};
    }
    if (!field->is_ordered && !sign->is_for_texts()) {
      fail(fmt::format("{} can only be compared with = and !=", field->name));
      return {};
    }
    // "elo == 2400" is the same as "elo = 2400", but "white==Name" compares the whole name.
    if (field->is_ordered && is_at('=')) ++at_;
    const std::string text = value();
    if (fault_) return {};
    auto filter = read_condition(*field, {sign->comparison, text, key});
    if (!filter) return fail(fmt::format("{}: {}", field->name, filter.error())), GameFilter();
    return *std::move(filter);
  }

  std::string_view name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) &&
           std::string_view("=<>!()\"'").find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  const Sign* sign() {
    skip_blanks();
    const auto* found = std::ranges::find_if(
        kSigns, [&](const Sign& one) { return text_.substr(at_).starts_with(one.text); });
    if (found == std::end(kSigns)) return nullptr;
    at_ += found->text.size();
    return found;
  }

  // Parses values separated by |, each of which may be quoted.
  std::string value() {
    skip_blanks();
    std::string text;
    // A value that starts with "=" is a whole name, as in ="Carlsen, M".
    if (is_at('=') && at_ + 1 < text_.size() && is_quote(text_[at_ + 1])) {
      text += '=';
      ++at_;
    }
    if (at_ >= text_.size() || !is_quote(text_[at_])) return text + plain_value();
    text += quoted_value();
    skip_blanks();
    if (is_at('|')) {
      ++at_;
      return text + '|' + value();
    }
    if (!fault_ && at_ < text_.size() && !is_at(')') && !is_word(at_, "and") &&
        !is_word(at_, "or")) {
      fail(fmt::format("unexpected '{}' after the closing quote", excerpt(at_)));
    }
    return text;
  }

  std::string quoted_value() {
    const std::size_t begin = at_;
    const char quote = text_[at_++];
    std::string text;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == quote) {
        ++at_;
        if (!is_at(quote)) return text;
      }
      text += text_[at_];
    }
    fail(fmt::format("unterminated quote: {}", excerpt(begin)));
    return text;
  }

  std::string plain_value() {
    const std::size_t begin = at_;
    int open = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '(') ++open;
      if (c == ')' && --open < 0) break;
      if (!is_blank(c)) continue;
      if (is_word(at_ + 1, "and") || is_word(at_ + 1, "or")) break;
    }
    const std::string_view text = trim(text_.substr(begin, at_ - begin));
    return std::string(text);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<std::string> fault_;
};

}  // namespace

Result<GameFilter> parse_filter(std::string_view text) { return Parser(text).parse(); }

namespace {

// Parses text that consists of digits.
std::optional<std::uint64_t> parse_digits(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <class T>
std::optional<ValueSpan> parse_number(std::string_view text) {
  const auto number = parse_digits(text);
  if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) {
    return std::nullopt;
  }
  return ValueSpan{*number, *number};
}

std::optional<ValueSpan> parse_id(std::string_view text) {
  const auto span = parse_number<std::int64_t>(text);
  return span && span->first > 0 ? span : std::nullopt;
}

std::optional<ValueSpan> parse_eco(std::string_view text) {
  if (text.empty() || text.size() > 3) return std::nullopt;
  const char letter = to_capital(text[0]);
  if (letter < 'A' || letter > 'E') return std::nullopt;
  ValueSpan span{0, 99};
  const std::string_view digits = text.substr(1);
  if (!digits.empty()) {
    const auto number = parse_digits(digits);
    if (!number) return std::nullopt;
    span = digits.size() == 2 ? ValueSpan{*number, *number}
                              : ValueSpan{*number * 10, *number * 10 + 9};
  }
  const std::uint64_t base = 1 + 100 * static_cast<std::uint64_t>(letter - 'A');
  return ValueSpan{base + span.first, base + span.last};
}

// Removes the next part of a date, up to a dot or a hyphen. Returns 0 if it consists of question
// marks.
std::optional<std::uint64_t> take_part(std::string_view& text, std::uint64_t max) {
  const std::size_t end = text.find_first_of(".-");
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!part.empty() && part.find_first_not_of('?') == std::string_view::npos) return 0;
  const auto number = parse_digits(part);
  if (!number || *number == 0 || *number > max) return std::nullopt;
  return number;
}

std::optional<ValueSpan> parse_date(std::string_view text) {
  if (text.find_first_of(".-") == std::string_view::npos && text.size() != 4) return std::nullopt;
  if (text.ends_with('.') || text.ends_with('-')) return std::nullopt;
  const auto year = take_part(text, 9999);
  if (!year || *year == 0) return std::nullopt;
  const auto month = text.empty() ? 0 : take_part(text, 12);
  const auto day = text.empty() ? 0 : take_part(text, 31);
  if (!month || !day || !text.empty() || (*month == 0 && *day != 0)) return std::nullopt;
  const std::uint64_t first = *year * 10000 + *month * 100 + *day;
  return ValueSpan{first, first + (*month == 0 ? 1231 : *day == 0 ? 31 : 0)};
}

// Returns the range from the start of `first` to the end of `last`. An empty text is an open end.
std::optional<ValueRange> ends_of(std::string_view first, std::string_view last,
                                  const ValueForm& form) {
  const auto from = form.parse(first);
  const auto to = form.parse(last);
  const bool is_valid = (from || first.empty()) && (to || last.empty()) && (from || to);
  if (!is_valid) return std::nullopt;
  return ValueRange{from ? std::optional(from->first) : std::nullopt,
                    to ? std::optional(to->last) : std::nullopt};
}

std::optional<ValueRange> equal_range(std::string_view text, const ValueForm& form) {
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
    return ends_of(trim(text.substr(0, dots)), trim(text.substr(dots + 2)), form);
  }
  if (text.empty()) return std::nullopt;
  if (auto range = ends_of(text, text, form)) return range;
  const std::size_t hyphen = text.find('-');
  if (hyphen == std::string_view::npos) return std::nullopt;
  return ends_of(trim(text.substr(0, hyphen)), trim(text.substr(hyphen + 1)), form);
}

std::optional<ValueRange> compared_range(const ValueSpan& span, Comparison comparison) {
  switch (comparison) {
    case Comparison::Equal:
    case Comparison::NotEqual:
      return ValueRange{span.first, span.last};
    case Comparison::AtLeast:
      return ValueRange{span.first, std::nullopt};
    case Comparison::MoreThan:
      return ValueRange{span.last + 1, std::nullopt};
    case Comparison::AtMost:
      return ValueRange{std::nullopt, span.last};
    case Comparison::LessThan:
      break;
  }
  if (span.first == 0) return std::nullopt;
  return ValueRange{std::nullopt, span.first - 1};
}

}  // namespace

const ValueForm kNumberForm = {parse_number<std::uint16_t>, "2600, 2400..2500 or 2700.."};
const ValueForm kIdForm = {parse_id, "2, 2..9 or 100.."};
const ValueForm kEcoForm = {parse_eco, "B90, B9, B or A40..A79"};
const ValueForm kDateForm = {parse_date, "1992, 1992.11, 1992.11.04, 1990..1999 or 2000.."};

Result<ValueRange> parse_range(std::string_view text, Comparison comparison,
                               const ValueForm& form) {
  text = trim(text);
  std::optional<ValueRange> range;
  if (comparison == Comparison::Equal) {
    range = equal_range(text, form);
  } else if (const auto span = form.parse(text)) {
    range = compared_range(*span, comparison);
    if (!range) return Error{fmt::format("no value is less than '{}'", text)};
  }
  if (!range)
    return Error{
        fmt::format("invalid value '{}' (expected a form such as {})", text, form.example)};
  if (range->min && range->max && *range->min > *range->max) {
    return Error{
        fmt::format("the range '{}' is empty: its first value is greater than its second", text)};
  }
  return *range;
}

}  // namespace arbiter
