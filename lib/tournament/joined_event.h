// A tournament report with the games that it does not have yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lib/tournament/crosscheck.h"

namespace arbiter {

// The side that counts where a report and the games have different results.
enum class ResultSource : std::uint8_t { Report, Games };

// Two results of a pairing, with the colours of the report.
struct ResultDifference {
  Pairing in_report;
  Pairing in_game;  // `source` is the index of the game
  ResultSource counted = ResultSource::Report;
};

struct JoinedEvent {
  Tournament tournament;      // Pairing::source is the index of the game, if there is one
  std::size_t added = 0;      // games of pairings that the report does not have
  std::size_t findings = 0;   // of crosscheck(), without missing and added games
  std::size_t unmatched = 0;  // findings about those
  std::vector<ResultDifference> differences = {};
};

// Returns the tournament of a report with more games: pairings that it does not have, and results
// of its open games. Byes and forfeits are those of the report, and other results that differ are
// those of `source`. `checked` is the crosscheck() of all rounds with these games.
JoinedEvent joined_event(std::span<const EventGame> games, const TournamentOfGames& event,
                         const Crosscheck& checked, ResultSource source = ResultSource::Report);

}  // namespace arbiter
