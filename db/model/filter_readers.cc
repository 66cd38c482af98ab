#include "db/model/filter_readers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/model/result_number.h"
#include "lib/base/text.h"
#include "lib/diagnostics/selection.h"
#include "lib/patterns/pattern_parser.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/pgn/tag_pair.h"

namespace arbiter {
namespace {

constexpr std::string_view kTitles[] = {"GM",  "IM",  "FM",  "CM",  "WGM", "WIM", "WFM", "WCM",
                                        "AGM", "AIM", "AFM", "ACM", "NM",  "LM",  "BOT"};

constexpr std::string_view kResults[] = {"1-0", "0-1", "1/2-1/2", "*", "1/2", "draw"};
constexpr Outcome kOutcomes[] = {Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw,
                                 Outcome::Unknown,   Outcome::Draw,      Outcome::Draw};

constexpr std::string_view kFlagWords[] = {"incomplete", "duplicate", "unchecked"};
constexpr std::uint8_t kFlagBits[] = {kIncomplete, kDuplicate, kUnchecked};

// The value's place in the list.
Result<std::size_t> place_among(std::string_view value, std::span<const std::string_view> choices) {
  const auto found = std::ranges::find_if(
      choices, [&](std::string_view one) { return equal_ignoring_case(one, value); });
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  return Error{fmt::format("invalid value '{}' (one of {})", value, fmt::join(choices, ", "))};
}

GameFilter one_number(GameNumber of, std::uint64_t number) {
  return filter_of(NumberTest{.of = of, .range = {number, number}});
}

GameFilter tag_filter(std::string_view tag, std::string_view value) {
  return filter_of(TagTest{std::string(tag), NamePattern(value, NameKind::Title)});
}

// What is not known, 0, is not in it.
Result<ValueRange> known_range(const Condition& condition, const ValueForm& form) {
  auto range = parse_range(condition.value, condition.comparison, form);
  if (range) range->min = std::max<std::uint64_t>(range->min.value_or(1), 1);
  return range;
}

Result<RoundTest> round_range(std::string_view first, std::string_view last) {
  RoundTest test;
  const auto read = [](std::string_view text, std::optional<RoundTest::Number>& end) {
    if (!text.empty()) end = RoundTest::parse(text);
    return text.empty() || end;
  };
  if (!read(first, test.min) || !read(last, test.max) || (!test.min && !test.max)) {
    return Error{
        fmt::format("invalid value '{}..{}' (such as 3, 3.2, 1..5 or Final)", first, last)};
  }
  return test;
}

}  // namespace

std::span<const std::string_view> title_words() { return kTitles; }
std::span<const std::string_view> result_words() { return kResults; }
std::span<const std::string_view> flag_words() { return kFlagWords; }

std::span<const std::string_view> ending_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> all;
    for (const EndingName& name : endings()) all.push_back(name.word);
    return all;
  }();
  return words;
}

GameFilter name_filter(GameText of, std::string_view text) {
  const bool is_person = of == GameText::White || of == GameText::Black;
  return filter_of(NameTest{of, NamePattern(text, is_person ? NameKind::Person : NameKind::Title)});
}

Result<GameFilter> read_player(const Condition& condition) {
  return any_of({name_filter(GameText::White, condition.value),
                 name_filter(GameText::Black, condition.value)});
}

// "A vs B".
Result<GameFilter> read_between(const Condition& condition) {
  constexpr std::string_view kVersus = " vs ";
  const std::string_view text = condition.value;
  const auto at = std::ranges::search(text, kVersus, [](char a, char b) {
                    return equal_ignoring_case({&a, 1}, {&b, 1});
                  }).begin();
  const auto end = static_cast<std::size_t>(at - text.begin());
  const std::string_view first = trim(text.substr(0, end));
  if (at == text.end() || first.empty()) {
    return Error{fmt::format("invalid value '{}' (such as Carlsen vs Anand)", text)};
  }
  const std::string_view second = trim(text.substr(end + kVersus.size()));
  return any_of(
      {all_of({name_filter(GameText::White, first), name_filter(GameText::Black, second)}),
       all_of({name_filter(GameText::White, second), name_filter(GameText::Black, first)})});
}

Result<GameFilter> read_source(const Condition& condition) {
  return filter_of(SourceTest(condition.value));
}

