// Grouping of games by event.
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

// Returns a key of an Event tag that ignores case, accents and punctuation.
std::string event_key(std::string_view name);

// Returns whether two keys are spelling variants of one name. They may differ only in a space, or
// in one letter or two transposed letters of a word. "Open A" and "Open B", "U14" and "U16",
// "Juniors" and "Seniors" are different events.
bool are_spellings_of_event(std::string_view key, std::string_view other);

// Returns whether at least half the player entries of the smaller group belong to players of the
// other group, by name.
bool share_players(std::span<const EventGame> one, std::span<const EventGame> other);

// Detects archives while a file is read: several events in non-consecutive years. A part of a file
// is an archive only if the whole file is one.
class ArchiveWatch {
 public:
  // Adds the next game. Returns whether the games so far are those of an archive.
  bool add(const EventGame& game);

 private:
  std::optional<std::string> event_ = {};  // Event of the first game
  bool has_events_ = false;                // more than one event
  std::map<std::uint16_t, std::size_t> years_ = {};
};

// Returns the events as indices of their games, sorted by their first games. Event tags are
// compared without case, accents and punctuation. Groups with other spelling variants are merged if
// they share players. Games of one name that began on several days (EventDate) or in several years
// and repeat rounds, or were played months apart, are several events. Games without an Event tag
// are one group. Takes O(n log n) in games, and O(m^2) in names, up to a thousand.
std::vector<std::vector<std::uint32_t>> events_of(std::span<const EventGame> games);

// An event as sorted game indices.
struct EventGroup {
  std::vector<std::uint32_t> games;
  std::vector<std::uint32_t> playoff = {};  // games of a play-off with its own Event tag
};

// Returns events_of(), with each play-off attached to its main event. A play-off has a matching
// name ("Lindenau Masters Tie-break", "... Playoff"), only players of the main event ("Lindenau
// Masters"), and fewer games. Does not search among more than a thousand events.
std::vector<EventGroup> events_with_playoffs(std::span<const EventGame> games);

}  // namespace arbiter
