// Statements about each player in the games of a tournament.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/tags/name_form.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/event_checks.h"

namespace arbiter {
namespace {

// A tag that must be the same in all games of a player.
struct PlayerFact {
  SideTags tags;
  DiagnosticCode code;
  const char* what;
};

constexpr std::array<PlayerFact, 4> kPlayerFacts{{
    {kNameTags, DiagnosticCode::NameDiffers, "name"},
    {kTitleTags, DiagnosticCode::TitleDiffers, "title"},
    {kEloTags, DiagnosticCode::RatingDiffers, "rating"},
    {kTeamTags, DiagnosticCode::TeamDiffers, "team"},
}};

struct PlayerChecks {
  void run() {
    for (const std::vector<Seat>& seats : seats_) {
      for (const PlayerFact& fact : kPlayerFacts) check_fact(seats, fact);
    }
    check_ids();
    check_alike();
  }

  std::string_view value(const Seat& seat, const SideTags& tags) const {
    return report_.games()[seat.game].value(tags[seat.side]);
  }

  // Treats the most frequent value as correct, and reports each other value once.
  void check_fact(const std::vector<Seat>& seats, const PlayerFact& fact) {
    std::map<std::string_view, std::vector<const Seat*>> values;
    for (const Seat& seat : seats) {
      std::string_view written = value(seat, fact.tags);
      // A title in a name is a finding of its own.
      if (fact.code == DiagnosticCode::NameDiffers) written = without_title(written);
      if (!written.empty()) values[written].push_back(&seat);
    }
    if (values.size() < 2) return;
    const auto usual = std::ranges::max_element(values, [](const auto& left, const auto& right) {
      return std::pair(left.second.size(), right.second.front()->game) <
             std::pair(right.second.size(), left.second.front()->game);
    });
    for (const auto& [written, where] : values) {
      if (written == usual->first) continue;
      if (fact.code == DiagnosticCode::NameDiffers && is_other_person(written, usual->first)) {
        report_shared_id(*where.front(), *usual->second.front());
        continue;
      }
      if (fact.code == DiagnosticCode::RatingDiffers &&
          is_later_list(*where.front(), usual->second))
        continue;
      const Seat& at = *where.front();
      const Seat& before = *usual->second.front();
      report_.add({.code = fact.code,
                   .game = at.game,
                   .tag = fact.tags[at.side],
                   .other = before.game,
                   .message = fmt::format("the {} of {} is \"{}\" here{}, but \"{}\" in {}",
                                          fact.what, name(at), written, also(where.size()),
                                          usual->first, place(before, usual->second.size()))});
    }
  }

  std::string name(const Seat& seat) const {
    return report_.name_of(report_.players()[seat.game][seat.side]);
  }

  static std::string also(std::size_t games) {
    if (games == 1) return "";
    return fmt::format(" and in {} more game{}", games - 1, games == 2 ? "" : "s");
  }

  std::string place(const Seat& seat, std::size_t games) const {
    return report_.place(seat.game) + also(games);
  }

  // Returns whether one person cannot have both names.
  static bool is_other_person(std::string_view one, std::string_view other) {
    return !may_be_one_person(folded_name(one), folded_name(other));
  }

  void report_shared_id(const Seat& at, const Seat& before) {
    const auto id = report_.games()[at.game].number_in(kFideIdTags[at.side]);
    report_.add(
        {.code = DiagnosticCode::FideidShared,
         .game = at.game,
         .tag = kFideIdTags[at.side],
         .other = before.game,
         .message = fmt::format("FIDE id {} is that of \"{}\" here, but of \"{}\" in {}",
                                id.value_or(0), value(at, kPlayerFacts[0].tags),
                                value(before, kPlayerFacts[0].tags), report_.place(before.game))});
  }

  // FIDE publishes a list each month, so that ratings change during longer events.
  bool is_later_list(const Seat& at, const std::vector<const Seat*>& usual) const {
    const std::string_view date = report_.games()[at.game].value(KnownTag::Date);
    return std::ranges::none_of(usual, [&](const Seat* seat) {
      const std::string_view other = report_.games()[seat->game].value(KnownTag::Date);
      return date.substr(0, 7) == other.substr(0, 7);
    });
  }

