// The questions that filters are made of. Each looks at one part of a game, and decides here and
// nowhere else, whether the game is in a database or on its way into one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "db/model/game_view.h"
#include "db/model/name_pattern.h"
#include "db/model/value_range.h"
#include "lib/diagnostics/code.h"
#include "lib/patterns/material_pattern.h"
#include "lib/tags/time_control.h"

namespace arbiter {

struct PatternPlan;

// A number of the game.
struct NumberTest {
  enum class Form : std::uint8_t {
    Range,         // it is in the range
    Date,          // all days that it can be are (date_match.h)
    PossibleDate,  // one of them is
    Bits,          // it has all bits of `bits`
  };

  GameNumber of;
  Form form = Form::Range;
  ValueRange range = {};
  std::uint64_t bits = 0;

  bool accepts(std::uint64_t number) const;
};

// A name, as NamePattern compares it.
struct NameTest {
  GameText of;
  NamePattern pattern;

  // `folded` comes from folded_name().
  bool accepts(std::string_view folded) const { return pattern.matches(folded); }
};

// A part of the name of the game's file; ASCII letters count as equal to their capitals.
struct SourceTest {
  explicit SourceTest(std::string_view text);

  bool accepts(std::string_view source) const;

  std::string part;  // in small letters
};

// Rounds are numbers divided by dots: "3" is round 3 and all of its boards ("3.2"). Other rounds
// ("Final", "?") are compared as text.
struct RoundTest {
  using Number = std::vector<std::uint32_t>;

  // Nothing where the text is not numbers divided by dots.
  static std::optional<Number> parse(std::string_view text);

  bool accepts(std::string_view round) const;

  std::string text = {};           // unless it is empty, the round has to be that
  std::optional<Number> min = {};  // else a range
  std::optional<Number> max = {};
  bool excludes_ends = false;
};

// One of the tags of that name, in whatever capitals; its value is compared as an event's name is.
// A tag that is missing is a tag without a value.
struct TagTest {
  std::string tag;
  NamePattern pattern;

  bool accepts(const GameView& game) const;
};

// The TimeControl tag, by what it means where that is understood, else by its text.
struct TimeControlTest {
  explicit TimeControlTest(std::string_view text);

  bool accepts(const GameView& game) const;

  std::string text;
  std::optional<TimeControl> control;
};

// One of these was found in the game.
struct FindingTest {
  CodeSet codes;

  bool accepts(const GameView& game) const;
};

// The code of the ECO tag; of a game without one, that of its opening as played. 0 is none.
struct EcoTest {
  ValueRange range;

  bool accepts(std::uint64_t tag, std::uint64_t played) const {
    return range.contains(tag != 0 ? tag : played);
  }
};

// The opening as played: words that begin words of its name or its code, or with "=" the whole name
// or the code.
struct OpeningTest {
  NamePattern pattern;

  // No code and no name: the game has none.
  bool accepts(std::uint16_t eco, std::string_view name) const;
};

// The men stood so at first or after some move.
struct MaterialTest {
  MaterialPattern pattern;
};

// The pattern holds at first or after some move.
struct PatternTest {
  std::shared_ptr<const PatternPlan> plan;
};

using GameTest = std::variant<NumberTest, NameTest, SourceTest, RoundTest, TagTest, TimeControlTest,
                              EcoTest, OpeningTest, FindingTest, MaterialTest, PatternTest>;

// Numbers some ns, names and tags some 100 ns, material some 2 ns and patterns some 8 ns a move.
bool holds(const GameTest& test, const GameView& game);

}  // namespace arbiter
