#include "lib/tournament/repeated_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "lib/laws/date.h"

namespace arbiter {
namespace {

bool are_days_apart(const EventGame& one, const EventGame& other) {
  const auto day = parse_date(one.value(KnownTag::Date));
  const auto others = parse_date(other.value(KnownTag::Date));
  if (!day || !others || !day->is_complete() || !others->is_complete()) return false;
  return one.value(KnownTag::Date) != other.value(KnownTag::Date);
}

class Repetitions {
 public:
  Repetitions(std::span<const EventGame> games, Tournament& tournament)
      : games_(games), tournament_(tournament) {}

  std::vector<RepeatedGame> run() {
    find([this](const Pairing& one, const Pairing& other) { return is_same_game(one, other); });
    drop();
    find_byes();
    recognize_system(tournament_);
    if (meets_once_a_round()) {
      find([](const Pairing& one, const Pairing&) { return one.round != 0; });
      drop();
      recognize_system(tournament_);
    }
    for (RepeatedGame& one : repeated_) {
      // What counted at first may be there before, too.
      while (counted_.contains(one.counted)) one.counted = counted_.at(one.counted);
    }
    std::ranges::sort(repeated_, {}, &RepeatedGame::game);
    return std::move(repeated_);
  }

 private:
  // Those of the games that can be one.
  using Meeting = std::tuple<PlayerIndex, PlayerIndex, std::uint32_t>;  // White, Black, round

  bool is_same_game(const Pairing& one, const Pairing& other) const {
    const EventGame& game = games_[one.source];
    const EventGame& before = games_[other.source];
    if (game.plies == 0) {
      return before.plies == 0 && one.round != 0 && game.round() == before.round();
    }
    const bool may_be = one.round != 0 || !are_days_apart(game, before);
    return may_be && has_moves_of(game, before);
  }

  // A match has several games in a round, each with its number.
  bool meets_once_a_round() const {
    return tournament_.system == System::Swiss || tournament_.system == System::Team ||
           (tournament_.system == System::RoundRobin && tournament_.cycles == 1);
  }

  template <class IsSame>
  void find(IsSame is_same) {
    std::vector<const Pairing*> in_order;
    for (const Pairing& pairing : tournament_.pairings) in_order.push_back(&pairing);
    std::ranges::stable_sort(in_order, {}, &Pairing::source);
    std::map<Meeting, std::vector<const Pairing*>> seen;
    for (const Pairing* pairing : in_order) {
      auto& before = seen[{pairing->white, pairing->black, pairing->round}];
      const auto found = std::ranges::find_if(
          before, [&](const Pairing* other) { return is_same(*pairing, *other); });
      if (found == before.end()) {
        if (before.size() < kMostMeetings) before.push_back(pairing);
      } else if (!(*found)->counts() && pairing->counts()) {
        add(**found, *pairing);
        *found = pairing;
      } else {
        add(*pairing, **found);
      }
    }
  }

  void add(const Pairing& pairing, const Pairing& counted) {
    repeated_.push_back({pairing.source, counted.source});
    counted_.emplace(pairing.source, counted.source);
  }

  void drop() {
    std::erase_if(tournament_.pairings,
                  [this](const Pairing& pairing) { return counted_.contains(pairing.source); });
  }

  void find_byes() {
    std::map<std::pair<PlayerIndex, std::uint32_t>, std::uint32_t> seen;
    std::erase_if(tournament_.byes, [&](const Bye& bye) {
      if (bye.round == 0) return false;
      const auto [first, is_new] = seen.try_emplace({bye.player, bye.round}, bye.source);
      if (!is_new) repeated_.push_back({bye.source, first->second});
      return !is_new;
    });
  }

  static constexpr std::size_t kMostMeetings = 100;  // of a pairing in a round, that are compared

  std::span<const EventGame> games_;
  Tournament& tournament_;
  std::vector<RepeatedGame> repeated_;
  std::map<std::uint32_t, std::uint32_t> counted_;  // of those that are taken out
};

}  // namespace

std::vector<RepeatedGame> count_once(std::span<const EventGame> games, Tournament& tournament) {
  return Repetitions(games, tournament).run();
}

std::string to_string(const RepeatedGame& repeated, std::span<const EventGame> games,
                      std::span<const std::string> files) {
  const EventGame& game = games[repeated.game];
  const EventGame& counted = games[repeated.counted];
  const bool agree = game.result == counted.result;
  if (has_moves_of(game, counted) || (game.plies == 0 && counted.plies == 0)) {
    const std::string what =
        fmt::format("{} is {} again", place_of(game, files), place_of(counted, files));
    if (agree) return what + ": it counts once";
    return fmt::format("{}, but with the result {}: the result {} counts", what,
                       to_string(game.result), to_string(counted.result));
  }
  return fmt::format("{} has the players and the round of {}, but other moves{}: it does not count",
                     place_of(game, files), place_of(counted, files),
                     agree ? "" : fmt::format(" and the result {}", to_string(game.result)));
}

}  // namespace arbiter
