// Each round by itself: players, boards, and missing boards.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "lib/tournament/event_checks.h"

namespace arbiter {
namespace {

// Returns whether two games have the same players and moves.
bool is_same_game(const EventReport& report, const Pairing& one, const Pairing& other) {
  return one.white == other.white && one.black == other.black &&
         has_moves_of(report.game_of(one), report.game_of(other));
}

struct RoundChecks {
  void run() {
    find_repeated_games();
    const bool has_short_matches = is_of_short_matches();
    const bool has_boards = !boards_are_of_matches();
    std::uint32_t last = 0;
    for (auto at = report_.pairings().begin(); at != report_.pairings().end();) {
      const auto end = std::find_if(at, report_.pairings().end(),
                                    [&](const Pairing& p) { return p.round != at->round; });
      if (at->round != 0) {
        if (!has_short_matches) check_players_of({at, end});
        if (has_boards) check_boards_of({at, end});
        if (last != 0 && at->round > last + 1) report_missing_rounds(*at, last);
        last = at->round;
      }
      at = end;
    }
    add_gaps();
    // If this occurs everywhere, the Round tag does not contain round numbers, unless it is because
    // draws were replayed.
    if (busy_.size() * 5 > report_.pairings().size() && !draws_were_replayed()) return;
    for (EventFinding& finding : busy_) report_.add(std::move(finding));
  }

  using Round = std::span<const Pairing>;

  // Returns whether the players of a pairing meet several times in a round, as in knock-outs.
  bool is_of_short_matches() const {
    return report_.tournament().system == System::KnockOut ||
           report_.tournament().system == System::Match;
  }

  // Reports the same game twice as one finding, and not also as players who play twice.
  void find_repeated_games() {
    std::map<std::pair<PlayerPair, std::uint64_t>, const Pairing*> seen;
    std::vector<const Pairing*> in_order;
    for (const Pairing& pairing : report_.pairings()) in_order.push_back(&pairing);
    std::ranges::stable_sort(in_order, {}, &Pairing::source);
    for (const Pairing* pairing : in_order) {
      const EventGame& game = report_.game_of(*pairing);
      if (game.plies == 0) continue;
      const auto [found, is_new] = seen.try_emplace({pair_of(*pairing), game.moves_hash}, pairing);
      if (is_new || !is_same_game(report_, *found->second, *pairing)) continue;
      repeated_.insert(pairing->source);
      report_repeated(*pairing, *found->second);
    }
  }

  void report_repeated(const Pairing& pairing, const Pairing& first) {
    const EventGame& game = report_.game_of(pairing);
    const EventGame& other = report_.game_of(first);
    const bool agree = game.result == other.result;
    report_.add(
        {.code = agree ? DiagnosticCode::GameTwice : DiagnosticCode::GameTwiceOtherResult,
         .game = pairing.source,
         .tag = agree ? KnownTag::White : KnownTag::Result,
         .other = first.source,
         .message =
             agree ? fmt::format("{} has the same players and moves", report_.place(first.source))
                   : fmt::format("{} has the same players and moves, but the result {}, here {}",
                                 report_.place(first.source), to_string(other.result),
                                 to_string(game.result))});
  }

  bool draws_were_replayed() const {
    const auto replays =
        std::ranges::count(busy_, DiagnosticCode::ReplayedDraw, &EventFinding::code);
    return static_cast<std::size_t>(replays) * 10 >= busy_.size() * 9;
  }

  static bool is_drawn(const Pairing& pairing) {
    return pairing.white_points == 1 && pairing.black_points == 1;
  }

  bool is_repeated(const Pairing& pairing) const { return repeated_.contains(pairing.source); }

  void check_players_of(Round round) {
    std::map<PlayerIndex, const Pairing*> first;
    for (const Pairing& pairing : round) {
      if (is_repeated(pairing)) continue;
      const auto white = first.find(pairing.white);
      const auto black = first.find(pairing.black);
      if (white != first.end() && black != first.end() && white->second == black->second) {
        report_pairing(pairing, *white->second);
      } else {
        if (white != first.end()) report_player(pairing, pairing.white, *white->second);
        if (black != first.end()) report_player(pairing, pairing.black, *black->second);
      }
      first.try_emplace(pairing.white, &pairing);
      first.try_emplace(pairing.black, &pairing);
    }
    for (const Bye& bye : report_.tournament().byes) {
      if (bye.round != round.front().round) continue;
      const auto found = first.find(bye.player);
      if (found == first.end()) continue;
      busy_.push_back({.code = DiagnosticCode::PlayerTwiceInRound,
                       .game = found->second->source,
                       .tag = KnownTag::Round,
                       .message = fmt::format("{} plays in round {}, but has a bye there too",
                                              report_.name_of(bye.player), bye.round)});
    }
  }

