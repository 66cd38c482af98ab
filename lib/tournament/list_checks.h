// What games say of players against a list of players.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/tournament/known_players.h"
#include "lib/tournament/player_mentions.h"

namespace arbiter {

struct ListFinding {
  DiagnosticCode code;
  std::size_t mention = 0;
  const EventTag* tag = nullptr;  // of the mention's game
  std::string message = {};
};

// Tells `known` what check_mentions() will ask.
void want_players(std::span<const PlayerMention> mentions, KnownPlayers& known);

// In the order of the mentions. A player is known by the FIDE id, otherwise by the name. Ratings
// and federations are compared in the month of the list only; without one, federations are.
std::vector<ListFinding> check_mentions(std::span<const PlayerMention> mentions,
                                        const KnownPlayers& known, std::optional<ListMonth> month);

}  // namespace arbiter
