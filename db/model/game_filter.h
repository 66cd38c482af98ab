// Which games are meant: a question as a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/model/ending.h"
#include "db/model/material_pattern.h"
#include "lib/diagnostics/code.h"
#include "lib/laws/game_end.h"

namespace arbiter::db::model {

// Both ends included.
template <class T>
struct Range {
  std::optional<T> least;
  std::optional<T> most;

  bool is_open() const { return !least && !most; }
  bool contains(T value) const { return !(least && value < *least) && !(most && value > *most); }
};

// A date with unknown parts is in a date range if all days that it can be are; with
// MayMatch if one of them is (see date_match.h).
enum class UnknownDates { Exclude, MayMatch };

// All conditions have to hold; of a list, one. Names are as NamePattern reads them. A game
// whose rating or code is not known is in no range of them.
struct GameFilter {
  std::vector<std::string> player = {};  // either colour
  std::vector<std::string> white = {};
  std::vector<std::string> black = {};
  std::vector<std::string> event = {};
  std::vector<std::string> site = {};
  std::vector<std::string> source = {};  // part of the file's name, case ignored for ASCII
  Range<std::uint32_t> date = {};        // yyyymmdd
  UnknownDates unknown_dates = UnknownDates::Exclude;
  Range<std::uint16_t> elo = {};  // of both players
  Range<std::uint16_t> white_elo = {};
  Range<std::uint16_t> black_elo = {};
  Range<std::uint16_t> plies = {};
  Range<std::uint16_t> eco = {};  // "B20".."B99", as in the database
  std::vector<Outcome> result = {};
  std::vector<Ending> ending = {};
  std::vector<DiagnosticCode> finding = {};
  std::uint8_t flags = 0;                        // of GameFlag: all that the game has to have
  std::optional<MaterialPattern> material = {};  // in some position of the main line

  bool is_empty() const;
};

}  // namespace arbiter::db::model
