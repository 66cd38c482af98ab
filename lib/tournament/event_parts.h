// Files that contain rounds of one tournament.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "lib/tournament/event_checks.h"

namespace arbiter {

// Joins the games of files that are parts of one event, so that they are checked together. Such
// files are in one folder, have the same Event and EventDate, and different rounds, or one game
// each. Other files stay separate: weekly events have the same tags. Holds a few events at a time,
// and at most EventCollector::kMaxGames games.
class EventParts {
 public:
  using Events = std::vector<std::unique_ptr<EventCollector>>;

  // Takes the games of a file with one Event tag. Other files are ignored.
  void add(const std::string& file, EventCollector& games);

  // Returns the events that are complete and ready to be checked. With Rest::Finish these are all.
  enum class Rest { Keep, Finish };
  Events take_finished(Rest rest);

  // The number of files with the same tags as another file of the folder that were not joined with
  // it.
  std::size_t separate_files() const { return separate_files_; }

 private:
  struct Event {
    std::string key;                 // the folder and the tags
    std::vector<std::string> files;  // the file names
    std::vector<EventGame> games;    // EventGame::file is an index of `files`
    std::set<std::uint32_t> rounds;
  };

  void finish(std::list<Event>::iterator event);

  std::list<Event> open_;  // sorted by the time of the last added games
  std::size_t open_games_ = 0;
  Events finished_;
  std::unordered_set<std::size_t> known_;  // hashes of the keys of finished events
  std::size_t separate_files_ = 0;
};

}  // namespace arbiter
