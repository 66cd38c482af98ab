// Statements of games about players, compared with a player list, and indexes of names that find
// similar spellings without comparing all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/player_list.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

// An index of folded names, numbered from 0 in the order of add(). Uses about 1.5 kB per name.
//
//
//     NearNames names;
//     names.add("adler, nora");
//     names.within_edits("adlre, nora");  // {0}
class NearNames {
 public:
  static constexpr std::size_t kMaxEdits = 2;

  void add(std::string folded);

  // Returns the numbers of the names whose edit_distance() is at most kMaxEdits, in ascending
  // order. Not thread-safe. Costs about 80 lookups.
  std::vector<std::uint32_t> within_edits(std::string_view folded) const;

 private:
  std::vector<std::string> names_;
  // Hashes of each name's prefix with up to kMaxEdits bytes deleted, sorted on demand.
  mutable std::vector<std::pair<std::uint64_t, std::uint32_t>> variants_;
  mutable bool is_sorted_ = true;
};

// The player names of a report. All names are folded.
class NamesInReport {
 public:
  explicit NamesInReport(std::span<const Player> players);

  // Returns whether the name may be the player's name, in full or abbreviated.
  bool may_be(const std::string& name, PlayerIndex player) const;

  // Returns the players who may have this name, in order.
  std::vector<PlayerIndex> bearers_of(const std::string& name) const;

  // Returns the players with a similar name: misspelled, or with other given names.
  std::set<PlayerIndex> similar_to(const std::string& name) const;

 private:
  std::set<PlayerIndex> relatives_of(const std::string& name) const;

  std::vector<std::string> folded_;
  NearNames spellings_;
  std::map<std::string, std::vector<PlayerIndex>> by_family_;
};

// The method by which a name was matched.
enum class NameMatch : std::uint8_t {
  None,
  Name,      // the same folded words
  Alias,     // an alias in the list
  Initials,  // a guess: one name is a prefix of the other, or the word order differs
  Several,   // several players have this name
};

struct NamedPlayer {
  NameMatch match = NameMatch::None;
  const ListedPlayer* player = nullptr;  // null for None
  const ListedPlayer* other = nullptr;   // a second candidate, for Several
};

// The requested players of a list, by FIDE id and by name. Uses about 500 bytes per player.
class KnownPlayers {
 public:
  // Requests a player. Must be called before the list is read.
  void request(std::uint32_t fide_id) { ids_.insert(fide_id); }
  void request(std::string_view name);

  bool is_wanted(const ListedPlayer& player) const;

  // Adds a player, unless the id exists already. Returns the contradiction with an earlier player,
  // if any.
  std::optional<std::string> add(ListedPlayer player);

  const ListedPlayer* with_id(std::uint32_t fide_id) const;
  NamedPlayer named(std::string_view name) const;
  // Returns the player with the most similar name, at most two edits away; null if there is none.
  const ListedPlayer* nearest(std::string_view name) const;

 private:
  struct Known {
    ListedPlayer player;
    std::string folded;
  };

  std::unordered_set<std::uint32_t> ids_;
  bool is_near(std::string_view folded) const;

  std::unordered_set<std::string> keys_;
  std::unordered_set<std::string> transliterated_;  // keyed by transliteration_key()
  // The requested family names, indexed by given names and first letter.
  std::unordered_map<std::string, std::unordered_set<std::string>> near_;
  std::deque<Known> players_;
  NearNames spellings_;  // names of players_
  std::unordered_map<std::uint32_t, const Known*> by_id_;
  std::unordered_map<std::string, const Known*> by_alias_;  // keyed by folded alias
  std::unordered_map<std::string, std::vector<const Known*>> by_key_;
  std::unordered_map<std::string, std::vector<const Known*>> by_transliteration_;
};

// Data about a player, stored once for all games that repeat it.
struct PlayerMention {
  EventGame game = {};  // the first game with these data, without tags of other data
  Color color = Color::White;
  std::uint64_t games = 1;  // number of games with the same data in the same month
};

class PlayerMentions {
 public:
  // The maximum number of mentions, at about 1 kB each.
  static constexpr std::size_t kMaxMentions = 500'000;

  void begin_file(std::string name) { files_.push_back(std::move(name)); }
  // Adds a game of the current file.
  void add(const EventGame& game);

  // Returns whether there were more than kMaxMentions mentions, of which some are missing.
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

// A contradiction between a game and the list.
struct ListFinding {
  DiagnosticCode code;
  std::size_t mention = 0;
  const EventTag* tag = nullptr;  // a tag of the mention's game
  std::string message = {};
};

// Returns the kind of rating from the time for 60 moves (Laws A.1, B.1); nothing if it is unknown.
std::optional<RatingKind> rating_kind_of(std::string_view time_control);

// Returns the month in which the event of a game began.
std::optional<ListMonth> list_month_of(const EventGame& game);

// Returns the player with this FIDE id and a compatible name, or the unique player with exactly
// this name; otherwise null.
const ListedPlayer* identified_player(const PlayerMention& mention, const KnownPlayers& known);

// Requests the players that check_mentions() will look up.
void request_players(std::span<const PlayerMention> mentions, KnownPlayers& known);

// Returns the findings in the order of the mentions. A player is identified by FIDE id, otherwise
// by name. Ratings and federations are compared only in the month of the list. If it has no month,
// only federations are compared.
std::vector<ListFinding> check_mentions(std::span<const PlayerMention> mentions,
                                        const KnownPlayers& known, std::optional<ListMonth> month);

}  // namespace arbiter