  // Reports one name with several ids. Each id is a player of its own, so players are compared by
  // name.
  void check_ids() {
    std::map<std::string, PlayerIndex> by_name;
    for (PlayerIndex player = 0; player < seats_.size(); ++player) {
      if (report_.tournament().players[player].fide_id == 0) continue;
      const std::string folded = folded_name(report_.name_of(player));
      if (folded.empty()) continue;
      const auto [found, is_new] = by_name.try_emplace(folded, player);
      if (is_new || meet(player, found->second)) continue;
      // The rarer id is reported.
      PlayerIndex rare = player;
      PlayerIndex usual = found->second;
      if (seats_[rare].size() > seats_[usual].size()) std::swap(rare, usual);
      const Seat& at = seat_with_id(rare);
      report_.add({.code = DiagnosticCode::FideidDiffers,
                   .game = at.game,
                   .tag = kFideIdTags[at.side],
                   .other = seats_[usual].front().game,
                   .message = fmt::format("the FIDE id of {} is {} here, but {} in {}", name(at),
                                          report_.tournament().players[rare].fide_id,
                                          report_.tournament().players[usual].fide_id,
                                          place(seat_with_id(usual), seats_[usual].size()))});
    }
  }

  const Seat& seat_with_id(PlayerIndex player) const {
    const auto found = std::ranges::find_if(seats_[player], [&](const Seat& seat) {
      return report_.games()[seat.game].number_in(kFideIdTags[seat.side]).has_value();
    });
    return found == seats_[player].end() ? seats_[player].front() : *found;
  }

  // Returns whether the two play each other, or both play in one round, so that they are two
  // people.
  bool meet(PlayerIndex one, PlayerIndex other) const {
    std::set<std::uint32_t> rounds;
    for (const Seat& seat : seats_[one]) {
      if (report_.players()[seat.game][1 - seat.side] == other) return true;
      rounds.insert(report_.games()[seat.game].round().round);
    }
    return std::ranges::any_of(seats_[other], [&](const Seat& seat) {
      const std::uint32_t round = report_.games()[seat.game].round().round;
      return round != 0 && rounds.contains(round);
    });
  }

  // Reports two players whose names differ by one or two letters, and who never play in one round:
  // one name is probably misspelled.
  void check_alike() {
    std::vector<std::string> folded(seats_.size());
    for (PlayerIndex player = 0; player < seats_.size(); ++player) {
      folded[player] = folded_name(report_.name_of(player));
    }
    if (seats_.size() > kMaxCompared) return;
    for (PlayerIndex one = 0; one < seats_.size(); ++one) {
      for (PlayerIndex other = one + 1; other < seats_.size(); ++other) {
        if (!are_alike(folded[one], folded[other]) || have_different_ids(one, other)) continue;
        if (meet(one, other)) continue;
        report_alike(one, other);
      }
    }
  }

  bool have_different_ids(PlayerIndex one, PlayerIndex other) const {
    const auto& players = report_.tournament().players;
    return players[one].fide_id != 0 && players[other].fide_id != 0;
  }

  // Returns whether the names may be spellings of one. "Kosintseva, N" and "Kosintseva, T" are two
  // people: with equal family names, the given names must be written out. With different family
  // names, the given names must agree.
  static bool are_alike(std::string_view one, std::string_view other) {
    const std::size_t shorter = std::min(one.size(), other.size());
    const std::size_t longer = std::max(one.size(), other.size());
    if (shorter < 6 || longer - shorter > 2 || one == other) return false;
    if (edit_distance(one, other) > (shorter < 10 ? 1U : 2U)) return false;
    const auto divided = [](std::string_view name) {
      const std::size_t comma = std::min(name.find(", "), name.size());
      return std::pair(name.substr(0, comma), name.substr(std::min(comma + 2, name.size())));
    };
    const auto [family, given] = divided(one);
    const auto [other_family, other_given] = divided(other);
    if (family != other_family) return given == other_given;
    return std::min(given.size(), other_given.size()) >= 4 &&
           edit_distance(given, other_given) <= 1;
  }

  void report_alike(PlayerIndex one, PlayerIndex other) {
    if (seats_[one].size() < seats_[other].size()) std::swap(one, other);
    const Seat& at = seats_[other].front();
    const Seat& before = seats_[one].front();
    report_.add(
        {.code = DiagnosticCode::NamesAlike,
         .game = at.game,
         .tag = kPlayerFacts[0].tags[at.side],
         .other = before.game,
         .message = fmt::format("\"{}\" is nearly \"{}\", the name in {}, and the two never "
                                "play in one round",
                                report_.name_of(other), report_.name_of(one),
                                place(before, seats_[one].size()))});
  }

  static constexpr std::size_t kMaxCompared = 1000;

  EventReport& report_;
  std::vector<std::vector<Seat>> seats_ = report_.seats();  // of each player
};

}  // namespace

void check_players(EventReport& report) { PlayerChecks(report).run(); }

}  // namespace arbiter
