#include "lib/tournament/crosscheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/tags/person_name.h"
#include "lib/tournament/event_checks.h"

namespace arbiter {

namespace {

using Pair = std::pair<PlayerIndex, PlayerIndex>;  // players of the report

std::string score_text(const Pairing& pairing) {
  const auto text = [](HalfPoints points) { return points == 2 ? "1" : points == 1 ? "1/2" : "0"; };
  const char* forfeit = pairing.kind == ScoreKind::Forfeit ? " by forfeit" : "";
  return fmt::format("{}-{}{}", text(pairing.white_points), text(pairing.black_points), forfeit);
}

struct Comparison {
  Crosscheck run() {
    result_.matches = match_players(event_.tournament, report_);
    add_report_findings();
    compare_players();
    find_repeated();
    compare_games();
    report_missing();
    const auto order = [](const CrosscheckFinding& finding) {
      return std::pair(finding.place ? 0 : 1, finding.place ? finding.place->line : *finding.game);
    };
    std::ranges::stable_sort(result_.findings, {}, order);
    return std::move(result_);
  }

  void add(CrosscheckFinding finding) {
    if (kept_[finding.code]++ < Crosscheck::kMaxOfKind) {
      result_.findings.push_back(std::move(finding));
    } else {
      ++result_.withheld[finding.code];
    }
  }

  void add_report_findings() {
    for (const TrfProblem& problem : trf_.problems) {
      add({.code = DiagnosticCode::TrfSyntax, .place = problem.place, .message = problem.message});
    }
    if (trf_.more_problems > 0) result_.withheld[DiagnosticCode::TrfSyntax] = trf_.more_problems;
    for (const TrfContradiction& found : check_trf(trf_)) {
      add({.code =
               found.is_about_points ? DiagnosticCode::TrfPoints : DiagnosticCode::TrfContradiction,
           .place = found.place,
           .message = found.message});
    }
  }

  // A player's tag that the report contains as well.
  struct PlayerTag {
    SideTags tags;
    DiagnosticCode code;
    std::string_view what;
    std::uint64_t column;  // in the report
    std::uint32_t length;
  };

  // Reports players that are not in the report, and the first difference in each name, id and
  // rating.
  void compare_players() {
    const auto all = places_.seats();
    for (PlayerIndex i = 0; i < all.size(); ++i) {
      if (const auto& match = result_.matches[i]) {
        compare_player(*match, all[i]);
        continue;
      }
      const Seat& first = all[i].front();
      add({.code = DiagnosticCode::CrosscheckPlayer,
           .game = first.game,
           .tag = kNameTags[first.side],
           .message = fmt::format("the report has no player {}", places_.name_of(i))});
    }
  }

  void compare_player(const MatchedPlayer& match, const std::vector<Seat>& seats) {
    const Player& listed = report_.players[match.in_report];
    const std::string folded = folded_name(listed.name);
    compare_tag({kNameTags, DiagnosticCode::CrosscheckName, "name", 15, 33}, match, seats,
                listed.name, [&](std::string_view name) { return folded_name(name) != folded; });
    const auto differs_from = [](std::uint32_t number) {
      return [number](std::string_view value) {
        return number != 0 && !value.empty() && value != std::to_string(number);
      };
    };
    compare_tag({kFideIdTags, DiagnosticCode::CrosscheckFideid, "FIDE id", 58, 11}, match, seats,
                std::to_string(listed.fide_id), differs_from(listed.fide_id));
    compare_tag({kEloTags, DiagnosticCode::CrosscheckRating, "rating", 49, 4}, match, seats,
                std::to_string(listed.rating), differs_from(listed.rating));
  }

  // Reports the first game in which the tag differs.
  template <class Differs>
  void compare_tag(const PlayerTag& tag, const MatchedPlayer& match, const std::vector<Seat>& seats,
                   const std::string& listed, Differs differs) {
    const bool is_name = tag.code == DiagnosticCode::CrosscheckName;
    const std::string what =
        is_name ? "the name"
                : fmt::format("the {} of {}", tag.what, report_.players[match.in_report].name);
    const auto shown = [is_name](std::string_view text) {
      return is_name ? fmt::format("\"{}\"", text) : std::string(text);
    };
    for (const Seat& seat : seats) {
      const std::string_view value = games_[seat.game].value(tag.tags[seat.side]);
      if (!differs(value)) continue;
      return add(
          {.code = tag.code,
           .place = TrfPlace{trf_.players[match.in_report].place.line, tag.column, tag.length},
           .game = seat.game,
           .tag = tag.tags[seat.side],
           .message =
               fmt::format("{} is {} in the report and {} in {}; matched {}", what, shown(listed),
                           shown(value), places_.place(seat.game), to_string(match.match))});
    }
  }

