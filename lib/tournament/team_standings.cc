#include "lib/tournament/team_standings.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "lib/tournament/player_record.h"
#include "lib/tournament/tie_break_values.h"

namespace arbiter {
namespace {

// Teams are numbered from 0 in the order of their names.
using TeamIndex = PlayerIndex;

struct Match {
  std::uint32_t round = 0;
  TeamIndex first = 0;
  TeamIndex second = 0;
  std::vector<const Pairing*> games;  // by board

  bool is_forfeit() const {
    return std::ranges::all_of(
        games, [](const Pairing* game) { return game->kind == ScoreKind::Forfeit; });
  }
};

// The rounds of all teams with both kinds of points.
class TeamRounds {
 public:
  explicit TeamRounds(const Tournament& tournament) : tournament_(tournament) {
    for (const Player& player : tournament.players) {
      if (!player.team.empty()) indices_.emplace(player.team, 0);
    }
    for (auto& [name, index] : indices_) {
      index = static_cast<TeamIndex>(names_.size());
      names_.push_back(name);
    }
    by_matches_.records.resize(names_.size());
    by_games_.records.resize(names_.size());
    boards_.resize(names_.size());
    find_boards();
    add_matches();
    add_forfeits();
    add_byes();
    finish();
  }

  const std::vector<std::string>& names() const { return names_; }
  const ScoredRounds& by_matches() const { return by_matches_; }
  const ScoredRounds& by_games() const { return by_games_; }
  // Returns the points of a team on each board, from the first one.
  const std::vector<HalfPoints>& boards(TeamIndex team) const { return boards_[team]; }

  // Returns the same for its matches against another team only.
  std::vector<HalfPoints> boards_against(TeamIndex team, TeamIndex other) const {
    std::vector<HalfPoints> boards(size_);
    for (const auto& [key, match] : matches_) {
      const bool is_of_both = std::minmax(team, other) == std::minmax(match.first, match.second);
      if (!is_of_both || match.is_forfeit()) continue;
      for (std::size_t board = 0; board < std::min(size_, match.games.size()); ++board) {
        const Pairing& game = *match.games[board];
        const Color color = player_of(game, team) == game.white ? Color::White : Color::Black;
        boards[board] += tournament_.scoring.points(game, color);
      }
    }
    return boards;
  }

 private:
  // The most boards of a match that a bye or a forfeited match counts for.
  static constexpr std::size_t kMaxBoards = 100;

  std::map<std::tuple<std::uint32_t, TeamIndex, TeamIndex>, Match> matches() const {
    std::map<std::tuple<std::uint32_t, TeamIndex, TeamIndex>, Match> matches;
    for (const Pairing& game : tournament_.pairings) {
      const std::string& white = tournament_.players[game.white].team;
      const std::string& black = tournament_.players[game.black].team;
      if (white.empty() || black.empty() || white == black || !game.counts()) continue;
      const auto [low, high] = std::minmax(indices_.at(white), indices_.at(black));
      Match& match = matches[{game.round, low, high}];
      match.round = game.round;
      match.first = low;
      match.second = high;
      match.games.push_back(&game);
    }
    for (auto& [key, match] : matches) {
      std::ranges::stable_sort(match.games, {}, [&](const Pairing* game) {
        return std::pair(game->board, player_of(*game, match.first));
      });
    }
    return matches;
  }

  PlayerIndex player_of(const Pairing& game, TeamIndex team) const {
    return tournament_.players[game.white].team == names_[team] ? game.white : game.black;
  }

  void find_boards() {
    matches_ = matches();
    size_ = tournament_.teams.boards;
    if (size_ == 0) {
      for (const auto& [key, match] : matches_) size_ = std::max(size_, match.games.size());
    }
    size_ = std::min(size_, kMaxBoards);
  }

