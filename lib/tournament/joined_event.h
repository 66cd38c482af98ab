// A tournament report merged with additional games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lib/tournament/crosscheck.h"

namespace arbiter {

// The source that wins if a report and the games have different results.
enum class ResultSource : std::uint8_t { Report, Games };

// Two results of a pairing, with the colours of the report.
struct ResultDifference {
  Pairing in_report;
  Pairing in_game;  // its `source` is the index of the game
  ResultSource counted = ResultSource::Report;
};

struct JoinedEvent {
  Tournament tournament;      // with game indices in Pairing::source, if any
  std::size_t added = 0;      // games added for pairings missing in the report
  std::size_t findings = 0;   // findings of crosscheck(), without missing and additional games
  std::size_t unmatched = 0;  // findings about missing and additional games
  std::vector<ResultDifference> differences = {};
};

// Returns a report merged with games, which add pairings and results of open games. Byes and
// forfeits come from the report; other conflicting results come from `source`. `checked` is the
// crosscheck() of all rounds with these games.
JoinedEvent joined_event(std::span<const EventGame> games, const TournamentOfGames& event,
                         const Crosscheck& checked, ResultSource source = ResultSource::Report);

}  // namespace arbiter
