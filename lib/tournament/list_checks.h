// What games say of players against a list of players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lib/chess/color.h"
#include "lib/diagnostics/code.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/player_list.h"

namespace arbiter {

// How a name was found.
enum class NameMatch : std::uint8_t {
  None,
  Name,      // the same words, folded
  Alias,     // the list says so
  Initials,  // one begins the other, or the words have another order: a guess
  Several,   // of players who could be meant
};

struct NamedPlayer {
  NameMatch match = NameMatch::None;
  const ListedPlayer* player = nullptr;  // unless None
  const ListedPlayer* other = nullptr;   // of Several, a second one
};

// Memory: about 500 bytes a player that is wanted and in the list.
class KnownPlayers {
 public:
  // What will be asked. To be called before the list is read.
  void request(std::uint32_t fide_id) { ids_.insert(fide_id); }
  void request(std::string_view name);

  bool is_wanted(const ListedPlayer& player) const;

  // Of two players with one id the first stays. Returns what contradicts a player added before.
  std::optional<std::string> add(ListedPlayer player);

  const ListedPlayer* with_id(std::uint32_t fide_id) const;
  NamedPlayer named(std::string_view name) const;

 private:
  struct Known {
    ListedPlayer player;
    std::string folded;
  };

  std::unordered_set<std::uint32_t> ids_;
  std::unordered_set<std::string> keys_;
  std::deque<Known> players_;
  std::unordered_map<std::uint32_t, const Known*> by_id_;
  std::unordered_map<std::string, const Known*> by_alias_;  // folded
  std::unordered_map<std::string, std::vector<const Known*>> by_key_;
};

struct PlayerMention {
  EventGame game = {};  // the first one that says so, with the tags that do
  Color color = Color::White;
  std::uint64_t games = 1;  // that say the same, in the same month
};

class PlayerMentions {
 public:
  // About 1 kB each.
  static constexpr std::size_t kMaxMentions = 500'000;

  void begin_file(std::string name) { files_.push_back(std::move(name)); }
  // Of the present file.
  void add(const EventGame& game);

  // More than kMaxMentions: the others are not there.
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

struct ListFinding {
  DiagnosticCode code;
  std::size_t mention = 0;
  const EventTag* tag = nullptr;  // of the mention's game
  std::string message = {};
};

// Tells `known` what check_mentions() will ask.
void request_players(std::span<const PlayerMention> mentions, KnownPlayers& known);

// In the order of the mentions. A player is known by the FIDE id, otherwise by the name. Ratings
// and federations are compared in the month of the list only; without one, federations are.
std::vector<ListFinding> check_mentions(std::span<const PlayerMention> mentions,
                                        const KnownPlayers& known, std::optional<ListMonth> month);

}  // namespace arbiter
