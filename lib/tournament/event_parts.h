// Merging of files that contain rounds of one tournament.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "lib/tournament/event_checks.h"

namespace arbiter {

// Groups the games of files by event, and merges files that are parts of one event, so that they
// are checked together. Such files are in one folder, have the same Event (events_of()) and
// EventDate, and different rounds, or one game each. Other files stay separate: weekly events have
// the same tags. Holds at most EventCollector::kMaxGames games of a few hundred events.
class EventParts {
 public:
  using Events = std::vector<std::unique_ptr<EventCollector>>;

  // Adds the games of a file, moving them. Games without an Event tag are ignored.
  void add(const std::string& file, EventCollector& games);

  // Returns the events that are complete and ready to be checked. With Rest::Finish these are all.
  enum class Rest { Keep, Finish };
  Events take_finished(Rest rest);

  // Returns the number of files that were not merged with another file of the folder despite equal
  // tags.
  std::size_t separate_files() const { return separate_files_; }

 private:
  struct Event {
    std::string folder;
    std::string key;                      // event_key() of the Event tag
    std::string date;                     // the EventDate tag
    std::vector<std::string> files = {};  // the file names
    std::vector<EventGame> games = {};    // with EventGame::file as index into `files`
    std::set<std::uint32_t> rounds = {};
  };

  using OpenEvent = std::list<Event>::iterator;

  OpenEvent find(const Event& event, std::span<const EventGame> games);
  void add_event(const std::string& file, std::vector<EventGame> games);
  void finish(OpenEvent event);
  static std::size_t hash_of(const Event& event);

  std::list<Event> open_;  // sorted by last addition
  std::size_t open_games_ = 0;
  Events finished_;
  std::unordered_set<std::size_t> known_;  // hashes of finished events
  std::size_t separate_files_ = 0;
};

}  // namespace arbiter
