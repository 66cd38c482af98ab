#include "lib/tournament/event_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lib/laws/date.h"

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

namespace {

struct EventFact {
  KnownTag tag;
  DiagnosticCode code;
  const char* what;
};

constexpr std::array<EventFact, 3> kEventFacts{{
    {KnownTag::Event, DiagnosticCode::EventNameDiffers, "name of the event"},
    {KnownTag::Site, DiagnosticCode::SiteDiffers, "site"},
    {KnownTag::EventDate, DiagnosticCode::EventDateDiffers, "date of the event"},
}};

// A value that one game in ten or fewer has, where all others agree.
void check_fact(EventReport& report, const EventFact& fact) {
  std::map<std::string_view, std::vector<std::size_t>> values;
  std::size_t games = 0;
  for (std::size_t i = 0; i < report.games().size(); ++i) {
    const std::string_view value = report.games()[i].value(fact.tag);
    if (value.empty()) continue;
    values[value].push_back(i);
    ++games;
  }
  if (values.size() < 2) return;
  const auto usual = std::ranges::max_element(values, [](const auto& left, const auto& right) {
    return left.second.size() < right.second.size();
  });
  if (usual->second.size() * 10 < games * 9) return;
  for (const auto& [value, where] : values) {
    if (value == usual->first) continue;
    report.add(
        {.code = fact.code,
         .game = where.front(),
         .tag = fact.tag,
         .other = usual->second.front(),
         .message = fmt::format("the {} is \"{}\" here, but \"{}\" in {} and others", fact.what,
                                value, usual->first, report.place(usual->second.front()))});
  }
}

struct Day {
  std::int32_t number;
  std::size_t game;
};

std::optional<std::int32_t> day_of(const EventGame& game) {
  const auto date = parse_date(game.value(KnownTag::Date));
  if (!date || !date->is_complete() || !may_exist(*date)) return {};
  return day_number(*date);
}

// The middle day of each round, at its first game with a date.
std::map<std::uint32_t, Day> days_of_rounds(const EventReport& report) {
  std::map<std::uint32_t, std::vector<Day>> days;
  for (std::size_t i = 0; i < report.games().size(); ++i) {
    const std::uint32_t round = report.games()[i].round().round;
    if (const auto day = day_of(report.games()[i]); day && round != 0) {
      days[round].push_back({*day, i});
    }
  }
  std::map<std::uint32_t, Day> middle;
  for (auto& [round, all] : days) {
    std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), {},
                             &Day::number);
    middle.emplace(round, all[all.size() / 2]);
  }
  return middle;
}

// A game may be brought forward or postponed, but not by more than a round, and rounds follow each
// other.
void check_dates(EventReport& report) {
  const std::map<std::uint32_t, Day> middle = days_of_rounds(report);
  for (std::size_t i = 0; i < report.games().size(); ++i) {
    const auto day = day_of(report.games()[i]);
    const auto round = middle.find(report.games()[i].round().round);
    if (!day || round == middle.end() || *day == round->second.number) continue;
    const Day* beyond = nullptr;
    if (round != middle.begin() && *day < std::prev(round)->second.number) {
      beyond = &std::prev(round)->second;
    }
    if (std::next(round) != middle.end() && *day > std::next(round)->second.number) {
      beyond = &std::next(round)->second;
    }
    if (beyond == nullptr) continue;
    const EventGame& other = report.games()[beyond->game];
    report.add({.code = DiagnosticCode::RoundDateOrder,
                .game = i,
                .tag = KnownTag::Date,
                .other = beyond->game,
                .message = fmt::format("this game of round {} is dated {}, but round {} was on {}: "
                                       "see {}",
                                       round->first, report.games()[i].value(KnownTag::Date),
                                       other.round().round, other.value(KnownTag::Date),
                                       report.place(beyond->game))});
  }
}

}  // namespace

void check_circumstances(EventReport& report) {
  for (const EventFact& fact : kEventFacts) check_fact(report, fact);
  check_dates(report);
}

}  // namespace arbiter
