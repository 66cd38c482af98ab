// The games of a tournament against each other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/diagnostics/code.h"
#include "lib/pgn/tag_name.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"

namespace arbiter {

struct EventFinding {
  DiagnosticCode code;
  std::size_t game = 0;            // the index of the game where it is told
  KnownTag tag = KnownTag::White;  // and the tag of it that is marked; Event if that is not there
  std::optional<std::size_t> other = {};  // the index of the game that it disagrees with
  std::string message = {};               // names the other game too
};

// Reports what no game shows alone: the group "tournament" of the catalogue. In the order of the
// games. `files` are the names of the files by EventGame::file; with one alone its name is not
// said. Cost: n log n in the games, and square in the players up to a thousand.
std::vector<EventFinding> check_event(std::span<const EventGame> games,
                                      const TournamentOfGames& event,
                                      std::span<const std::string> files);

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
