// The Variant tag: which rules a game is played by.
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

// Nothing if the name is not known. Capitals, blanks, hyphens and underscores
// do not matter, but for the spelling.
std::optional<VariantReading> read_variant(std::string_view name);

// Whether the Variant tag says that the players set up a position of their own, which need not be
// one that arises in a game.
bool is_set_up_freely(const PgnGame& game);

// Whether the Variant tag names other rules than those of chess, or unknown ones.
bool has_other_rules(const PgnGame& game);

// Whether a game was played on a server.

// By its Site and Mode: an address, the name of a server, or "ICS". Games of a
// broadcast have an address as well, so this is a reason for doubt and no proof.
bool is_online(const PgnGame& game);

}  // namespace arbiter
