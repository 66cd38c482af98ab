// Games taken down while files are read, and checked against each other behind them.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/tournament/event_checks.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"

namespace arbiter {

enum class EventScope : std::uint8_t {
  Never,
  // The games of a file, if they share one Event tag, most have a round, and all were played within
  // a year.
  File,
  // All games of all files, as one tournament.
  Everything,
};

class EventCollector {
 public:
  // About 1 kB a game: an open with 2,000 games takes 2 MB.
  static constexpr std::size_t kMostGames = 50'000;

  explicit EventCollector(EventScope scope)
      : scope_(scope), is_wanted_(scope != EventScope::Never) {}

  // Whether games are still taken down; for FileValidationOptions::wants_event_games.
  const std::atomic<bool>& is_wanted() const { return is_wanted_; }

  void begin_file(std::string name);
  // Of the present file.
  void add(EventGame game);
  // Keeps the first games that were added, unless it has given up.
  void forget_after(std::size_t games);

  bool checks_each_file() const { return scope_ == EventScope::File; }
  bool checks_everything() const { return scope_ == EventScope::Everything; }
  // Whether nine in ten of the games taken down share one Event tag, most have a round, and all
  // were played within a year.
  bool is_one_event() const;
  // More games than are compared: nothing was checked.
  bool is_full() const { return is_full_; }

  // The games as a tournament of this system; by default it is guessed.
  void choose_system(PlayedSystem system) { chosen_system_ = system; }
  TournamentOfGames tournament() const;

  // What the games say against each other; to be called behind each file, or behind all of them.
  std::vector<EventFinding> findings() const;

  const std::vector<EventGame>& games() const { return games_; }
  const std::string& file_of(const EventGame& game) const { return files_[game.file]; }

 private:
  void give_up();
  bool has_several_editions() const;
  bool has_one_name() const;

  EventScope scope_;
  std::atomic<bool> is_wanted_;
  bool is_full_ = false;
  std::optional<PlayedSystem> chosen_system_;
  std::vector<std::string> files_;
  std::vector<EventGame> games_;
};

}  // namespace arbiter
