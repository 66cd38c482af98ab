// Games by event.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/tournament/event_game.h"

namespace arbiter {

// Returns an Event tag without case, accents and punctuation.
std::string event_key(std::string_view name);

// Returns whether two keys are spellings of one name: equal, or different only in a space, one
// letter or two exchanged ones within a word. "Open A" and "Open B", "U14" and "U16", "Juniors" and
// "Seniors" are different events.
bool are_spellings_of_event(std::string_view key, std::string_view other);

// Returns whether half the seats of the smaller group belong to players of the other one, by name.
bool share_players(std::span<const EventGame> one, std::span<const EventGame> other);

// Recognizes archives while a file is read: several events, of years that are not consecutive.
// Parts of a file are an archive only if the file is one.
class ArchiveWatch {
 public:
  // Adds the next game. Returns whether the games so far are those of an archive.
  bool add(const EventGame& game);

 private:
  std::optional<std::string> event_ = {};  // of the first game
  bool has_events_ = false;                // several
  std::map<std::uint16_t, std::size_t> years_ = {};
};

// Returns the events as indices of their games, by their first games. Games of one event have the
// same Event tag but for case, accents and punctuation. Other spellings are joined if the groups
// share players. Games of one name that began on several days (EventDate) or in several
// years and repeat rounds, or were played months apart, are several events. Games without an Event
// tag are one group. Cost: n log n, and square in the names up to a thousand.
std::vector<std::vector<std::uint32_t>> events_of(std::span<const EventGame> games);

// The games of an event as indices, in their order.
struct EventGroup {
  std::vector<std::uint32_t> games;
  std::vector<std::uint32_t> playoff = {};  // of a tie-break with an Event tag of its own
};

// Returns events_of(), with each tie-break at its main event. By their names it is the tie-break
// ("Lindenau Masters Tie-break", "... Playoff"), its players are players of the main event
// ("Lindenau Masters"), and it is smaller. In more than a thousand events none is searched.
std::vector<EventGroup> events_with_playoffs(std::span<const EventGame> games);

}  // namespace arbiter
