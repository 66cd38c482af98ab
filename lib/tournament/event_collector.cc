#include "lib/tournament/event_collector.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "lib/laws/date.h"
#include "lib/tournament/event_checks.h"

namespace arbiter {

void EventCollector::begin_file(std::string name) {
  if (scope_ == EventScope::File) {
    files_.clear();
    games_.clear();
    is_full_ = false;
    is_wanted_ = true;
  }
  files_.push_back(std::move(name));
}

void EventCollector::give_up() {
  is_wanted_ = false;
  games_.clear();
  games_.shrink_to_fit();
}

void EventCollector::add(EventGame game) {
  if (!is_wanted_) return;
  if (scope_ == EventScope::File) {
    const bool differs = !games_.empty() && !game.is_of_event(games_.front());
    if (game.value(KnownTag::Event).empty() || differs) return give_up();
  }
  if (games_.size() == kMostGames) {
    is_full_ = true;
    return give_up();
  }
  game.file = static_cast<std::uint32_t>(files_.size() - 1);
  games_.push_back(std::move(game));
}

void EventCollector::forget_after(std::size_t games) {
  if (games >= games_.size()) return;
  games_.erase(games_.begin() + static_cast<std::ptrdiff_t>(games), games_.end());
}

// Tournaments that come back every year have the same Event tag.
bool EventCollector::has_several_editions() const {
  constexpr std::int32_t kLongest = 366;  // days: leagues last ten months
  std::int32_t first = INT32_MAX;
  std::int32_t last = INT32_MIN;
  for (const EventGame& game : games_) {
    const auto date = parse_date(game.value(KnownTag::Date));
    if (!date || !date->is_complete() || !may_exist(*date)) continue;
    first = std::min(first, day_number(*date));
    last = std::max(last, day_number(*date));
  }
  return first <= last && last - first > kLongest;
}

// Nine games in ten have the same Event tag; the others are reported as event-name-differs.
bool EventCollector::has_one_name() const {
  std::map<std::string_view, std::size_t> names;
  for (const EventGame& game : games_) ++names[game.value(KnownTag::Event)];
  return std::ranges::any_of(
      names, [this](const auto& name) { return name.second * 10 >= games_.size() * 9; });
}

bool EventCollector::is_one_event() const {
  if (has_several_editions() || !has_one_name()) return false;
  const auto with_round =
      std::ranges::count_if(games_, [](const EventGame& game) { return game.round().round != 0; });
  return games_.size() >= 2 && static_cast<std::size_t>(with_round) * 2 > games_.size();
}

TournamentOfGames EventCollector::tournament() const {
  TournamentOfGames event = tournament_of_games(games_);
  if (chosen_system_) arbiter::choose_system(event.tournament, *chosen_system_);
  return event;
}

std::vector<EventFinding> EventCollector::findings() const {
  if (games_.empty() || (scope_ == EventScope::File && !is_one_event())) return {};
  return check_event(games_, tournament(), files_);
}

}  // namespace arbiter
