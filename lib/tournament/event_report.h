// Words for findings between games; used by the checks of an event only.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lib/tournament/event_finding.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"

namespace arbiter {

// The event that is checked, and where findings go.
class EventReport {
 public:
  EventReport(std::span<const EventGame> games, const TournamentOfGames& event,
              std::span<const std::string> files)
      : games_(games), event_(event), files_(files) {}

  std::span<const EventGame> games() const { return games_; }
  const Tournament& tournament() const { return event_.tournament; }
  const std::vector<Pairing>& pairings() const { return event_.tournament.pairings; }
  const std::vector<std::array<PlayerIndex, 2>>& players() const { return event_.players; }
  const EventGame& game_of(const Pairing& pairing) const { return games_[pairing.source]; }
  const std::string& name_of(PlayerIndex player) const {
    return event_.tournament.players[player].name;
  }

  std::string place(std::size_t game) const { return place_of(games_[game], files_); }

  void add(EventFinding finding) { findings_.push_back(std::move(finding)); }
  std::vector<EventFinding> take();

 private:
  std::span<const EventGame> games_;
  const TournamentOfGames& event_;
  std::span<const std::string> files_;
  std::vector<EventFinding> findings_;
};

// The checks, by what they compare.
void check_rounds(EventReport& report);         // who plays in a round, and at which board
void check_meetings(EventReport& report);       // who meets whom, and with which colours
void check_players(EventReport& report);        // what is said of each player
void check_circumstances(EventReport& report);  // dates, sites and names of the event

}  // namespace arbiter
