// The kind of game according to its tags: chess variants and online games.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

enum class VariantRules : std::uint8_t {
  Standard,  // chess by the Laws, possibly from another initial position
  Chess960,  // Laws, Guidelines II
  Other,     // a known variant whose moves are not checked
};

struct VariantReading {
  VariantRules rules;
  std::string_view usual_name;  // "Standard", "Chess960", "Crazyhouse"
  bool is_usual_spelling;
};

// Reads the name of a variant, ignoring case, spaces, hyphens and underscores; returns nothing for
// unknown names.
std::optional<VariantReading> read_variant(std::string_view name);

// Checks for a Variant tag stating that the game started from a freely chosen position, which need
// not be reachable.
bool is_set_up_freely(const PgnGame& game);

// Checks for an unknown variant, one with other rules than chess, or bughouse move numbers.
bool has_other_rules(const PgnGame& game);

// Checks for an online game by its Site and Mode tags: a URL, a server name, or "ICS". The result
// is not certain, because broadcast games have a URL too.
bool is_online(const PgnGame& game);

}  // namespace arbiter
