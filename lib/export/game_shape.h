// What of a game is written in export format.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lib/pgn/movetext_shape.h"

namespace arbiter::export_ {

// By default all tags. FEN, SetUp and Variant are always written: without them the moves are those
// of another game. So is Result.
struct TagShape {
  enum class Chosen : std::uint8_t {
    All,
    Roster,
    Listed,  // those of `names` alone
  };

  Chosen chosen = Chosen::All;
  std::vector<std::string> names = {};
  std::vector<std::string> dropped = {};
  std::vector<std::pair<std::string, std::string>> values = {};  // set, whatever they were

  bool is_default() const { return chosen == Chosen::All && dropped.empty() && values.empty(); }
};

struct GameShape {
  TagShape tags = {};
  MovetextShape movetext = {};

  bool is_default() const { return tags.is_default() && movetext.is_default(); }
};

}  // namespace arbiter::export_