  void report_pairing(const Pairing& pairing, const Pairing& first) {
    busy_.push_back(
        {.code =
             is_drawn(first) ? DiagnosticCode::ReplayedDraw : DiagnosticCode::PairingTwiceInRound,
         .game = pairing.source,
         .tag = KnownTag::Round,
         .other = first.source,
         .message = fmt::format("{} and {} also meet in {}, in the same round {}",
                                report_.name_of(pairing.white), report_.name_of(pairing.black),
                                report_.place(first.source), pairing.round)});
  }

  void report_player(const Pairing& pairing, PlayerIndex player, const Pairing& first) {
    busy_.push_back({.code = DiagnosticCode::PlayerTwiceInRound,
                     .game = pairing.source,
                     .tag = player == pairing.white ? KnownTag::White : KnownTag::Black,
                     .other = first.source,
                     .message = fmt::format("{} also plays in {}, in the same round {}",
                                            report_.name_of(player), report_.place(first.source),
                                            pairing.round)});
  }

  // Returns whether boards are numbered within matches, as in a team tournament. Without Team tags,
  // board numbers that recur within rounds show it.
  bool boards_are_of_matches() const {
    if (report_.tournament().system == System::Team) return true;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    std::size_t games = 0;
    std::size_t again = 0;
    for (const Pairing& pairing : report_.pairings()) {
      if (pairing.board == 0 || is_repeated(pairing)) continue;
      ++games;
      again += seen.emplace(pairing.round, pairing.board).second ? 0 : 1;
    }
    return again * 10 > games;
  }

  void check_boards_of(Round round) {
    std::map<std::uint32_t, const Pairing*> boards;
    for (const Pairing& pairing : round) {
      if (pairing.board == 0 || is_repeated(pairing)) continue;
      const auto [found, is_new] = boards.try_emplace(pairing.board, &pairing);
      if (is_new) continue;
      report_.add({.code = DiagnosticCode::BoardTwiceInRound,
                   .game = pairing.source,
                   .tag = board_tag(pairing),
                   .other = found->second->source,
                   .message = fmt::format("{} is played at board {} of round {} too",
                                          report_.place(found->second->source), pairing.board,
                                          pairing.round)});
    }
    report_missing_boards(boards);
  }

  KnownTag board_tag(const Pairing& pairing) const {
    const bool has_tag = report_.game_of(pairing).number_in(KnownTag::Board).has_value();
    return has_tag ? KnownTag::Board : KnownTag::Round;
  }

  // Reports missing boards only if they are numbered from 1; a file may contain only the live
  // boards.
  void report_missing_boards(const std::map<std::uint32_t, const Pairing*>& boards) {
    std::uint32_t expected = 1;
    const Pairing* before = nullptr;
    for (const auto& [board, pairing] : boards) {
      if (before != nullptr && board > expected) {
        const std::string missing = board == expected + 1
                                        ? fmt::format("board {} is", expected)
                                        : fmt::format("boards {} to {} are", expected, board - 1);
        gaps_.push_back(
            {.code = DiagnosticCode::BoardMissing,
             .game = pairing->source,
             .tag = board_tag(*pairing),
             .other = before->source,
             .message = fmt::format("{} missing in round {}: before this game at board {} "
                                    "comes {} at board {}",
                                    missing, pairing->round, board, report_.place(before->source),
                                    before->board)});
      }
      if (before == nullptr && board != 1) return;
      before = pairing;
      expected = board + 1;
    }
  }

  // Files of the live boards have gaps in most rounds, which are one finding.
  void add_gaps() {
    std::set<std::uint32_t> rounds;
    for (const EventFinding& gap : gaps_) rounds.insert(report_.games()[gap.game].round().round);
    if (rounds.size() <= kMaxRounds) {
      for (EventFinding& gap : gaps_) report_.add(std::move(gap));
      return;
    }
    gaps_.front().message += fmt::format("; boards are missing in {} rounds", rounds.size());
    report_.add(std::move(gaps_.front()));
  }

  void report_missing_rounds(const Pairing& pairing, std::uint32_t last) {
    const std::string missing =
        pairing.round == last + 2
            ? fmt::format("round {} is missing", last + 1)
            : fmt::format("rounds {} to {} are missing", last + 1, pairing.round - 1);
    report_.add(
        {.code = DiagnosticCode::RoundGap,
         .game = pairing.source,
         .tag = KnownTag::Round,
         .message = fmt::format("{}: round {} follows round {}", missing, pairing.round, last)});
  }

  EventReport& report_;
  std::set<std::uint32_t> repeated_ = {};       // games that occurred before
  std::vector<EventFinding> busy_ = {};         // players with several games in a round
  std::vector<EventFinding> gaps_ = {};         // missing boards
  static constexpr std::size_t kMaxRounds = 2;  // with gaps that are reported one by one
};

}  // namespace

void check_rounds(EventReport& report) { RoundChecks(report).run(); }

}  // namespace arbiter
