// All rounds together: pairings and colours.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "lib/tournament/event_checks.h"

namespace arbiter {
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
  // Returns whether check_rounds() reports the two games.
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
             .game = games[i]->source,
             .tag = KnownTag::White,
             .other = games[i - 1]->source,
             .message = fmt::format("{} and {} have met before, in {}; in this {} players meet {}",
                                    report_.name_of(pair.first), report_.name_of(pair.second),
                                    report_.place(games[i - 1]->source),
                                    to_string(report_.tournament().system),
                                    most == 1 ? "once" : fmt::format("{} times", most))});
      }
    }
  }

  // Returns the rounds in which a player has no game, without those that have no games at all.
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

  // Returns the last game up to the round, which is the nearest place in the file.
  std::size_t place_before(std::uint32_t round) const {
    std::size_t game = report_.pairings().front().source;
    for (const Pairing& pairing : report_.pairings()) {
      if (pairing.round <= round) game = pairing.source;
    }
    return game;
  }

  // Returns the players who should have met all others. A game against a player of few games may be
  // the missing game, under a misspelled name. Players who withdrew played no later games.
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
    if (report_.tournament().is_running) return;  // the games may still be played
    const std::vector<bool> is_expected = players_who_met_regular_ones();
    std::vector<Missing> missing;
    for (PlayerIndex one = 0; one < players; ++one) {
      for (PlayerIndex other = one + 1; other < players; ++other) {
        if (!is_expected[one] || !is_expected[other]) continue;
        const auto found = meetings_.find({one, other});
        const std::size_t met = found == meetings_.end() ? 0 : found->second.size();
        if (met >= cycles) continue;
        Missing pair{one, other, met, rounds_for(one, other)};
        // Rounds without any games are a finding of their own.
        if (!pair.rounds.empty() || !misses_rounds()) missing.push_back(std::move(pair));
      }
    }
    if (missing.size() > kMaxMissing) return report_part(missing);
    for (const Missing& pair : missing) report_missing(pair);
    report_first_rounds();
  }

  // Two players who met less often than all others.
  struct Missing {
    PlayerIndex one;
    PlayerIndex other;
    std::size_t met;
    std::vector<std::uint32_t> rounds;  // in which they could have played
  };

  bool misses_rounds() const {
    const std::uint32_t rounds = report_.tournament().rounds;
    return !rounds_.empty() && rounds_.size() < rounds;
  }

  // Reports the rounds before the first one of the games; check_rounds() reports the others.
  void report_first_rounds() {
    if (rounds_.empty() || *rounds_.begin() == 1) return;
    const std::uint32_t last = *rounds_.begin() - 1;
    report_.add(
        {.code = DiagnosticCode::RoundGap,
         .game = report_.pairings().front().source,
         .tag = KnownTag::Round,
         .message = fmt::format("{} not here: the first games are those of round {}",
                                last == 1 ? "round 1 is" : fmt::format("rounds 1 to {} are", last),
                                last + 1)});
  }

  // Reports once that the games are only a part of the tournament.
  void report_part(const std::vector<Missing>& missing) {
    const Missing& first = missing.front();
    report_.add({.code = DiagnosticCode::PairingMissing,
                 .game = place_before(report_.tournament().rounds),
                 .tag = KnownTag::Round,
                 .message = fmt::format(
                     "{} games of the round robin are not here, such as {} against {}",
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
                   .game = games[1]->source,
                   .tag = KnownTag::White,
                   .other = games[0]->source,
                   .message = fmt::format(
                       "{} has White against {} in {} too", report_.name_of(games[1]->white),
                       report_.name_of(games[1]->black), report_.place(games[0]->source))});
    }
  }

  // Reports three games in a row with one colour. A round without a game interrupts the series,
  // because the game may only be missing in the files. The last round is exempt (FIDE C.04.3,
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
         .game = last.source,
         .tag = is_white ? KnownTag::White : KnownTag::Black,
         .other = first.source,
         .message = fmt::format("{} has {} three times in a row, since {}", report_.name_of(player),
                                is_white ? "White" : "Black", report_.place(first.source))});
  }

  // Reports players of a knock-out who lost a round and meet one who did not in a later round.
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
             .game = pairing.source,
             .tag = player == pairing.white ? KnownTag::White : KnownTag::Black,
             .other = found->second->source,
             .message = fmt::format("{} plays in round {}, but lost in round {}: see {}",
                                    report_.name_of(player), pairing.round, found->second->round,
                                    report_.place(found->second->source))});
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

  static constexpr std::size_t kMaxMissing = 5;  // pairings that are reported one by one

  EventReport& report_;
  std::map<PlayerPair, std::vector<const Pairing*>> meetings_;  // without duplicate games
  std::set<std::uint32_t> rounds_;                              // that have games
};

}  // namespace

void check_meetings(EventReport& report) {
  if (!report.pairings().empty()) MeetingChecks(report).run();
}

}  // namespace arbiter
