#include "lib/tournament/event_checks.h"

#include <algorithm>

#include "lib/tournament/event_report.h"

namespace arbiter {

std::vector<EventFinding> EventReport::take() {
  std::ranges::stable_sort(findings_, {}, &EventFinding::game);
  return std::move(findings_);
}

std::vector<EventFinding> check_event(std::span<const EventGame> games,
                                      const TournamentOfGames& event,
                                      std::span<const std::string> files) {
  EventReport report(games, event, files);
  check_rounds(report);
  check_meetings(report);
  check_players(report);
  check_circumstances(report);
  return report.take();
}

}  // namespace arbiter
