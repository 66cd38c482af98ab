#include "lib/tournament/crosscheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/tags/name_form.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/event_checks.h"
#include "lib/tournament/list_checks.h"

namespace arbiter {

std::string score_text(const Pairing& pairing) {
  const auto text = [](HalfPoints points) { return points == 2 ? "1" : points == 1 ? "1/2" : "0"; };
  const char* forfeit = pairing.kind == ScoreKind::Forfeit ? " by forfeit" : "";
  return fmt::format("{}-{}{}", text(pairing.white_points), text(pairing.black_points), forfeit);
}

namespace {

constexpr std::uint64_t kFideIdColumn = 58;

using Pair = std::pair<PlayerIndex, PlayerIndex>;  // players in the report

struct Comparison {
  Crosscheck run() {
    if (round_ != 0) {
      std::erase_if(report_.pairings, [this](const Pairing& p) { return p.round != round_; });
    }
    result_.report = report_;
    find_compared_games();
    exchange_ids();
    for (PlayerIndex i = 0; i < report_.players.size(); ++i) {
      players_by_id_.emplace(report_.players[i].fide_id, i);
    }
    result_.matches = match_players(event_.tournament, report_);
    find_repeated();
    compare_games();
    compare_byes();
    compare_players();
    add_causes();
    add_report_findings();
    report_games_without_round();
    report_missing();
    const auto order = [](const CrosscheckFinding& finding) {
      return finding.place ? std::tuple(0, finding.place->line, finding.place->column)
                           : std::tuple(1, std::uint64_t{*finding.game}, std::uint64_t{0});
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
    std::set<std::uint64_t> lines_of_wrong_ids;
    for (const TrfPlayer& player : trf_.players) {
      if (wrong_ids_.contains(player.fide_id)) lines_of_wrong_ids.insert(player.place.line);
    }
    for (const TrfContradiction& found : check_trf(trf_)) {
      // If two players have equal ids, the games show which id is wrong.
      if (found.place.column == kFideIdColumn && lines_of_wrong_ids.contains(found.place.line)) {
        continue;
      }
      using Kind = TrfContradiction::Kind;
      add({.code = found.kind == Kind::Points    ? DiagnosticCode::TrfPoints
                   : found.kind == Kind::Unusual ? DiagnosticCode::TrfSyntax
                                                 : DiagnosticCode::TrfContradiction,
           .place = found.place,
           .message = found.message});
    }
  }

  void find_compared_games() {
    is_in_round_.assign(games_.size(), round_ == 0);
    if (round_ == 0) return;
    const Tournament& tournament = event_.tournament;
    for (const auto* const games : {&tournament.pairings, &tournament.playoff}) {
      for (const Pairing& game : *games) is_in_round_[*game.source] = game.round == round_;
    }
  }

  // Reports pairs of players whose ids are swapped in the report, and matches them by the correct
  // ids.
  void exchange_ids() {
    std::map<std::uint32_t, PlayerIndex> by_id;
    for (PlayerIndex i = 0; i < event_.tournament.players.size(); ++i) {
      const std::uint32_t id = event_.tournament.players[i].fide_id;
      if (id != 0) by_id.emplace(id, i);
    }
    std::map<std::string, PlayerIndex> by_name;  // players in the report
    for (PlayerIndex i = 0; i < report_.players.size(); ++i) {
      by_name.emplace(transliteration_key(folded_name(report_.players[i].name)), i);
    }
    // Returns the report player whose name the games use with this FIDE id.
    const auto owner_of_id = [&](PlayerIndex in_report) -> std::optional<PlayerIndex> {
      const auto player = by_id.find(report_.players[in_report].fide_id);
      if (player == by_id.end()) return {};
      const std::string_view name = without_title(event_.tournament.players[player->second].name);
      const auto owner = by_name.find(transliteration_key(folded_name(name)));
      return owner == by_name.end() ? std::nullopt : std::optional(owner->second);
    };
    const auto seats = places_.seats();
    for (PlayerIndex one = 0; one < report_.players.size(); ++one) {
      const auto other = owner_of_id(one);
      if (!other || *other <= one || owner_of_id(*other) != one) continue;
      Player& first = report_.players[one];
      Player& second = report_.players[*other];
      const Seat& seat = seats[by_id.at(second.fide_id)].front();
      add({.code = DiagnosticCode::CrosscheckFideid,
           .place = TrfPlace{trf_.players[one].place.line, kFideIdColumn, 11},
           .game = seat.game,
           .tag = kFideIdTags[seat.side],
           .message = fmt::format("the FIDE ids of {} ({}) and {} ({}) are swapped in the report "
                                  "(line {}), or in the games, such as {}",
                                  first.name, first.fide_id, second.name, second.fide_id,
                                  trf_.players[*other].place.line, places_.place(seat.game))});
      std::swap(first.fide_id, second.fide_id);
    }
  }

  // A player's tag that the report also contains.
  struct PlayerTag {
    SideTags tags;
    DiagnosticCode code;
    std::string_view what;
    std::uint64_t column;  // column in the report
    std::uint32_t length;
  };

  // A seat in a game, with its player in the report.
  struct ListedSeat {
    Seat seat;
    PlayerMatch match;
  };

  // Reports players that are not in the report, and the first game with each differing name, id and
  // rating of a player.
  void compare_players() {
    std::vector<std::vector<ListedSeat>> listed(report_.players.size());
    auto all = places_.seats();
    for (PlayerIndex i = 0; i < all.size(); ++i) {
      std::erase_if(all[i], [this](const Seat& seat) { return !is_in_round_[seat.game]; });
      if (all[i].empty()) continue;
      bool is_known = false;
      for (const Seat& seat : all[i]) {
        const auto player = player_at(seat);
        if (!player) continue;
        is_known = true;
        listed[player->in_report].push_back({seat, player->match});
        if (id_at(seat) == 0) bearers_[name_at(seat)].try_emplace(player->in_report, seat);
      }
      if (!is_known) report_stranger(i, all[i].front());
    }
    report_ambiguous_names();
    for (PlayerIndex i = 0; i < listed.size(); ++i) {
      std::ranges::stable_sort(listed[i], {}, [](const ListedSeat& one) { return one.seat.game; });
      compare_player(i, listed[i]);
    }
  }

  std::uint32_t id_at(const Seat& seat) const {
    return games_[seat.game].number_in(kFideIdTags[seat.side]).value_or(0);
  }

  std::string name_at(const Seat& seat) const {
    return folded_name(games_[seat.game].value(kNameTags[seat.side]));
  }

  // Returns the report player at a seat. The player is determined by the pairing, otherwise by the
  // name or id.
  std::optional<MatchedPlayer> player_at(const Seat& seat) const {
    const PlayerIndex player = event_.players[seat.game][seat.side];
    const auto& usual = result_.matches[player];
    const auto found = listed_.find(static_cast<std::uint32_t>(seat.game));
    if (found == listed_.end()) return usual;
    const PlayerIndex in_report = found->second[seat.side];
    if (usual && usual->in_report == in_report) return usual;
    return MatchedPlayer{in_report, PlayerMatch::Pairing};
  }

  void report_stranger(PlayerIndex player, const Seat& seat) {
    const std::string& name = places_.name_of(player);
    const std::string folded = folded_name(name);
    const std::vector<PlayerIndex> possible = names_.bearers_of(folded);
    add({.code = DiagnosticCode::CrosscheckPlayer,
         .game = seat.game,
         .tag = kNameTags[seat.side],
         .message = possible.size() < 2 ? fmt::format("the report has no player {}", name)
                                        : fmt::format("\"{}\" matches {} players in the report: {}",
                                                      name, possible.size(), names_of(possible))});
  }

  std::string names_of(std::span<const PlayerIndex> players) const {
    constexpr std::size_t kMaxNames = 4;
    std::string names;
    for (const PlayerIndex player : players.first(std::min(players.size(), kMaxNames))) {
      names += fmt::format("{}{}", names.empty() ? "" : "; ", report_.players[player].name);
    }
    return players.size() > kMaxNames ? names + " ..." : names;
  }

  // Reports each name without an id that belongs to several players, once.
  void report_ambiguous_names() {
    for (const auto& [name, bearers] : bearers_) {
      std::vector<PlayerIndex> players;
      for (const auto& [player, seat] : bearers) {
        if (names_.may_be(name, player)) players.push_back(player);
      }
      if (players.size() < 2) continue;
      const Seat& seat = bearers.at(players.front());
      add({.code = DiagnosticCode::CrosscheckName,
           .place = TrfPlace{trf_.players[players.front()].place.line, 15, 33},
           .game = seat.game,
           .tag = kNameTags[seat.side],
           .message = fmt::format("\"{}\" in {} and other games matches {} players in the report "
                                  "({}); rounds and opponents distinguish them",
                                  games_[seat.game].value(kNameTags[seat.side]),
                                  places_.place(seat.game), players.size(), names_of(players))});
      ambiguous_.insert(name);
    }
  }

  void compare_player(PlayerIndex player, const std::vector<ListedSeat>& seats) {
    const Player& listed = report_.players[player];
    const std::string key = transliteration_key(folded_name(listed.name));
    compare_tag({kNameTags, DiagnosticCode::CrosscheckName, "name", 15, 33}, player, seats,
                listed.name, [&](std::string_view name) {
                  const std::string written = folded_name(name);
                  return transliteration_key(written) != key && !ambiguous_.contains(written);
                });
    const auto differs_from = [](std::uint32_t number) {
      return [number](std::string_view value) {
        return number != 0 && !value.empty() && value != std::to_string(number);
      };
    };
    compare_tag({kFideIdTags, DiagnosticCode::CrosscheckFideid, "FIDE id", kFideIdColumn, 11},
                player, seats, std::to_string(listed.fide_id), differs_from(listed.fide_id));
    compare_tag({kEloTags, DiagnosticCode::CrosscheckRating, "rating", 49, 4}, player, seats,
                std::to_string(listed.rating), differs_from(listed.rating));
    compare_tag({kTeamTags, DiagnosticCode::CrosscheckName, "team", 15, 33}, player, seats,
                listed.team, [&](std::string_view team) {
                  return !team.empty() && !listed.team.empty() &&
                         folded_name(team) != folded_name(listed.team);
                });
  }

  // Reports the first game with each value that differs.
  template <class Differs>
  void compare_tag(const PlayerTag& tag, PlayerIndex player, const std::vector<ListedSeat>& seats,
                   const std::string& listed, Differs differs) {
    const bool is_name = tag.tags == kNameTags;
    const std::string what =
        is_name ? "the name" : fmt::format("the {} of {}", tag.what, report_.players[player].name);
    const auto shown = [is_name](std::string_view text) {
      return is_name ? fmt::format("\"{}\"", text) : std::string(text);
    };
    std::set<std::string_view> reported;
    for (const auto& [seat, match] : seats) {
      const std::string_view value = games_[seat.game].value(tag.tags[seat.side]);
      if (!differs(value) || !reported.insert(value).second) continue;
      if (tag.code == DiagnosticCode::CrosscheckFideid) {
        wrong_ids_.insert(trf_.players[player].fide_id);
      }
      add({.code = tag.code,
           .place = TrfPlace{trf_.players[player].place.line, tag.column, tag.length},
           .game = seat.game,
           .tag = tag.tags[seat.side],
           .message = fmt::format("{} is {} in the report{} and {} in {}; matched {}", what,
                                  shown(listed), bearer_text(tag.code, player), shown(value),
                                  places_.place(seat.game), to_string(match))});
    }
  }

  // Returns text such as ", like that of Brandt, Ole," if another report player has the same id.
  std::string bearer_text(DiagnosticCode code, PlayerIndex player) const {
    if (code != DiagnosticCode::CrosscheckFideid) return {};
    const auto [begin, end] = players_by_id_.equal_range(report_.players[player].fide_id);
    const auto another =
        std::find_if(begin, end, [&](const auto& one) { return one.second != player; });
    if (another == end) return {};
    return fmt::format(", like that of {},", report_.players[another->second].name);
  }

  std::optional<Pair> pair_in_report(const Pairing& game) const {
    const auto& white = result_.matches[game.white];
    const auto& black = result_.matches[game.black];
    if (!white || !black) return {};
    return Pair(white->in_report, black->in_report);
  }

  // A duplicate with different moves is compared as a separate game.
  void find_repeated() {
    Tournament once = event_.tournament;
    for (const RepeatedGame& one : count_once(games_, once)) {
      const EventGame& game = games_[one.game];
      const EventGame& counted = games_[one.counted];
      const bool is_same = has_moves_of(game, counted) || (game.plies == 0 && counted.plies == 0);
      if (!is_in_round_[one.game]) continue;
      if (is_same) repetition_of_.emplace(one.game, one);
      if (is_same && game.result == counted.result) result_.repeated.push_back(one);
    }
  }

  void compare_games() {
    pairings_of_.resize(report_.players.size());
    for (std::size_t i = 0; i < report_.pairings.size(); ++i) {
      const Pairing& pairing = report_.pairings[i];
      by_pair_.emplace(pair_of(pairing), i);
      for (const PlayerIndex player : {pairing.white, pairing.black}) {
        pairings_of_[player].push_back(i);
      }
    }
    is_found_.assign(report_.pairings.size(), false);
    result_.games.resize(report_.pairings.size());
    std::vector<Pairing> games = event_.tournament.pairings;
    std::ranges::copy(event_.tournament.playoff, std::back_inserter(games));
    std::erase_if(games, [this](const Pairing& game) { return !is_in_round_[*game.source]; });
    for (const Pairing& game : games) {
      const auto pair = pair_in_report(game);
      if (pair && !repetition_of_.contains(*game.source)) ++games_of_[sorted(*pair)];
    }
    for (const Likeness likeness : {Likeness::RoundAndColours, Likeness::ColoursAndResult,
                                    Likeness::Round, Likeness::Players}) {
      for (const Pairing& game : games) find_in_report(game, likeness);
    }
    for (const Evidence evidence :
         {Evidence::SimilarName, Evidence::SimilarNames, Evidence::Result, Evidence::NoRound}) {
      for (const Pairing& game : games) find_wrong_name(game, evidence);
    }
    // Does not report missing play-off games, because reports may omit play-offs.
    for (const Pairing& game : event_.tournament.pairings) {
      if (is_in_round_[*game.source]) report_extra(game);
    }
  }

  // Evidence for matching a game with wrong or ambiguous names or ids.
  enum class Evidence : std::uint8_t {
    SimilarName,   // one player and the round agree; the other name is similar
    SimilarNames,  // the round and the colours agree; both names are similar
    Result,        // one player, round, colours and result agree
    NoRound  // the game has no round; one player and the colours agree, the other name is similar
  };

  // Returns whether the player was matched with this report player by name or id.
  bool is_sure(PlayerIndex player, PlayerIndex in_report) const {
    const auto& match = result_.matches[player];
    return match && match->in_report == in_report;
  }

  // Returns the report players with a similar name: misspelled, or with other given names.
  const std::set<PlayerIndex>& similar_to(PlayerIndex player) const {
    std::optional<std::set<PlayerIndex>>& similar = similar_[player];
    if (similar) return *similar;
    similar = names_.similar_to(folded_name(without_title(places_.name_of(player))));
    return *similar;
  }

  bool is_similar(PlayerIndex player, PlayerIndex in_report) const {
    return similar_to(player).contains(in_report);
  }

  // Returns whether the ids and the names show that the two players are different people.
  bool is_stranger(PlayerIndex player, PlayerIndex in_report) const {
    const std::uint32_t id = event_.tournament.players[player].fide_id;
    const std::uint32_t listed = report_.players[in_report].fide_id;
    return id != 0 && listed != 0 && id != listed && !result_.matches[player] &&
           !is_similar(player, in_report);
  }

  bool is_evidence(const Pairing& game, const Pairing& listed, bool is_exchanged,
                   Evidence evidence) const {
    const PlayerIndex white = is_exchanged ? listed.black : listed.white;
    const PlayerIndex black = is_exchanged ? listed.white : listed.black;
    const bool knows_white = is_sure(game.white, white);
    const bool knows_black = is_sure(game.black, black);
    if (knows_white && knows_black) return false;
    const bool has_round = game.round == listed.round;
    const bool is_similar_pair = (knows_white || is_similar(game.white, white)) &&
                                 (knows_black || is_similar(game.black, black));
    switch (evidence) {
      case Evidence::SimilarName:
        return has_round && (knows_white || knows_black) && is_similar_pair;
      case Evidence::SimilarNames:
        return has_round && !is_exchanged && is_similar_pair;
      case Evidence::Result:
        return has_round && !is_exchanged && (knows_white || knows_black) &&
               game.white_points == listed.white_points &&
               game.black_points == listed.black_points && game.counts() &&
               !is_stranger(game.white, white) && !is_stranger(game.black, black);
      case Evidence::NoRound:
        break;
    }
    return game.round == 0 && !is_exchanged && (knows_white || knows_black) && is_similar_pair;
  }

  // Returns the pairings of the players of a game, or of players with similar names.
  std::set<std::size_t> candidates_of(const Pairing& game) const {
    std::set<std::size_t> candidates;
    const auto add_pairings = [&](PlayerIndex in_report) {
      candidates.insert(pairings_of_[in_report].begin(), pairings_of_[in_report].end());
    };
    for (const PlayerIndex player : {game.white, game.black}) {
      if (const auto& match = result_.matches[player]) add_pairings(match->in_report);
      for (const PlayerIndex one : similar_to(player)) add_pairings(one);
    }
    return candidates;
  }

  // Matches a game with the only pairing that the evidence allows.
  void find_wrong_name(const Pairing& game, Evidence evidence) {
    if (is_compared_.contains(*game.source) || repetition_of_.contains(*game.source)) return;
    const auto pair = pair_in_report(game);
    if (pair && has_pairing(*pair, game.round)) return;
    std::optional<std::pair<std::size_t, bool>> found;
    for (const std::size_t candidate : candidates_of(game)) {
      const Pairing& listed = report_.pairings[candidate];
      if (is_found_[candidate] || (game.round != 0 && listed.round != game.round)) continue;
      for (const bool is_exchanged : {false, true}) {
        if (!is_evidence(game, listed, is_exchanged, evidence)) continue;
        if (found) return;
        found = std::pair(candidate, is_exchanged);
      }
    }
    if (!found) return;
    const Pairing& listed = report_.pairings[found->first];
    match(game, found->first, found->second ? listed.black : listed.white);
  }

  bool has_pairing(const Pair& pair, std::uint32_t round) const {
    const auto [from, to] = by_pair_.equal_range(sorted(pair));
    return std::any_of(from, to, [&](const auto& entry) {
      return round == 0 || report_.pairings[entry.second].round == round;
    });
  }

  // Compares a game with its pairing in the report. `white` is the report player who has White in
  // the game.
  void match(const Pairing& game, std::size_t pairing, PlayerIndex white) {
    const Pairing& listed = report_.pairings[pairing];
    is_found_[pairing] = true;
    result_.games[pairing] = *game.source;
    is_compared_.insert(*game.source);
    listed_[*game.source] = {white, white == listed.white ? listed.black : listed.white};
    compare(game, listed, white);
  }

  // Degrees of similarity of a game and a pairing, in descending order.
  enum class Likeness : std::uint8_t { RoundAndColours, ColoursAndResult, Round, Players };

  static Pair sorted(const Pair& pair) { return std::minmax(pair.first, pair.second); }

  bool are_alike(const Pairing& game, const Pairing& listed, Likeness likeness) const {
    const bool has_round = game.round == listed.round;
    const bool has_colours = result_.matches[game.white]->in_report == listed.white;
    switch (likeness) {
      case Likeness::RoundAndColours:
        return has_round && has_colours;
      case Likeness::ColoursAndResult:
        // If report and files contain all games of the pair, the rounds may be swapped.
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
    if (is_compared_.contains(*game.source) || repetition_of_.contains(*game.source)) return;
    const auto pair = pair_in_report(game);
    if (!pair) return;
    const auto [from, to] = by_pair_.equal_range(sorted(*pair));
    const auto found = std::find_if(from, to, [&](const auto& entry) {
      return !is_found_[entry.second] && are_alike(game, report_.pairings[entry.second], likeness);
    });
    if (found == to) return;
    match(game, found->second, pair->first);
  }

  void report_extra(const Pairing& game) {
    if (is_compared_.contains(*game.source)) return;
    const auto pair = pair_in_report(game);
    // Report players who are missing are reported separately.
    if (!pair) return;
    if (const auto found = repetition_of_.find(*game.source); found != repetition_of_.end()) {
      return report_repeated(found->second);
    }
    const bool is_known = meets(*pair);
    add({.code = DiagnosticCode::CrosscheckGameExtra,
         .game = *game.source,
         .tag = KnownTag::White,
         .message =
             fmt::format("the report has {} of {} and {}{}", is_known ? "fewer games" : "no game",
                         report_.players[pair->first].name, report_.players[pair->second].name,
                         is_known ? " than the files" : "")});
  }

  // If the results differ, it is unknown which result is correct.
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
    return trf_.players[*pairing.source].rounds[pairing.round - 1].place;
  }

  std::string names_of(const Pairing& pairing) const {
    return fmt::format("{} against {} in round {}", report_.players[pairing.white].name,
                       report_.players[pairing.black].name, pairing.round);
  }

  void compare(const Pairing& game, const Pairing& listed, PlayerIndex white) {
    ++result_.compared;
    ++compared_in_round_[listed.round];
    compared_wins_ += listed.white_points != listed.black_points ? 1 : 0;
    const std::string where = places_.place(*game.source);
    const auto made = [&](DiagnosticCode code, KnownTag tag, std::string message) {
      return CrosscheckFinding{.code = code,
                               .place = place_of(listed),
                               .game = *game.source,
                               .tag = tag,
                               .message = std::move(message)};
    };
    const auto finding = [&](DiagnosticCode code, KnownTag tag, std::string message) {
      add(made(code, tag, std::move(message)));
    };
    if (game.round == 0) {
      without_round_.push_back(*game.source);
    } else if (game.round != listed.round) {
      causes_[{Cause::Round, listed.round, game.round}].push_back(made(
          DiagnosticCode::CrosscheckRound, KnownTag::Round,
          fmt::format("the report has {}; {} has round {}", names_of(listed), where, game.round)));
    }
    const bool is_exchanged = white != listed.white;
    if (is_exchanged) {
      causes_[{Cause::Colours, 0, 0}].push_back(
          made(DiagnosticCode::CrosscheckColours, KnownTag::White,
               fmt::format("the report has {}; in {} the colours are swapped", names_of(listed),
                           where)));
    }
    const bool is_forfeit = listed.kind == ScoreKind::Forfeit;
    const bool has_moves = games_[*game.source].plies > 0;
    if (is_forfeit && game.kind != ScoreKind::Forfeit && has_moves) {
      finding(DiagnosticCode::CrosscheckForfeit, KnownTag::Result,
              fmt::format("the report has {} as a forfeit, but {} was played: {} half-moves",
                          names_of(listed), where, games_[*game.source].plies));
    } else if (!is_forfeit && game.kind == ScoreKind::Forfeit) {
      finding(DiagnosticCode::CrosscheckForfeit, KnownTag::Result,
              fmt::format("{} is a forfeit, but the report has {} as a game with the result {}",
                          where, names_of(listed), score_text(listed)));
    }
    const HalfPoints points = is_exchanged ? game.black_points : game.white_points;
    const HalfPoints others = is_exchanged ? game.white_points : game.black_points;
    if (!listed.counts()) return;
    if (game.kind == ScoreKind::Unfinished) {
      finding(DiagnosticCode::CrosscheckResult, KnownTag::Result,
              fmt::format("the report has {} with the result {}; {} has no result",
                          names_of(listed), score_text(listed), where));
    } else if (points != listed.white_points || others != listed.black_points) {
      // Names White, because a score alone would be read with the colours of the report.
      const std::string colours =
          is_exchanged ? fmt::format(" with {} as White", report_.players[white].name) : "";
      CrosscheckFinding other = made(
          DiagnosticCode::CrosscheckResult, KnownTag::Result,
          fmt::format("the report has {} with the result {}; {} has {}{}{}", names_of(listed),
                      score_text(listed), where, score_text(game), colours, overruled_text(game)));
      const bool is_mirrored = points == listed.black_points && others == listed.white_points;
      if (is_mirrored) {
        causes_[{Cause::Results, 0, 0}].push_back(std::move(other));
      } else {
        add(std::move(other));
      }
    }
  }

  // A systematic cause of many findings.
  enum class Cause : std::uint8_t { Round, Colours, Results };
  // A cause, the round in the report and the round in the games.
  using CauseKey = std::tuple<Cause, std::uint32_t, std::uint32_t>;

  static std::string text_of(const CauseKey& key, std::size_t count) {
    const auto& [cause, listed, played] = key;
    const std::string games = fmt::format("{} games", count);
    switch (cause) {
      case Cause::Round:
        return fmt::format("round {} of the report corresponds to round {} of the games: {}",
                           listed, played, games);
      case Cause::Colours:
        return fmt::format("the report has the colours swapped: {}", games);
      case Cause::Results:
        break;
    }
    return fmt::format("the report has the results of White and Black swapped: {}", games);
  }

  // Returns whether a cause explains most compared games of a round, most of all games, or most
  // decisive ones.
  bool is_common(const CauseKey& key) {
    constexpr std::size_t kMinGames = 4;
    const auto found = causes_.find(key);
    if (found == causes_.end() || found->second.size() < kMinGames) return false;
    const auto& [cause, listed, played] = key;
    const std::size_t compared = cause == Cause::Round     ? compared_in_round_[listed]
                                 : cause == Cause::Results ? compared_wins_
                                                           : result_.compared;
    return found->second.size() * 2 > compared;
  }

  // Reports findings with a systematic cause once. Two swapped rounds are one cause.
  void add_causes() {
    std::set<CauseKey> added;
    for (auto& [key, findings] : causes_) {
      if (added.contains(key)) continue;
      if (!is_common(key)) {
        for (CrosscheckFinding& finding : findings) add(std::move(finding));
        continue;
      }
      const auto& [cause, listed, played] = key;
      const CauseKey opposite{cause, played, listed};
      CrosscheckFinding one = std::move(findings.front());
      if (cause == Cause::Round && is_common(opposite)) {
        added.insert(opposite);
        one.message = fmt::format("rounds {} and {} are swapped in the report: {} games", listed,
                                  played, findings.size() + causes_[opposite].size());
      } else {
        one.message = text_of(key, findings.size());
      }
      add(std::move(one));
    }
  }

  // Compares byes that are recorded as games against BYE.
  void compare_byes() {
    std::map<std::pair<std::uint32_t, PlayerIndex>, const Bye*> listed;
    for (const Bye& bye : report_.byes) listed.emplace(std::pair(bye.round, bye.player), &bye);
    for (const Bye& bye : event_.tournament.byes) {
      const auto& match = result_.matches[bye.player];
      if (!match || bye.round == 0 || (round_ != 0 && bye.round != round_)) continue;
      const auto found = listed.find({bye.round, match->in_report});
      const HalfPoints points = found == listed.end() ? 0 : found->second->points;
      if (points == bye.points) continue;
      const Player& player = report_.players[match->in_report];
      const auto text = [](HalfPoints half) {
        return half == 2 ? "1 point" : half == 1 ? "half a point" : "no point";
      };
      add({.code = DiagnosticCode::CrosscheckResult,
           .game = bye.source,
           .tag = KnownTag::Result,
           .message =
               found == listed.end()
                   ? fmt::format("the report has no bye of {} in round {}", player.name, bye.round)
                   : fmt::format("the report has a bye of {} in round {} for {}; {} has {}",
                                 player.name, bye.round, text(points), places_.place(bye.source),
                                 text(bye.points))});
    }
  }

  void report_games_without_round() {
    if (without_round_.empty()) return;
    const std::uint32_t first = *std::ranges::min_element(without_round_);
    const std::size_t count = without_round_.size();
    add({.code = DiagnosticCode::CrosscheckRound,
         .game = first,
         .tag = KnownTag::Round,
         .message =
             count == 1
                 ? "the game has no round; it was matched by its players and colours"
                 : fmt::format("this game and {} without a round were matched by players and "
                               "colours",
                               count == 2 ? "another one" : fmt::format("{} others", count - 1))});
  }

  // Returns text about an overruled Result tag.
  std::string overruled_text(const Pairing& game) const {
    const GameResult& tag = games_[*game.source].overruled;
    return tag.is_known() ? fmt::format(" (its Result tag: {})", to_string(tag)) : std::string();
  }

  void report_missing() {
    for (std::size_t i = 0; i < report_.pairings.size(); ++i) {
      const Pairing& pairing = report_.pairings[i];
      if (is_found_[i] || !pairing.counts()) continue;
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
  std::uint32_t round_;  // compared round; 0: all
  Tournament report_ = tournament_of(trf_);
  EventReport places_ = EventReport(games_, event_, files_);
  Crosscheck result_ = {};
  std::map<DiagnosticCode, std::size_t> kept_ = {};
  std::map<CauseKey, std::vector<CrosscheckFinding>> causes_ = {};
  // The number of compared games in each round of the report.
  std::map<std::uint32_t, std::size_t> compared_in_round_ = {};
  std::size_t compared_wins_ = 0;
  std::multimap<std::uint32_t, PlayerIndex> players_by_id_ = {};  // players of the report by id
  std::set<std::uint32_t> wrong_ids_ = {};  // ids in the report that the games contradict
  // Report pairings, keyed by their players, with the lower index first.
  std::multimap<Pair, std::size_t> by_pair_ = {};
  std::map<Pair, std::size_t> games_of_ = {};  // number of games in the files, by the same keys
  std::vector<bool> is_found_ = {};            // true for each report pairing that has a game
  std::vector<bool> is_in_round_ = {};         // true for each game that is compared
  std::vector<std::vector<std::size_t>> pairings_of_ = {};  // pairings of each player in the report
  NamesInReport names_ = NamesInReport(report_.players);
  mutable std::vector<std::optional<std::set<PlayerIndex>>> similar_ =
      std::vector<std::optional<std::set<PlayerIndex>>>(event_.tournament.players.size());
  std::set<std::uint32_t> is_compared_ = {};  // indices of compared games
  // White and Black of each compared game, as players of the report.
  std::map<std::uint32_t, std::array<PlayerIndex, 2>> listed_ = {};
  std::vector<std::uint32_t> without_round_ = {};  // compared games without a round
  // For each name used in the games, the report players with that name and their first games.
  std::map<std::string, std::map<PlayerIndex, Seat>> bearers_ = {};
  std::set<std::string> ambiguous_ = {};                      // names shared by several players
  std::map<std::uint32_t, RepeatedGame> repetition_of_ = {};  // duplicates, keyed by game index
};

}  // namespace

const char* to_string(PlayerMatch match) {
  constexpr const char* kNames[] = {"by FIDE id", "by name", "by initials", "by elimination",
                                    "by round and opponent"};
  static_assert(static_cast<std::size_t>(PlayerMatch::Pairing) == std::size(kNames) - 1);
  return kNames[static_cast<std::size_t>(match)];
}

namespace {

// A renumbering of players. It corrects a report whose opponent numbers refer to another player
// order.
struct OtherOrder {
  std::map<std::uint32_t, std::uint32_t> numbers;  // starting rank for each written number
  std::size_t cells = 0;                           // number of corrected cells
};

// Returns the renumbering, if games contradict most opponents in the report and the renumbering
// makes 90 % of them agree.
std::optional<OtherOrder> other_order(const Tournament& games, const TrfReport& report) {
  constexpr std::size_t kMinCells = 8;
  const auto matches = match_players(games, tournament_of(report));
  // For each written number, the number of times that each starting rank was found.
  std::map<std::uint32_t, std::map<std::uint32_t, std::size_t>> votes;
  std::size_t cells = 0;
  std::size_t agreeing = 0;
  for (const Pairing& game : games.pairings) {
    if (!matches[game.white] || !matches[game.black] || game.round == 0) continue;
    for (const Color color : {Color::White, Color::Black}) {
      const TrfPlayer& player = report.players[matches[game.player(color)]->in_report];
      const TrfPlayer& opponent = report.players[matches[game.player(other(color))]->in_report];
      if (game.round > player.rounds.size()) continue;
      const std::uint32_t written = player.rounds[game.round - 1].opponent;
      if (written == 0) continue;
      ++cells;
      agreeing += written == opponent.starting_rank ? 1 : 0;
      ++votes[written][opponent.starting_rank];
    }
  }
  if (cells < kMinCells || agreeing * 2 > cells) return {};
  OtherOrder order;
  std::set<std::uint32_t> taken;
  for (const auto& [written, ranks] : votes) {
    const auto best =
        std::ranges::max_element(ranks, {}, [](const auto& one) { return one.second; });
    if (!taken.insert(best->first).second) return {};
    order.numbers.emplace(written, best->first);
    order.cells += best->second;
  }
  return order.cells * 10 >= cells * 9 ? std::optional(order) : std::nullopt;
}

TrfReport renumbered(TrfReport report, const OtherOrder& order) {
  for (TrfPlayer& player : report.players) {
    for (TrfRound& cell : player.rounds) {
      const auto found = order.numbers.find(cell.opponent);
      if (found != order.numbers.end()) cell.opponent = found->second;
    }
  }
  return report;
}

}  // namespace

Crosscheck crosscheck(std::span<const EventGame> games, const TournamentOfGames& event,
                      const TrfReport& report, std::span<const std::string> files,
                      std::uint32_t round) {
  const auto order = other_order(event.tournament, report);
  if (!order) return Comparison(games, event, report, files, round).run();
  const TrfReport corrected = renumbered(report, *order);
  Crosscheck checked = Comparison(games, event, corrected, files, round).run();
  checked.findings.insert(
      checked.findings.begin(),
      {.code = DiagnosticCode::TrfContradiction,
       .place = report.players.front().place,
       .message =
           fmt::format("the order of the players contradicts the opponents' numbers in {} results",
                       order->cells)});
  return checked;
}

}  // namespace arbiter