  std::optional<Pair> pair_in_report(const Pairing& game) const {
    const auto& white = result_.matches[game.white];
    const auto& black = result_.matches[game.black];
    if (!white || !black) return {};
    return Pair(white->in_report, black->in_report);
  }

  // A game with other moves is a different game.
  void find_repeated() {
    Tournament once = event_.tournament;
    for (const RepeatedGame& one : count_once(games_, once)) {
      const EventGame& game = games_[one.game];
      const EventGame& counted = games_[one.counted];
      const bool is_same = has_moves_of(game, counted) || (game.plies == 0 && counted.plies == 0);
      if (is_same) repetition_of_.emplace(one.game, one);
      if (is_same && game.result == counted.result) result_.repeated.push_back(one);
    }
  }

  void compare_games() {
    for (std::size_t i = 0; i < report_.pairings.size(); ++i) {
      const Pairing& pairing = report_.pairings[i];
      by_pair_.emplace(pair_of(pairing), i);
    }
    is_found_.assign(report_.pairings.size(), false);
    for (const Pairing& game : event_.tournament.pairings) {
      const auto pair = pair_in_report(game);
      if (pair && !repetition_of_.contains(game.source)) ++games_of_[sorted(*pair)];
    }
    for (const Likeness likeness : {Likeness::RoundAndColours, Likeness::ColoursAndResult,
                                    Likeness::Round, Likeness::Players}) {
      for (const Pairing& game : event_.tournament.pairings) find_in_report(game, likeness);
    }
    for (const Pairing& game : event_.tournament.pairings) report_extra(game);
  }

  // The common properties of a game and a pairing of the report, the most first.
  enum class Likeness : std::uint8_t { RoundAndColours, ColoursAndResult, Round, Players };

  static Pair sorted(const Pair& pair) { return std::minmax(pair.first, pair.second); }

  bool are_alike(const Pairing& game, const Pairing& listed, Likeness likeness) const {
    const bool has_round = game.round == listed.round;
    const bool has_colours = result_.matches[game.white]->in_report == listed.white;
    switch (likeness) {
      case Likeness::RoundAndColours:
        return has_round && has_colours;
      case Likeness::ColoursAndResult:
        // If both contain all games of the two players, their rounds may be exchanged.
        return has_colours && game.white_points == listed.white_points &&
               game.black_points == listed.black_points &&
               games_of_.at(pair_of(listed)) == by_pair_.count(pair_of(listed));
      case Likeness::Round:
        return has_round;
      case Likeness::Players:
        break;
    }
    return true;
  }

  void find_in_report(const Pairing& game, Likeness likeness) {
    if (is_compared_.contains(game.source) || repetition_of_.contains(game.source)) return;
    const auto pair = pair_in_report(game);
    if (!pair) return;
    const auto [from, to] = by_pair_.equal_range(sorted(*pair));
    const auto found = std::find_if(from, to, [&](const auto& entry) {
      return !is_found_[entry.second] && are_alike(game, report_.pairings[entry.second], likeness);
    });
    if (found == to) return;
    is_found_[found->second] = true;
    is_compared_.insert(game.source);
    compare(game, report_.pairings[found->second], pair->first);
  }

  void report_extra(const Pairing& game) {
    const auto pair = pair_in_report(game);
    if (!pair || is_compared_.contains(game.source)) return;
    if (const auto found = repetition_of_.find(game.source); found != repetition_of_.end()) {
      return report_repeated(found->second);
    }
    const bool is_known = meets(*pair);
    add({.code = DiagnosticCode::CrosscheckGameExtra,
         .game = game.source,
         .tag = KnownTag::White,
         .message =
             fmt::format("the report has {} of {} and {}{}", is_known ? "fewer games" : "no game",
                         report_.players[pair->first].name, report_.players[pair->second].name,
                         is_known ? " than the files" : "")});
  }

  // If the results differ, neither is certainly correct.
  void report_repeated(const RepeatedGame& repeated) {
    if (games_[repeated.game].result == games_[repeated.counted].result) return;
    add({.code = DiagnosticCode::CrosscheckGameExtra,
         .game = repeated.game,
         .tag = KnownTag::White,
         .message = to_string(repeated, games_, files_)});
  }

  bool meets(const Pair& pair) const { return by_pair_.contains(sorted(pair)); }

  // Returns the cell of the report that contains the pairing.
  TrfPlace place_of(const Pairing& pairing) const {
    return trf_.players[pairing.source].rounds[pairing.round - 1].place;
  }

  std::string names_of(const Pairing& pairing) const {
    return fmt::format("{} against {} in round {}", report_.players[pairing.white].name,
                       report_.players[pairing.black].name, pairing.round);
  }