  void add_matches() {
    for (const auto& [key, match] : matches_) {
      HalfPoints points[2] = {0, 0};
      for (std::size_t board = 0; board < match.games.size(); ++board) {
        const Pairing& game = *match.games[board];
        const bool is_first_white = player_of(game, match.first) == game.white;
        for (const bool is_first : {true, false}) {
          const Color color = is_first == is_first_white ? Color::White : Color::Black;
          const HalfPoints awarded = tournament_.scoring.points(game, color);
          points[is_first ? 0 : 1] += awarded;
          add_to_board(is_first ? match.first : match.second, board, awarded);
        }
      }
      // The team with White on the first board has White.
      const bool has_white = player_of(*match.games[0], match.first) == match.games[0]->white;
      if (has_white) {
        add(match.round, match.first, match.second, points[0], points[1], match.is_forfeit());
      } else {
        add(match.round, match.second, match.first, points[1], points[0], match.is_forfeit());
      }
    }
  }

  void add_to_board(TeamIndex team, std::size_t board, HalfPoints points) {
    if (boards_[team].size() <= board) boards_[team].resize(board + 1);
    boards_[team][board] += points;
  }

  // Adds a match to both teams.
  void add(std::uint32_t round, TeamIndex one, TeamIndex other, HalfPoints points,
           HalfPoints others, bool is_forfeit) {
    Pairing match{.white = one,
                  .black = other,
                  .round = round,
                  .white_points = points > others    ? 2
                                  : points == others ? 1
                                                     : 0,
                  .black_points = others > points    ? 2
                                  : points == others ? 1
                                                     : 0,
                  .kind = is_forfeit ? ScoreKind::Forfeit : ScoreKind::Played};
    if (is_forfeit && points == others) match.white_points = match.black_points = 0;
    for (const Color color : {Color::White, Color::Black}) {
      const HalfPoints result = match.points(color);
      const PlayerRound played{.kind = !is_forfeit   ? RoundKind::Played
                                       : result == 2 ? RoundKind::ForfeitWin
                                                     : RoundKind::ForfeitLoss,
                               .round = round,
                               .points = tournament_.teams.match_scoring.points(match, color),
                               .result = result,
                               .opponent = match.player(arbiter::other(color)),
                               .color = color};
      add_round(match.player(color), played, color == Color::White ? points : others);
    }
  }

  void add_round(TeamIndex team, PlayerRound round, HalfPoints game_points) {
    by_matches_.records[team].rounds.push_back(round);
    round.points = game_points;
    by_games_.records[team].rounds.push_back(round);
  }

  HalfPoints full_score() const {
    return tournament_.scoring.win[0] * static_cast<HalfPoints>(size_);
  }

  // Adds forfeited matches without games.
  void add_forfeits() {
    for (const TeamForfeit& one : tournament_.teams.forfeits) {
      const auto white = indices_.find(one.white);
      const auto black = indices_.find(one.black);
      if (white == indices_.end() || black == indices_.end()) continue;
      const auto [low, high] = std::minmax(white->second, black->second);
      if (low == high || matches_.contains({one.round, low, high})) continue;
      add(one.round, white->second, black->second, one.white_wins ? full_score() : 0,
          one.black_wins ? full_score() : 0, true);
      if (one.white_wins) add_wins(white->second);
      if (one.black_wins) add_wins(black->second);
    }
  }

  void add_byes() {
    for (const TeamBye& bye : tournament_.teams.byes) {
      const auto found = indices_.find(bye.team);
      if (found == indices_.end()) continue;
      const HalfPoints points =
          bye.match_points.value_or(tournament_.teams.match_scoring.allocated_bye);
      add_round(found->second,
                {.kind = RoundKind::Allocated,
                 .round = bye.round,
                 .points = points,
                 .result = tournament_.teams.match_scoring.standard(points)},
                bye.game_points.value_or(full_score()));
      add_wins(found->second);
    }
  }

  // Adds a win on each board.
  void add_wins(TeamIndex team) {
    for (std::size_t board = 0; board < size_; ++board) {
      add_to_board(team, board, tournament_.scoring.win[0]);
    }
  }

