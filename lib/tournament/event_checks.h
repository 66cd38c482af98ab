// Checks of the games of a tournament against each other, even if the games are in several files.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"

namespace arbiter {

struct EventFinding {
  DiagnosticCode code;
  std::size_t game = 0;                   // index of the reported game
  KnownTag tag = KnownTag::White;         // the marked tag; Event if it is missing
  std::optional<std::size_t> other = {};  // index of the contradicting game
  std::string message = {};               // contains the place of the other game
};

// Returns findings of the group "tournament" of the catalogue, in the order of the games. `files`
// are the file names, indexed by EventGame::file. A single name is not printed. Takes O(n log n)
// for n games, and O(p^2) for p players up to a thousand.
std::vector<EventFinding> check_event(std::span<const EventGame> games,
                                      const TournamentOfGames& event,
                                      std::span<const std::string> files);

// A game, and the side of a player in it.
struct Seat {
  std::size_t game;
  std::size_t side;  // 0: White, 1: Black
};

// The event being checked, with its findings; for the checks only.
class EventReport {
 public:
  EventReport(std::span<const EventGame> games, const TournamentOfGames& event,
              std::span<const std::string> files)
      : games_(games), event_(event), files_(files) {}

  std::span<const EventGame> games() const { return games_; }
  const Tournament& tournament() const { return event_.tournament; }
  const std::vector<Pairing>& pairings() const { return event_.tournament.pairings; }
  const std::vector<std::array<PlayerIndex, 2>>& players() const { return event_.players; }
  const EventGame& game_of(const Pairing& pairing) const { return games_[*pairing.source]; }
  const std::string& name_of(PlayerIndex player) const {
    return event_.tournament.players[player].name;
  }

  std::vector<std::vector<Seat>> seats() const;

  std::string place(std::size_t game) const { return place_of(games_[game], files_); }

  void add(EventFinding finding) { findings_.push_back(std::move(finding)); }
  std::vector<EventFinding> take();

 private:
  std::span<const EventGame> games_;
  const TournamentOfGames& event_;
  std::span<const std::string> files_;
  std::vector<EventFinding> findings_;
};

void check_rounds(EventReport& report);         // checks players and boards within a round
void check_meetings(EventReport& report);       // checks pairings and colours
void check_players(EventReport& report);        // checks facts about each player
void check_circumstances(EventReport& report);  // checks dates, sites and names of the event

// The sets of games that are checked together.
enum class EventScope : std::uint8_t {
  Never,
  // The games of each event in a file, if most have a round and all were played within a year.
  // Archives are skipped (see ArchiveWatch). Files with different rounds of an event are merged
  // (see EventParts).
  File,
  // All games of all files, as one tournament.
  Everything,
};

// Collects games while files are read, and checks them afterwards.
class EventCollector {
 public:
  // The maximum number of games, at about 1 kB each: an open with 2,000 games takes 2 MB.
  static constexpr std::size_t kMaxGames = 50'000;

  explicit EventCollector(EventScope scope)
      : scope_(scope), is_wanted_(scope != EventScope::Never) {}

  // Returns whether games are still collected, for FileValidationOptions::collects_event_games.
  const std::atomic<bool>& is_wanted() const { return is_wanted_; }

  void begin_file(std::string name);
  // Adds a game of the current file.
  void add(EventGame game);
  // Returns some of the games, by index, as one tournament.
  std::unique_ptr<EventCollector> part(std::span<const std::uint32_t> games) const;
  // Returns the events of the games (see events_with_playoffs()), and sets is_of_playoff.
  std::vector<EventGroup> find_playoffs();
  // Removes and returns the games.
  std::vector<EventGame> take_games();
  // Drops all but the first `games` games. Does nothing if is_full().
  void forget_after(std::size_t games);

  bool checks_each_file() const { return scope_ == EventScope::File; }
  bool checks_everything() const { return scope_ == EventScope::Everything; }
  // Returns whether 90 % of the games have spelling variants of one Event tag, most have a round,
  // and all were played within a year. Ignores games with is_of_playoff.
  bool is_one_event() const;
  // Returns whether there were more than kMaxGames games, so that none was checked.
  bool is_full() const { return is_full_; }

  // Sets the system of the tournament; by default it is guessed.
  void choose_system(PlayedSystem system) { chosen_system_ = system; }
  TournamentOfGames tournament() const;

  // Returns the findings. Called after each file, or after all files.
  std::vector<EventFinding> findings() const;

  const std::vector<EventGame>& games() const { return games_; }
  const std::string& file_of(const EventGame& game) const { return (*files_)[game.file]; }

 private:
  void give_up();
  std::vector<std::vector<std::uint32_t>> checked_groups() const;
  bool has_several_editions() const;
  bool has_one_name() const;
  bool has_rounds() const;

  EventScope scope_;
  std::atomic<bool> is_wanted_;
  bool is_full_ = false;
  ArchiveWatch archive_ = {};
  std::optional<PlayedSystem> chosen_system_;
  std::shared_ptr<std::vector<std::string>> files_ =
      std::make_shared<std::vector<std::string>>();  // shared with part(), which does not add games
  std::vector<EventGame> games_;
};

// Groups the games of files by event, and merges files that are parts of one event, so that they
// are checked together. Files are merged if they are in one folder, have the same Event (see
// events_of()) and EventDate, and have different rounds or one game each. Other files stay
// separate: weekly events have the same tags. Holds at most EventCollector::kMaxGames games of a
// few hundred events.
class EventParts {
 public:
  using Events = std::vector<std::unique_ptr<EventCollector>>;

  // Adds the games of a file, moving them. Games without an Event tag are ignored.
  void add(const std::string& file, EventCollector& games);

  // Returns the events that are complete and ready to be checked. With Rest::Finish, returns all
  // events.
  enum class Rest { Keep, Finish };
  Events take_finished(Rest rest);

  // Returns the number of files that have the same tags as another file of the folder, but were not
  // merged with it.
  std::size_t separate_files() const { return separate_files_; }

 private:
  struct Event {
    std::string folder;
    std::string key;                      // event_key() of the Event tag
    std::string date;                     // the EventDate tag
    std::vector<std::string> files = {};  // the file names
    std::vector<EventGame> games = {};    // games whose EventGame::file is an index into `files`
    std::set<std::uint32_t> rounds = {};
  };

  using OpenEvent = std::list<Event>::iterator;

  OpenEvent find(const Event& event, std::span<const EventGame> games);
  void add_event(const std::string& file, std::vector<EventGame> games);
  void finish(OpenEvent event);
  static std::size_t hash_of(const Event& event);

  std::list<Event> open_;  // sorted by the time of the last addition
  std::size_t open_games_ = 0;
  Events finished_;
  std::unordered_set<std::size_t> known_;  // hashes of finished events
  std::size_t separate_files_ = 0;
};

}  // namespace arbiter
