#include "lib/tournament/event_parts.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "lib/tournament/event_groups.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxOpen = 300;

std::string_view folder_of(std::string_view file) {
  return file.substr(0, file.find_last_of('/') + 1);
}

// Returns the rounds of a file, without those of a few stray games.
std::set<std::uint32_t> rounds_of(const std::vector<EventGame>& games) {
  std::map<std::uint32_t, std::size_t> counts;
  std::size_t most = 0;
  for (const EventGame& game : games) {
    const std::uint32_t round = game.round().round;
    if (round != 0) most = std::max(most, ++counts[round]);
  }
  std::set<std::uint32_t> rounds;
  for (const auto& [round, count] : counts) {
    if (count * 2 > most) rounds.insert(round);
  }
  return rounds;
}

bool have_common(const std::set<std::uint32_t>& a, const std::set<std::uint32_t>& b) {
  return std::ranges::any_of(a, [&b](std::uint32_t round) { return b.contains(round); });
}

std::unique_ptr<EventCollector> collected(const std::vector<std::string>& files,
                                          std::vector<EventGame> games) {
  auto event = std::make_unique<EventCollector>(EventScope::Everything);
  auto game = games.begin();
  for (std::uint32_t file = 0; file < files.size(); ++file) {
    event->begin_file(files[file]);
    for (; game != games.end() && game->file == file; ++game) event->add(std::move(*game));
  }
  return event;
}

}  // namespace

void EventParts::add(const std::string& file, EventCollector& collector) {
  if (!collector.is_wanted() || collector.games().empty()) return;
  std::vector<EventGame> games = collector.take_games();
  for (const std::vector<std::uint32_t>& event : events_of(games)) {
    if (games[event.front()].value(KnownTag::Event).empty()) continue;
    std::vector<EventGame> of_event;
    for (const std::uint32_t game : event) of_event.push_back(std::move(games[game]));
    add_event(file, std::move(of_event));
  }
}

// Returns the open event with the same name; otherwise one with a variant of the name and the same
// players.
EventParts::OpenEvent EventParts::find(const Event& event, std::span<const EventGame> games) {
  OpenEvent alike = open_.end();
  for (OpenEvent at = open_.begin(); at != open_.end(); ++at) {
    if (at->folder != event.folder || at->date != event.date) continue;
    if (at->key == event.key) return at;
    if (alike == open_.end() && are_spellings_of_event(at->key, event.key) &&
        share_players(at->games, games)) {
      alike = at;
    }
  }
  return alike;
}

void EventParts::add_event(const std::string& file, std::vector<EventGame> games) {
  const EventGame& first = games.front();
  Event event{.folder = std::string(folder_of(file)),
              .key = event_key(first.value(KnownTag::Event)),
              .date = std::string(first.value(KnownTag::EventDate)),
              .files = {file},
              .rounds = rounds_of(games)};
  auto part = find(event, games);
  const bool has_own_rounds = games.size() == 1 || (part != open_.end() && !event.rounds.empty() &&
                                                    !have_common(part->rounds, event.rounds));
  const bool is_too_large =
      part != open_.end() && part->games.size() + games.size() > EventCollector::kMaxGames;
  if (part != open_.end() && (!has_own_rounds || is_too_large)) {
    finish(part);
    part = open_.end();
  }
  if (part == open_.end()) {
    separate_files_ += known_.contains(hash_of(event)) && !event.rounds.empty() && games.size() > 1;
    part = open_.insert(open_.end(), std::move(event));
  } else {
    part->files.push_back(file);
    part->rounds.merge(event.rounds);
    open_.splice(open_.end(), open_, part);
  }
  open_games_ += games.size();
  for (EventGame& game : games) {
    game.file = static_cast<std::uint32_t>(part->files.size() - 1);
    part->games.push_back(std::move(game));
  }
  while (open_.size() > kMaxOpen || (open_games_ > EventCollector::kMaxGames && open_.size() > 1)) {
    finish(open_.begin());
  }
}

std::size_t EventParts::hash_of(const Event& event) {
  return std::hash<std::string>()(event.folder + "\n" + event.key + "\n" + event.date);
}

// Files that are not one event are checked separately.
void EventParts::finish(std::list<Event>::iterator event) {
  open_games_ -= event->games.size();
  known_.insert(hash_of(*event));
  auto joined = collected(event->files, std::move(event->games));
  if (joined->is_one_event()) {
    finished_.push_back(std::move(joined));
  } else if (event->files.size() > 1) {
    std::vector<EventGame> games = joined->take_games();
    for (std::uint32_t file = 0; file < event->files.size(); ++file) {
      std::vector<EventGame> of_file;
      for (EventGame& game : games) {
        if (game.file == file) of_file.push_back(std::move(game));
      }
      for (EventGame& game : of_file) game.file = 0;
      auto alone = collected({event->files[file]}, std::move(of_file));
      if (alone->is_one_event()) finished_.push_back(std::move(alone));
    }
  }
  open_.erase(event);
}

EventParts::Events EventParts::take_finished(Rest rest) {
  while (rest == Rest::Finish && !open_.empty()) finish(open_.begin());
  return std::exchange(finished_, {});
}

}  // namespace arbiter