  // Adds the rounds in which a team was absent, and the sums.
  void finish() {
    std::map<std::uint32_t, bool> rounds;
    std::size_t seats = 0;
    for (const PlayerRecord& record : by_matches_.records) {
      for (const PlayerRound& round : record.rounds) rounds[round.round] = true;
      seats += record.rounds.size();
    }
    const bool is_round_robin = meets_all();
    // If most teams miss most rounds, these are no absences, and would be very many.
    const bool has_absences = !is_round_robin && seats * 2 >= rounds.size() * names_.size();
    for (TeamIndex team = 0; has_absences && team < names_.size(); ++team) {
      std::map<std::uint32_t, bool> missing = rounds;
      for (const PlayerRound& round : by_matches_.records[team].rounds) missing.erase(round.round);
      for (const auto& [round, is_missing] : missing) {
        add_round(team,
                  {.kind = RoundKind::Requested,
                   .round = round,
                   .points = tournament_.teams.match_scoring.zero_bye},
                  0);
      }
    }
    by_matches_.scoring = tournament_.teams.match_scoring;
    by_games_.scoring = scoring_of_games();
    for (ScoredRounds* const scored : {&by_matches_, &by_games_}) {
      scored->rounds = rounds.empty() ? 0 : rounds.rbegin()->first;
      scored->is_predetermined = is_round_robin;
      for (PlayerRecord& record : scored->records) {
        std::ranges::stable_sort(record.rounds, {}, &PlayerRound::round);
        for (const PlayerRound& round : record.rounds) record.points += round.points;
      }
    }
  }

  // Returns whether nine pairs of teams in ten have a match, or a forfeited one.
  bool meets_all() const {
    std::set<std::pair<TeamIndex, TeamIndex>> met;
    for (TeamIndex team = 0; team < names_.size(); ++team) {
      for (const PlayerRound& round : by_matches_.records[team].rounds) {
        if (round.opponent) met.insert(std::minmax(team, *round.opponent));
      }
    }
    const std::size_t pairs =
        names_.size() * (names_.size() - std::min<std::size_t>(1, names_.size())) / 2;
    return pairs > 0 && met.size() * 10 >= pairs * 9;
  }

  // Returns the scoring of matches by game points: a drawn match has half of the games.
  Scoring scoring_of_games() const {
    const auto size = static_cast<HalfPoints>(size_);
    const Scoring& game = tournament_.scoring;
    return Scoring::of(game.win[0] * size, game.draw[0] * size, game.loss[0] * size);
  }

  const Tournament& tournament_;
  std::map<std::string, TeamIndex> indices_;
  std::vector<std::string> names_;
  std::map<std::tuple<std::uint32_t, TeamIndex, TeamIndex>, Match> matches_;
  std::size_t size_ = 0;  // boards of a match
  ScoredRounds by_matches_;
  ScoredRounds by_games_;
  std::vector<std::vector<HalfPoints>> boards_;
};

class TeamTieBreaks {
 public:
  TeamTieBreaks(const TeamRounds& rounds, bool game_points_first, TieBreakEdition edition)
      : rounds_(rounds),
        matches_(rounds.by_matches(), edition),
        games_(rounds.by_games(), edition),
        game_points_first_(game_points_first) {}

  const TieBreakValues& primary() const { return game_points_first_ ? games_ : matches_; }
  const TieBreakValues& secondary() const { return game_points_first_ ? matches_ : games_; }

  std::optional<Hundredths> value(const TieBreak& tie_break, TeamIndex team) const {
    switch (tie_break.kind) {
      case TieBreakKind::SecondaryScore:
        return points(secondary(), team);
      case TieBreakKind::ExtendedSonnebornBerger:
        return primary().product_sum(tie_break, team, secondary().scored());
      case TieBreakKind::MatchTimesMatch:
        return matches_.product_sum(tie_break, team, matches_.scored());
      case TieBreakKind::MatchTimesGame:
        return matches_.product_sum(tie_break, team, games_.scored());
      case TieBreakKind::GameTimesMatch:
        return games_.product_sum(tie_break, team, matches_.scored());
      case TieBreakKind::GameTimesGame:
        return games_.product_sum(tie_break, team, games_.scored());
      case TieBreakKind::BoardCount:
        return board_count(rounds_.boards(team));
      case TieBreakKind::TopBoards:
      case TieBreakKind::BottomBoardElimination: {
        const std::vector<HalfPoints> compared = compared_boards(tie_break, team);
        return compared.empty() ? 0 : kHalfPoint * compared[0];
      }
      case TieBreakKind::ScaledScores:
        return scaled_scores(tie_break, team);
      default:
        return of_kind(tie_break).value(tie_break, team);
    }
  }

