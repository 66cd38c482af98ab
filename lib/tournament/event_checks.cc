#include "lib/tournament/event_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/tournament/event_report.h"

namespace arbiter::tournament {

std::string EventReport::place(std::size_t game) const {
  const EventGame& of = games_[game];
  const std::uint64_t line = of.tags.empty() ? 1 : of.tags.front().line;
  if (files_.size() < 2) return fmt::format("game {} (line {})", of.number, line);
  return fmt::format("game {} of {} (line {})", of.number, files_[of.file], line);
}

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

}  // namespace arbiter::tournament
