#include "lib/tournament/event_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/laws/date.h"

namespace arbiter {

std::vector<std::vector<Seat>> EventReport::seats() const {
  std::vector<std::vector<Seat>> seats(tournament().players.size());
  for (std::size_t i = 0; i < games_.size(); ++i) {
    for (const std::size_t side : {0U, 1U}) {
      const PlayerIndex player = event_.players[i][side];
      if (player < seats.size()) seats[player].push_back({i, side});
    }
  }
  return seats;
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

// Reports a value in at most one game in ten, if all others agree, and each other spelling of the
// event.
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
  const bool all_agree = usual->second.size() * 10 >= games * 9;
  const std::string key = event_key(usual->first);
  const auto is_error = [&](std::string_view value) {
    return all_agree ||
           (fact.tag == KnownTag::Event && are_spellings_of_event(event_key(value), key));
  };
  for (const auto& [value, where] : values) {
    if (value == usual->first || !is_error(value)) continue;
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
  const auto date = date_of(game);
  return date ? std::optional(day_number(*date)) : std::nullopt;
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

void EventCollector::begin_file(std::string name) {
  if (scope_ == EventScope::File) {
    files_ = std::make_shared<std::vector<std::string>>();
    games_.clear();
    is_full_ = false;
    archive_ = {};
    is_wanted_ = true;
  }
  files_->push_back(std::move(name));
}

void EventCollector::give_up() {
  is_wanted_ = false;
  games_.clear();
  games_.shrink_to_fit();
}

void EventCollector::add(EventGame game) {
  if (!is_wanted_) return;
  if (scope_ == EventScope::File) {
    constexpr std::size_t kJudged = 100;
    const bool is_archive = archive_.add(game);
    if (is_archive || (games_.size() == kJudged && !has_rounds())) return give_up();
  }
  if (games_.size() == kMaxGames) {
    is_full_ = true;
    return give_up();
  }
  game.file = static_cast<std::uint32_t>(files_->size() - 1);
  games_.push_back(std::move(game));
}

std::unique_ptr<EventCollector> EventCollector::part(std::span<const std::uint32_t> games) const {
  auto part = std::make_unique<EventCollector>(EventScope::Everything);
  part->chosen_system_ = chosen_system_;
  part->files_ = files_;
  for (const std::uint32_t game : games) {
    part->games_.push_back(games_[game]);
    part->games_.back().is_of_playoff = false;
  }
  return part;
}

std::vector<EventGroup> EventCollector::find_playoffs() {
  std::vector<EventGroup> events = events_with_playoffs(games_);
  for (const EventGroup& event : events) {
    for (const std::uint32_t game : event.playoff) games_[game].is_of_playoff = true;
  }
  return events;
}

std::vector<EventGame> EventCollector::take_games() { return std::exchange(games_, {}); }

void EventCollector::forget_after(std::size_t games) {
  if (games >= games_.size()) return;
  games_.erase(games_.begin() + static_cast<std::ptrdiff_t>(games), games_.end());
}

// Annual tournaments have the same Event tag, and leagues last ten months.
bool EventCollector::has_several_editions() const {
  constexpr std::int32_t kMaxDays = 366;
  std::int32_t first = INT32_MAX;
  std::int32_t last = INT32_MIN;
  for (const EventGame& game : games_) {
    const auto day = day_of(game);
    if (!day || game.is_of_playoff) continue;
    first = std::min(first, *day);
    last = std::max(last, *day);
  }
  return first <= last && last - first > kMaxDays;
}

// Nine games in ten have spellings of one Event tag; the others are reported as event-name-differs.
bool EventCollector::has_one_name() const {
  std::map<std::string_view, std::size_t> names;
  std::size_t games = 0;
  for (const EventGame& game : games_) {
    if (game.is_of_playoff) continue;
    ++names[game.value(KnownTag::Event)];
    ++games;
  }
  const auto usual =
      std::ranges::max_element(names, {}, [](const auto& name) { return name.second; });
  const std::string key = event_key(usual->first);
  std::size_t same = 0;
  for (const auto& [name, count] : names) {
    if (are_spellings_of_event(event_key(name), key)) same += count;
  }
  return same * 10 >= games * 9;
}

bool EventCollector::has_rounds() const {
  const auto with_round = std::ranges::count_if(games_, [](const EventGame& game) {
    return game.round().round != 0 || parse_stage(game.value(KnownTag::Round));
  });
  return static_cast<std::size_t>(with_round) * 2 > games_.size();
}

bool EventCollector::is_one_event() const {
  return games_.size() >= 2 && has_rounds() && !has_several_editions() && has_one_name();
}

TournamentOfGames EventCollector::tournament() const {
  TournamentOfGames event = tournament_of_games(games_);
  if (chosen_system_) arbiter::choose_system(event.tournament, *chosen_system_);
  return event;
}

// Returns what is checked together: the events of a file, or a tournament and its tie-break.
std::vector<std::vector<std::uint32_t>> EventCollector::checked_groups() const {
  if (scope_ == EventScope::File) return events_of(games_);
  std::vector<std::vector<std::uint32_t>> groups(2);
  for (std::uint32_t i = 0; i < games_.size(); ++i) {
    groups[games_[i].is_of_playoff ? 1 : 0].push_back(i);
  }
  return groups;
}

std::vector<EventFinding> EventCollector::findings() const {
  const bool has_playoff = std::ranges::any_of(games_, &EventGame::is_of_playoff);
  if (games_.empty()) return {};
  if (scope_ != EventScope::File && !has_playoff) {
    return check_event(games_, tournament(), *files_);
  }
  std::vector<EventFinding> all;
  for (const std::vector<std::uint32_t>& event : checked_groups()) {
    const auto one = part(event);
    if (one->games_.front().value(KnownTag::Event).empty() || !one->is_one_event()) continue;
    for (EventFinding& finding : one->findings()) {
      finding.game = event[finding.game];
      if (finding.other) finding.other = event[*finding.other];
      all.push_back(std::move(finding));
    }
  }
  std::ranges::stable_sort(all, {}, &EventFinding::game);
  return all;
}

}  // namespace arbiter
