// What games say of players: each different statement once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "lib/chess/piece.h"
#include "lib/tournament/event_game.h"

namespace arbiter {

struct PlayerMention {
  EventGame game = {};  // the first one that says so, with the tags that do
  Color color = Color::White;
  std::uint64_t games = 1;  // that say the same, in the same month
};

class PlayerMentions {
 public:
  // About 1 kB each.
  static constexpr std::size_t kMost = 500'000;

  void begin_file(std::string name) { files_.push_back(std::move(name)); }
  // Of the present file.
  void add(const EventGame& game);

  // More than kMost: the others are not there.
  bool is_full() const { return is_full_; }
  std::span<const PlayerMention> mentions() const { return mentions_; }
  const std::string& file_of(const PlayerMention& mention) const {
    return files_[mention.game.file];
  }

 private:
  std::vector<std::string> files_;
  std::vector<PlayerMention> mentions_;
  std::unordered_map<std::string, std::size_t> places_;
  bool is_full_ = false;
};

}  // namespace arbiter
