// A game as JSON has it: see json_layout.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

struct JsonVariation;

// A move, or what stands before the first one of a line.
struct JsonMove {
  std::string san = {};  // empty: the beginning
  std::vector<std::uint32_t> nags = {};
  std::vector<std::string> comments = {};
  std::vector<JsonVariation> variations;
  std::vector<std::string> escapes = {};
  std::vector<std::string> words = {};
  std::string order = {};  // empty: by kind
};

struct JsonVariation {
  JsonMove beginning = {};
  std::vector<JsonMove> moves = {};
};

struct JsonGame {
  std::vector<std::pair<std::string, std::string>> tags = {};
  JsonVariation main_line = {};
  std::string result = {};                // empty: none
  std::vector<std::string> between = {};  // these lines alone, and no game
};

// What is wrong with a text at its place in a game; empty: nothing. So checked, no text can end
// the game or begin another.
std::string fault_of_word(std::string_view word);  // a move, or another word of movetext
std::string fault_of_tag_name(std::string_view name);
std::string fault_of_order(const JsonMove& move);  // its "order" against what it has

// Appends the game in PGN. Precondition: the three above find no fault.
void append_pgn(const JsonGame& game, std::string& pgn);

}  // namespace arbiter