  void compare(const Pairing& game, const Pairing& listed, PlayerIndex white) {
    ++result_.compared;
    const std::string where = places_.place(game.source);
    const auto finding = [&](DiagnosticCode code, KnownTag tag, std::string message) {
      add({.code = code,
           .place = place_of(listed),
           .game = game.source,
           .tag = tag,
           .message = std::move(message)});
    };
    if (game.round != listed.round) {
      finding(DiagnosticCode::CrosscheckRound, KnownTag::Round,
              fmt::format(
                  "the report has {}; {} has {}", names_of(listed), where,
                  game.round == 0 ? std::string("no round") : fmt::format("round {}", game.round)));
    }
    const bool is_exchanged = white != listed.white;
    if (is_exchanged) {
      finding(DiagnosticCode::CrosscheckColours, KnownTag::White,
              fmt::format("the report has {}; in {} the colours are exchanged", names_of(listed),
                          where));
    }
    const bool is_forfeit = listed.kind == ScoreKind::Forfeit;
    const bool has_moves = games_[game.source].plies > 0;
    if (is_forfeit && game.kind != ScoreKind::Forfeit && has_moves) {
      finding(DiagnosticCode::CrosscheckForfeit, KnownTag::Result,
              fmt::format("the report has {} as a forfeit, but {} was played: {} half-moves",
                          names_of(listed), where, games_[game.source].plies));
    } else if (!is_forfeit && game.kind == ScoreKind::Forfeit) {
      finding(DiagnosticCode::CrosscheckForfeit, KnownTag::Result,
              fmt::format("{} is a forfeit, but the report has {} as a game with the result {}",
                          where, names_of(listed), score_text(listed)));
    }
    const HalfPoints points = is_exchanged ? game.black_points : game.white_points;
    const HalfPoints others = is_exchanged ? game.white_points : game.black_points;
    if (game.kind == ScoreKind::Unfinished) {
      finding(DiagnosticCode::CrosscheckResult, KnownTag::Result,
              fmt::format("the report has {} with the result {}; {} has none", names_of(listed),
                          score_text(listed), where));
    } else if (points != listed.white_points || others != listed.black_points) {
      // A score without names would be read with the report's colours.
      const std::string colours =
          is_exchanged ? fmt::format(" with {} as White", report_.players[white].name) : "";
      finding(
          DiagnosticCode::CrosscheckResult, KnownTag::Result,
          fmt::format("the report has {} with the result {}; {} has {}{}{}", names_of(listed),
                      score_text(listed), where, score_text(game), colours, overruled_text(game)));
    }
  }

  // Returns the result of the Result tag if it is overruled.
  std::string overruled_text(const Pairing& game) const {
    const GameResult& tag = games_[game.source].overruled;
    return tag.is_known() ? fmt::format(" (its Result tag: {})", to_string(tag)) : std::string();
  }

  void report_missing() {
    for (std::size_t i = 0; i < report_.pairings.size(); ++i) {
      const Pairing& pairing = report_.pairings[i];
      if (is_found_[i]) continue;
      if (pairing.kind == ScoreKind::Forfeit) {
        ++result_.forfeits;
        continue;
      }
      add({.code = DiagnosticCode::CrosscheckGameMissing,
           .place = place_of(pairing),
           .message = fmt::format("no game of {}, {}, is in the files", names_of(pairing),
                                  score_text(pairing))});
    }
  }

  std::span<const EventGame> games_;
  const TournamentOfGames& event_;
  const TrfReport& trf_;
  std::span<const std::string> files_;
  Tournament report_ = tournament_of(trf_);
  EventReport places_ = EventReport(games_, event_, files_);
  Crosscheck result_ = {};
  std::map<DiagnosticCode, std::size_t> kept_ = {};
  std::multimap<Pair, std::size_t> by_pair_ = {};  // pairings of the report, the lower index first
  std::map<Pair, std::size_t> games_of_ = {};      // numbers of games in the files, likewise
  std::vector<bool> is_found_ = {};                // pairings of the report
  std::set<std::uint32_t> is_compared_ = {};       // games
  std::map<std::uint32_t, RepeatedGame> repetition_of_ = {};  // by index of the game
};

}  // namespace

const char* to_string(PlayerMatch match) {
  constexpr const char* kNames[] = {"by FIDE id", "by name", "by initials", "by elimination"};
  static_assert(static_cast<std::size_t>(PlayerMatch::Elimination) == std::size(kNames) - 1);
  return kNames[static_cast<std::size_t>(match)];
}

Crosscheck crosscheck(std::span<const EventGame> games, const TournamentOfGames& event,
                      const TrfReport& report, std::span<const std::string> files) {
  return Comparison(games, event, report, files).run();
}

}  // namespace arbiter