  std::optional<TiedOrder> order(const TieBreak& tie_break, const TiedGroup& tied) const {
    switch (tie_break.kind) {
      case TieBreakKind::DirectEncounter:
        return direct_encounter(of_kind(tie_break), tie_break.counts_forfeits, tied);
      case TieBreakKind::ExtendedDirectEncounter:
        return extended_direct_encounter(tie_break, tied);
      case TieBreakKind::EncounterBoardCount:
        return with_match(tie_break, tied, {TieBreakKind::BoardCount});
      case TieBreakKind::EncounterTopBoards:
        return with_match(tie_break, tied, {TieBreakKind::TopBoards});
      case TieBreakKind::EncounterBottomBoards:
        return with_match(tie_break, tied, {TieBreakKind::BottomBoardElimination});
      case TieBreakKind::EncounterBoardCountAndTop:
        return with_match(tie_break, tied, {TieBreakKind::BoardCount, TieBreakKind::TopBoards});
      case TieBreakKind::EncounterBoardCountAndLast:
        return with_match(tie_break, tied,
                          {TieBreakKind::BoardCount, TieBreakKind::BottomBoardElimination});
      case TieBreakKind::TopBoards:
      case TieBreakKind::BottomBoardElimination:
        return order_by_boards(tie_break, tied);
      default:
        return {};
    }
  }

 private:
  static Hundredths points(const TieBreakValues& values, TeamIndex team) {
    return kHalfPoint * values.scored().records[team].points;
  }

  const TieBreakValues& of_kind(const TieBreak& tie_break) const {
    const bool is_primary = tie_break.kind == TieBreakKind::DirectEncounter;
    if (!tie_break.of_game_points) return is_primary ? primary() : matches_;
    return *tie_break.of_game_points ? games_ : matches_;
  }

  static Hundredths board_count(const std::vector<HalfPoints>& boards) {
    Hundredths sum = 0;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      sum += kHalfPoint * boards[i] * static_cast<Hundredths>(i + 1);
    }
    return sum;
  }

  // Returns what is compared in turn: the points of each board, or those without the last boards.
  std::vector<HalfPoints> compared_boards(const TieBreak& tie_break, TeamIndex team) const {
    std::vector<HalfPoints> boards = rounds_.boards(team);
    boards.resize(most_boards());
    return compared_boards(tie_break.kind, std::move(boards));
  }

  static std::vector<HalfPoints> compared_boards(TieBreakKind kind,
                                                 std::vector<HalfPoints> boards) {
    if (kind == TieBreakKind::TopBoards) return boards;
    std::vector<HalfPoints> sums;
    HalfPoints sum = 0;
    for (std::size_t i = 0; i + 1 < boards.size(); ++i) sums.push_back(sum += boards[i]);
    std::ranges::reverse(sums);
    return sums;
  }

  std::size_t most_boards() const {
    std::size_t most = 0;
    for (TeamIndex team = 0; team < rounds_.names().size(); ++team) {
      most = std::max(most, rounds_.boards(team).size());
    }
    return most;
  }

  // The factor is the highest primary total divided by the highest secondary score of one round,
  // rounded down.
  std::optional<Hundredths> scaled_scores(const TieBreak& tie_break, TeamIndex team) const {
    const ScoredRounds& scored = primary().scored();
    const HalfPoints total = scored.scoring.win[0] * static_cast<HalfPoints>(scored.rounds);
    const HalfPoints of_round = secondary().scored().scoring.win[0];
    const HalfPoints usual = of_round == 0 ? 1 : std::max(1, total / of_round);
    const HalfPoints divisor = tie_break.divisor > 0 ? tie_break.divisor : usual;
    const auto buchholz = primary().value({.kind = TieBreakKind::Buchholz}, team);
    if (!buchholz) return {};
    return points(secondary(), team) + (2 * *buchholz + divisor) / (2 * divisor);
  }

  TiedOrder extended_direct_encounter(const TieBreak& tie_break, const TiedGroup& tied) const {
    const bool counts_forfeits = tie_break.counts_forfeits;
    TiedOrder order = direct_encounter(primary(), counts_forfeits, tied);
    std::vector<TiedGroup> groups;
    for (const TiedGroup& group : order.groups) {
      TiedOrder within = direct_encounter(secondary(), counts_forfeits, group);
      if (order.groups.size() == 1) order.values = std::move(within.values);
      groups.insert(groups.end(), within.groups.begin(), within.groups.end());
    }
    order.groups = std::move(groups);
    return order;
  }

