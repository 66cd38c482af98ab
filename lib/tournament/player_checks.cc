// Checks of the data about each player, and of pairings and colours across all rounds.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
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

  // Treats the most frequent value as correct, and reports every other value once.
  void check_fact(const std::vector<Seat>& seats, const PlayerFact& fact) {
    std::map<std::string_view, std::vector<const Seat*>> values;
    for (const Seat& seat : seats) {
      std::string_view written = value(seat, fact.tags);
      // Titles in names are reported separately.
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

  // FIDE publishes a list every month, so ratings change during longer events.
  bool is_later_list(const Seat& at, const std::vector<const Seat*>& usual) const {
    const std::string_view date = report_.games()[at.game].value(KnownTag::Date);
    return std::ranges::none_of(usual, [&](const Seat* seat) {
      const std::string_view other = report_.games()[seat->game].value(KnownTag::Date);
      return date.substr(0, 7) == other.substr(0, 7);
    });
  }

  // Reports names with several ids. Each id is a separate player, so players are compared by name.
  void check_ids() {
    std::map<std::string, PlayerIndex> by_name;
    for (PlayerIndex player = 0; player < seats_.size(); ++player) {
      if (report_.tournament().players[player].fide_id == 0) continue;
      const std::string folded = folded_name(report_.name_of(player));
      if (folded.empty()) continue;
      const auto [found, is_new] = by_name.try_emplace(folded, player);
      if (is_new || meet(player, found->second)) continue;
      // Reports the id that occurs less often.
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

  // Returns whether both play in the same round, which proves that they are two people.
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

  // Reports probably misspelled names: two players whose names differ by one or two letters, and
  // who never play in the same round.
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

  // Returns whether the names may be spelling variants. With equal family names, given names must
  // be written out, because "Kosintseva, N" and "Kosintseva, T" are two people. With different
  // family names, the given names must agree.
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
    report_.add({.code = DiagnosticCode::NamesAlike,
                 .game = at.game,
                 .tag = kPlayerFacts[0].tags[at.side],
                 .other = before.game,
                 .message = fmt::format("\"{}\" is nearly the same as \"{}\", the name in {}, and "
                                        "the two never play in the same round",
                                        report_.name_of(other), report_.name_of(one),
                                        place(before, seats_[one].size()))});
  }

  static constexpr std::size_t kMaxCompared = 1000;

  EventReport& report_;
  std::vector<std::vector<Seat>> seats_ = report_.seats();  // seats of each player
};

}  // namespace

void check_players(EventReport& report) { PlayerChecks(report).run(); }

namespace {

class MeetingChecks {
 public:
  explicit MeetingChecks(EventReport& report) : report_(report) {
    std::set<std::tuple<PlayerIndex, PlayerIndex, std::uint64_t>> seen;
    for (const Pairing& pairing : report.pairings()) {
      const EventGame& game = report.game_of(pairing);
      const bool is_new =
          game.plies == 0 || seen.insert({pairing.white, pairing.black, game.moves_hash}).second;
      if (is_new) meetings_[pair_of(pairing)].push_back(&pairing);
      if (pairing.round != 0) rounds_.insert(pairing.round);
    }
  }

  void run() {
    switch (report_.tournament().system) {
      case System::Swiss:
        check_repetitions(1);
        check_colours_in_a_row();
        break;
      case System::RoundRobin:
        check_repetitions(report_.tournament().cycles);
        check_missing_pairings();
        check_colours_of_cycles();
        break;
      case System::KnockOut:
        check_losers();
        break;
      default:
        break;
    }
  }

 private:
  // Returns whether check_rounds() reports these games.
  static bool are_in_one_round(const Pairing& one, const Pairing& other) {
    return one.round == other.round && one.round != 0;
  }

  void check_repetitions(std::uint32_t most) {
    for (const auto& [pair, games] : meetings_) {
      for (std::size_t i = most; i < games.size(); ++i) {
        if (are_in_one_round(*games[i], *games[i - 1]) || are_in_one_round(*games[i], *games[0])) {
          continue;
        }
        report_.add(
            {.code = DiagnosticCode::OpponentsMeetAgain,
             .game = *games[i]->source,
             .tag = KnownTag::White,
             .other = *games[i - 1]->source,
             .message = fmt::format("{} and {} have met before, in {}; in this {} players meet {}",
                                    report_.name_of(pair.first), report_.name_of(pair.second),
                                    report_.place(*games[i - 1]->source),
                                    to_string(report_.tournament().system),
                                    most == 1 ? "once" : fmt::format("{} times", most))});
      }
    }
  }

  // Returns the rounds in which a player has no game, except rounds without any games.
  std::vector<std::uint32_t> free_rounds(PlayerIndex player) const {
    std::set<std::uint32_t> played;
    for (const Pairing& pairing : report_.pairings()) {
      if (pairing.white == player || pairing.black == player) played.insert(pairing.round);
    }
    std::vector<std::uint32_t> free;
    for (const std::uint32_t round : rounds_) {
      if (!played.contains(round)) free.push_back(round);
    }
    return free;
  }

  // Returns the rounds in which both could have played.
  std::vector<std::uint32_t> rounds_for(PlayerIndex one, PlayerIndex other) const {
    std::vector<std::uint32_t> both;
    std::ranges::set_intersection(free_rounds(one), free_rounds(other), std::back_inserter(both));
    return both;
  }

  // Returns the last game up to the round, as the closest position in the file.
  std::size_t place_before(std::uint32_t round) const {
    std::size_t game = *report_.pairings().front().source;
    for (const Pairing& pairing : report_.pairings()) {
      if (pairing.round <= round) game = *pairing.source;
    }
    return game;
  }

  // For each player, returns whether the player should have met all others. A game against a player
  // with few games may be the missing one, under a misspelled name. Players who withdrew played no
  // later games.
  std::vector<bool> players_who_met_regular_ones() const {
    const std::vector<bool> is_regular = regular_players(report_.tournament());
    const std::vector<bool> has_withdrawn = withdrawn_players(report_.tournament());
    std::vector<bool> is_expected(is_regular.size());
    for (std::size_t i = 0; i < is_expected.size(); ++i) {
      is_expected[i] = is_regular[i] && !has_withdrawn[i];
    }
    for (const Pairing& pairing : report_.pairings()) {
      if (!is_regular[pairing.white]) is_expected[pairing.black] = false;
      if (!is_regular[pairing.black]) is_expected[pairing.white] = false;
    }
    return is_expected;
  }

  void check_missing_pairings() {
    const auto players = static_cast<PlayerIndex>(report_.tournament().players.size());
    const std::uint32_t cycles = report_.tournament().cycles;
    if (report_.tournament().is_running) return;  // missing games may still be played
    const std::vector<bool> is_expected = players_who_met_regular_ones();
    std::vector<Missing> missing;
    for (PlayerIndex one = 0; one < players; ++one) {
      for (PlayerIndex other = one + 1; other < players; ++other) {
        if (!is_expected[one] || !is_expected[other]) continue;
        const auto found = meetings_.find({one, other});
        const std::size_t met = found == meetings_.end() ? 0 : found->second.size();
        if (met >= cycles) continue;
        Missing pair{one, other, met, rounds_for(one, other)};
        // If whole rounds are missing, they are reported separately.
        if (!pair.rounds.empty() || !misses_rounds()) missing.push_back(std::move(pair));
      }
    }
    if (missing.size() > kMaxMissing) return report_part(missing);
    for (const Missing& pair : missing) report_missing(pair);
    report_first_rounds();
  }

  // A pair that played fewer games than all other pairs.
  struct Missing {
    PlayerIndex one;
    PlayerIndex other;
    std::size_t met;
    std::vector<std::uint32_t> rounds;  // rounds in which they could have played
  };

  bool misses_rounds() const {
    const std::uint32_t rounds = report_.tournament().rounds;
    return !rounds_.empty() && rounds_.size() < rounds;
  }

  // Reports missing rounds before the first one; check_rounds() reports the others.
  void report_first_rounds() {
    if (rounds_.empty() || *rounds_.begin() == 1) return;
    const std::uint32_t last = *rounds_.begin() - 1;
    report_.add(
        {.code = DiagnosticCode::RoundGap,
         .game = *report_.pairings().front().source,
         .tag = KnownTag::Round,
         .message = fmt::format("{} missing: the first games are those of round {}",
                                last == 1 ? "round 1 is" : fmt::format("rounds 1 to {} are", last),
                                last + 1)});
  }

  // Reports once that the files contain only a part of the tournament.
  void report_part(const std::vector<Missing>& missing) {
    const Missing& first = missing.front();
    report_.add({.code = DiagnosticCode::PairingMissing,
                 .game = place_before(report_.tournament().rounds),
                 .tag = KnownTag::Round,
                 .message = fmt::format(
                     "{} games of the round robin are missing, such as {} against {}",
                     missing.size(), report_.name_of(first.one), report_.name_of(first.other))});
    report_first_rounds();
  }

  void report_missing(const Missing& pair) {
    const auto& [one, other, met, rounds] = pair;
    const auto round = rounds.size() == 1 ? std::optional(rounds.front()) : std::nullopt;
    const std::size_t place = place_before(round.value_or(report_.tournament().rounds));
    report_.add({.code = DiagnosticCode::PairingMissing,
                 .game = place,
                 .tag = KnownTag::Round,
                 .message = fmt::format(
                     "the game {} against {}{} is missing: all other pairs met {}, this pair {}",
                     report_.name_of(one), report_.name_of(other),
                     round ? fmt::format(" of round {}", *round) : std::string(),
                     report_.tournament().cycles == 1
                         ? "once"
                         : fmt::format("{} times", report_.tournament().cycles),
                     met == 0   ? "never"
                     : met == 1 ? "once"
                                : fmt::format("{} times", met))});
  }

  // Reports pairs of a double round robin with the same colours twice.
  void check_colours_of_cycles() {
    if (report_.tournament().cycles != 2) return;
    for (const auto& [pair, games] : meetings_) {
      if (games.size() != 2 || games[0]->white != games[1]->white) continue;
      if (are_in_one_round(*games[0], *games[1])) continue;
      report_.add({.code = DiagnosticCode::ColoursRepeated,
                   .game = *games[1]->source,
                   .tag = KnownTag::White,
                   .other = *games[0]->source,
                   .message = fmt::format(
                       "{} has White against {} in {} too", report_.name_of(games[1]->white),
                       report_.name_of(games[1]->black), report_.place(*games[0]->source))});
    }
  }

  // Reports three consecutive games with the same colour. A round without a game interrupts the
  // series, because its game may be missing in the files. The last round is exempt (FIDE C.04.3,
  // absolute criteria: players of the highest score).
  void check_colours_in_a_row() {
    std::map<PlayerIndex, std::vector<const Pairing*>> games;
    for (const Pairing& pairing : report_.pairings()) {
      if (pairing.round == 0 || pairing.kind == ScoreKind::Forfeit) continue;
      games[pairing.white].push_back(&pairing);
      games[pairing.black].push_back(&pairing);
    }
    for (const auto& [player, played] : games) {
      std::size_t length = 1;
      for (std::size_t i = 1; i < played.size(); ++i) {
        const bool same = (played[i]->white == player) == (played[i - 1]->white == player) &&
                          played[i]->round == played[i - 1]->round + 1;
        length = same ? length + 1 : 1;
        if (length != 3 || played[i]->round == report_.tournament().rounds) continue;
        report_three(player, *played[i], *played[i - 2]);
      }
    }
  }

  void report_three(PlayerIndex player, const Pairing& last, const Pairing& first) {
    const bool is_white = last.white == player;
    report_.add(
        {.code = DiagnosticCode::ColourThreeTimes,
         .game = *last.source,
         .tag = is_white ? KnownTag::White : KnownTag::Black,
         .other = *first.source,
         .message = fmt::format("{} has {} three times in a row, since {}", report_.name_of(player),
                                is_white ? "White" : "Black", report_.place(*first.source))});
  }

  // Reports players of a knock-out who lost a round and later meet somebody who did not.
  void check_losers() {
    std::map<std::pair<std::uint32_t, PlayerIndex>, HalfPoints> balance;
    std::map<PlayerIndex, const Pairing*> out;
    for (const Pairing& pairing : report_.pairings()) {
      const auto has_lost_before = [&](PlayerIndex player) {
        const auto found = out.find(player);
        return found != out.end() && found->second->round < pairing.round;
      };
      const bool is_of_losers = has_lost_before(pairing.white) && has_lost_before(pairing.black);
      for (const PlayerIndex player : {pairing.white, pairing.black}) {
        const auto found = out.find(player);
        if (is_of_losers || !has_lost_before(player)) continue;
        report_.add(
            {.code = DiagnosticCode::LoserPlaysOn,
             .game = *pairing.source,
             .tag = player == pairing.white ? KnownTag::White : KnownTag::Black,
             .other = *found->second->source,
             .message = fmt::format("{} plays in round {}, but lost in round {}: see {}",
                                    report_.name_of(player), pairing.round, found->second->round,
                                    report_.place(*found->second->source))});
        out.erase(found);
      }
      const HalfPoints lead = pairing.white_points - pairing.black_points;
      const HalfPoints white = balance[{pairing.round, pairing.white}] += lead;
      const HalfPoints black = balance[{pairing.round, pairing.black}] -= lead;
      set_out(out, pairing.white, white < 0, pairing);
      set_out(out, pairing.black, black < 0, pairing);
    }
  }

  static void set_out(std::map<PlayerIndex, const Pairing*>& out, PlayerIndex player, bool is_out,
                      const Pairing& pairing) {
    if (is_out) {
      out[player] = &pairing;
    } else if (const auto found = out.find(player);
               found != out.end() && found->second->round == pairing.round) {
      out.erase(found);
    }
  }

  static constexpr std::size_t kMaxMissing = 5;  // maximum number of individually reported pairings

  EventReport& report_;
  // The games of each pair, without duplicates.
  std::map<PlayerPair, std::vector<const Pairing*>> meetings_;
  std::set<std::uint32_t> rounds_;  // rounds that have games
};

}  // namespace

void check_meetings(EventReport& report) {
  if (!report.pairings().empty()) MeetingChecks(report).run();
}

}  // namespace arbiter
