// What `arbiter position` has to say, before it is written as text or JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/laws/origin/origin.h"
#include "lib/laws/position_facts.h"
#include "lib/notation/fen.h"
#include "tools/cli/output/console.h"

namespace arbiter {

struct PositionReport {
  ParsedFen first;          // as given
  std::vector<Move> moves;  // from there
  // Nothing where the initial position cannot be played.
  std::optional<Position> now;
  std::optional<PositionFacts> facts;
  StartArray start = StartArray::Usual;
  OriginFlaws flaws;              // of the initial position
  std::vector<CountFlaw> counts;  // of the initial position
};

void print_position_text(const PositionReport& report, Console& console);
// The most important of it in one line.
std::string row_of(const PositionReport& report);
// One object and a line end. `number` is that of the line that asked, for one of several.
std::string json_of(const PositionReport& report, std::optional<std::uint64_t> number = {});

}  // namespace arbiter