  // Returns the order by EDE, then by board tie-breaks of the matches between two tied teams.
  TiedOrder with_match(const TieBreak& tie_break, const TiedGroup& tied,
                       std::initializer_list<TieBreakKind> of_match) const {
    TiedOrder order = extended_direct_encounter(tie_break, tied);
    std::vector<TiedGroup> groups;
    for (TiedGroup& group : order.groups) {
      const int sign = group.size() == 2 ? compare_match(group[0], group[1], of_match) : 0;
      if (sign == 0) {
        groups.push_back(std::move(group));
      } else {
        groups.push_back({group[sign > 0 ? 0 : 1]});
        groups.push_back({group[sign > 0 ? 1 : 0]});
      }
    }
    order.groups = std::move(groups);
    return order;
  }

  // Returns a positive number if the first team is better in the matches between both.
  int compare_match(TeamIndex one, TeamIndex other,
                    std::initializer_list<TieBreakKind> kinds) const {
    const std::vector<HalfPoints> left = rounds_.boards_against(one, other);
    const std::vector<HalfPoints> right = rounds_.boards_against(other, one);
    for (const TieBreakKind kind : kinds) {
      if (kind == TieBreakKind::BoardCount) {
        const Hundredths difference = board_count(right) - board_count(left);
        if (difference != 0) return difference > 0 ? 1 : -1;
        continue;
      }
      const auto compared = compared_boards(kind, left);
      const auto others = compared_boards(kind, right);
      if (compared != others) return compared > others ? 1 : -1;
    }
    return 0;
  }

  TiedOrder order_by_boards(const TieBreak& tie_break, const TiedGroup& tied) const {
    std::map<std::vector<HalfPoints>, TiedGroup, std::greater<>> groups;
    for (const TeamIndex team : tied) groups[compared_boards(tie_break, team)].push_back(team);
    TiedOrder order;
    for (auto& [boards, group] : groups) order.groups.push_back(std::move(group));
    return order;
  }

  const TeamRounds& rounds_;
  TieBreakValues matches_;
  TieBreakValues games_;
  bool game_points_first_;
};

}  // namespace

std::vector<TieBreak> usual_team_tie_breaks(const Tournament& tournament) {
  if (std::ranges::any_of(tournament.tie_breaks, is_team_tie_break)) return tournament.tie_breaks;
  return {{.kind = TieBreakKind::SecondaryScore}};
}

TeamStandings team_standings(const Tournament& tournament, std::span<const TieBreak> tie_breaks,
                             std::optional<TieBreakEdition> edition) {
  const TeamRounds rounds(tournament);
  Standings standings;
  standings.edition = edition.value_or(edition_on(tournament.start));
  standings.tie_breaks.assign(tie_breaks.begin(), tie_breaks.end());
  const bool game_points_first =
      tournament.teams.game_points_first || tournament.system == System::Scheveningen;
  const TeamTieBreaks values(rounds, game_points_first, standings.edition);
  for (TeamIndex team = 0; team < rounds.names().size(); ++team) {
    StandingsRow& row = standings.rows.emplace_back();
    row.player = team;
    row.points = values.primary().scored().records[team].points;
    row.merit = row.points;
    row.games = static_cast<std::uint32_t>(
        std::ranges::count_if(rounds.by_matches().records[team].rounds,
                              [](const PlayerRound& round) { return round.opponent.has_value(); }));
    for (const TieBreak& tie_break : tie_breaks)
      row.values.push_back(values.value(tie_break, team));
  }
  rank_rows(
      standings,
      [&](const TieBreak& tie_break, const TiedGroup& tied) {
        return values.order(tie_break, tied);
      },
      [&](TeamIndex team) -> std::string_view { return rounds.names()[team]; });
  TeamStandings table{standings.tie_breaks, standings.edition, {}};
  for (StandingsRow& row : standings.rows) {
    table.rows.push_back({.team = rounds.names()[row.player],
                          .place = row.place,
                          .matches = row.games,
                          .match_points = rounds.by_matches().records[row.player].points,
                          .game_points = rounds.by_games().records[row.player].points,
                          .values = std::move(row.values)});
  }
  return table;
}

}  // namespace arbiter
