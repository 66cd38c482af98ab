// The kind of game by its tags: rules of a variant, played online.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

enum class VariantRules : std::uint8_t {
  Standard,  // chess by the Laws, perhaps from another first position
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

// Checks whether the Variant tag states that the players set up a position of their own, which need
// not arise in a game.
bool is_set_up_freely(const PgnGame& game);

// Checks for a variant with other rules than chess, or an unknown one, and for the numbers of
// bughouse.
bool has_other_rules(const PgnGame& game);

// Checks for a game on a server by its Site and Mode: an address, the name of a server, or "ICS".
// This does not prove it, as broadcast games have an address too.
bool is_online(const PgnGame& game);

}  // namespace arbiter