Result<GameFilter> number_filter(const NumberField& field, const Condition& condition) {
  const auto range = field.zero == Zero::IsUnknown
                         ? known_range(condition, field.form)
                         : parse_range(condition.value, condition.comparison, field.form);
  if (!range) return Error{range.error()};
  return filter_of(NumberTest{.of = field.of, .range = *range});
}

Result<GameFilter> read_eco(const Condition& condition) {
  const auto range = known_range(condition, kEcoForm);
  if (!range) return Error{range.error()};
  return filter_of(EcoTest{*range});
}

Result<GameFilter> read_opening(const Condition& condition) {
  return filter_of(OpeningTest{NamePattern(condition.value, NameKind::Title)});
}

Result<GameFilter> read_both_elos(const Condition& condition) {
  auto white = read_number<GameNumber::WhiteElo, kNumberForm>(condition);
  auto black = read_number<GameNumber::BlackElo, kNumberForm>(condition);
  if (!white) return white;
  return all_of({*std::move(white), *std::move(black)});
}

Result<GameFilter> read_date(const Condition& condition) {
  const auto range = parse_range(condition.value, condition.comparison, kDateForm);
  if (!range) return Error{range.error()};
  return filter_of(
      NumberTest{.of = GameNumber::Date, .form = NumberTest::Form::Date, .range = *range});
}

Result<GameFilter> read_result(const Condition& condition) {
  const auto place = place_among(condition.value, kResults);
  if (!place) return Error{place.error()};
  return one_number(GameNumber::Result, number_of(kOutcomes[*place]));
}

Result<GameFilter> read_ending(const Condition& condition) {
  const auto place = place_among(condition.value, ending_words());
  if (!place) return Error{place.error()};
  return one_number(GameNumber::Ending, static_cast<std::uint64_t>(endings()[*place].ending));
}

Result<GameFilter> read_flag(const Condition& condition) {
  const auto place = place_among(condition.value, kFlagWords);
  if (!place) return Error{place.error()};
  return filter_of(NumberTest{
      .of = GameNumber::Flags, .form = NumberTest::Form::Bits, .bits = kFlagBits[*place]});
}

Result<GameFilter> read_finding(const Condition& condition) {
  const auto codes = parse_codes(condition.value);
  if (!codes) return Error{codes.error()};
  return filter_of(FindingTest{*codes});
}

Result<GameFilter> read_material(const Condition& condition) {
  const auto pattern = MaterialPattern::parse(condition.value);
  if (!pattern) return Error{pattern.error()};
  return filter_of(MaterialTest{*pattern});
}

Result<GameFilter> read_pattern(const Condition& condition) {
  const auto pattern = read_pattern(condition.value);
  if (!pattern) return Error{pattern.error()};
  return filter_of(PatternTest{std::make_shared<const PatternPlan>(*pattern)});
}

Result<GameFilter> read_tag(const Condition& condition) {
  return tag_filter(condition.key, condition.value);
}

Result<GameFilter> read_title(const Condition& condition) {
  const auto place = place_among(condition.value, kTitles);
  if (!place) return Error{place.error()};
  const std::string title = fmt::format("={}", kTitles[*place]);
  return any_of({tag_filter(to_string(KnownTag::WhiteTitle), title),
                 tag_filter(to_string(KnownTag::BlackTitle), title)});
}

Result<GameFilter> read_clocks(const Condition& condition) {
  return filter_of(TimeControlTest(condition.value));
}

Result<GameFilter> read_round(const Condition& condition) {
  const std::string_view text = trim(condition.value);
  const std::size_t dots = text.find("..");
  Result<RoundTest> test{RoundTest{}};
  switch (condition.comparison) {
    case Comparison::Equal:
      if (dots != std::string_view::npos) {
        test = round_range(trim(text.substr(0, dots)), trim(text.substr(dots + 2)));
      } else if (RoundTest::parse(text)) {
        test = round_range(text, text);
      } else {
        test->text = text;
      }
      break;
    case Comparison::AtLeast:
    case Comparison::MoreThan:
      test = round_range(text, {});
      break;
    case Comparison::AtMost:
    case Comparison::LessThan:
      test = round_range({}, text);
      break;
  }
  if (!test) return Error{test.error()};
  test->excludes_ends =
      condition.comparison == Comparison::MoreThan || condition.comparison == Comparison::LessThan;
  return filter_of(*test);
}

}  // namespace arbiter
