#include "db/model/game_tests.h"

#include <algorithm>
#include <charconv>
#include <compare>

#include "db/model/date_match.h"
#include "db/model/game_record.h"
#include "db/model/material_reach.h"
#include "db/model/pattern_reach.h"
#include "db/model/result_number.h"
#include "db/model/tag_columns.h"
#include "lib/base/text.h"
#include "lib/pgn/tag_pair.h"
#include "lib/tags/person_name.h"

namespace arbiter {
namespace {

RecordColumns columns_of(const GameView& game) {
  return {.white = game[GameText::White],
          .black = game[GameText::Black],
          .event = game[GameText::Event],
          .site = game[GameText::Site],
          .round = game[GameText::Round],
          .start = game.start,
          .date = static_cast<std::uint32_t>(game[GameNumber::Date]),
          .white_elo = static_cast<std::uint16_t>(game[GameNumber::WhiteElo]),
          .black_elo = static_cast<std::uint16_t>(game[GameNumber::BlackElo]),
          .eco = static_cast<std::uint16_t>(game[GameNumber::Eco]),
          .result = outcome_of(static_cast<unsigned>(game[GameNumber::Result]))};
}

// Whether a tag of that name has a value that `accepts`; one that is missing has an empty value.
template <class Accepts>
bool any_value(const GameView& game, std::string_view name, Accepts accepts) {
  const RecordColumns columns = columns_of(game);
  RecordReader reader(game.record, columns);
  bool is_there = false;
  for (RecordTag tag; reader.next(tag);) {
    if (!equal_ignoring_case(tag.name, name)) continue;
    if (accepts(tag.value)) return true;
    is_there = true;
  }
  return !is_there && accepts(std::string_view());
}

// As far as `end` goes, how `round` compares with it: "3.2" is 3 when compared with "3".
std::strong_ordering compare(const RoundTest::Number& round, const RoundTest::Number& end) {
  const auto last = round.begin() + static_cast<std::ptrdiff_t>(std::min(round.size(), end.size()));
  return std::lexicographical_compare_three_way(round.begin(), last, end.begin(), end.end());
}

}  // namespace

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

bool RoundTest::accepts(std::string_view round) const {
  // "?" is a round that is not known, as one that is missing.
  if (!text.empty()) {
    return equal_ignoring_case(trim(round), text) || (text == "?" && trim(round).empty());
  }
  const auto number = parse(round);
  if (!number) return false;
  const auto after = min ? compare(*number, *min) : std::strong_ordering::greater;
  const auto before = max ? compare(*number, *max) : std::strong_ordering::less;
  return excludes_ends ? after > 0 && before < 0 : after >= 0 && before <= 0;
}

bool TagTest::accepts(const GameView& game) const {
  return any_value(game, tag,
                   [this](std::string_view value) { return pattern.matches(folded_name(value)); });
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

bool holds(const GameTest& test, const GameView& game) {
  struct Judge {
    const GameView& game;

    bool operator()(const NumberTest& test) const { return test.accepts(game[test.of]); }
    bool operator()(const NameTest& test) const { return test.accepts(folded_name(game[test.of])); }
    bool operator()(const SourceTest& test) const { return test.accepts(game[GameText::Source]); }
    bool operator()(const RoundTest& test) const { return test.accepts(game[GameText::Round]); }
    bool operator()(const TagTest& test) const { return test.accepts(game); }
    bool operator()(const TimeControlTest& test) const { return test.accepts(game); }
    bool operator()(const EcoTest& test) const {
      return test.accepts(game[GameNumber::Eco], game.opening_eco);
    }
    bool operator()(const OpeningTest& test) const {
      return test.accepts(game.opening_eco, game.opening_name);
    }
    bool operator()(const FindingTest& test) const { return test.accepts(game); }
    bool operator()(const MaterialTest& test) const {
      if ((game[GameNumber::Flags] & kUnchecked) != 0) return false;  // it has no positions
      return reaches_material(test.pattern, game.start, game.moves);
    }
    bool operator()(const PatternTest& test) const {
      if ((game[GameNumber::Flags] & kUnchecked) != 0) return false;
      return reaches_pattern(*test.plan, game.start, game.moves);
    }
  };
  return std::visit(Judge{game}, test);
}

}  // namespace arbiter
