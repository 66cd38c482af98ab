#include "lib/tournament/team_standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "lib/tournament/standings.h"
#include "lib/tournament/tie_break_values.h"

namespace arbiter {
namespace {

// A team number, from 0 in the order of names.
using TeamIndex = PlayerIndex;

struct Match {
  std::uint32_t round = 0;
  TeamIndex first = 0;
  TeamIndex second = 0;
  std::vector<const Pairing*> games = {};
  // The points of both teams on each board, including boards where a player had no opponent.
  std::array<std::vector<HalfPoints>, 2> boards = {};

  // Returns whether a game has no result yet, so that the match does not count.
  bool is_open() const {
    return !std::ranges::all_of(games, [](const Pairing* game) { return game->counts(); });
  }
  bool is_forfeit() const {
    return std::ranges::all_of(
        games, [](const Pairing* game) { return game->kind == ScoreKind::Forfeit; });
  }
};

HalfPoints sum_of(const std::vector<HalfPoints>& boards) {
  return std::accumulate(boards.begin(), boards.end(), HalfPoints{0});
}

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
    set_awards();
    finish();
  }

  const std::vector<std::string>& names() const { return names_; }
  const ScoredRounds& by_matches() const { return by_matches_; }
  const ScoredRounds& by_games() const { return by_games_; }
  // Returns the points of a team on each board, from the first one.
  const std::vector<HalfPoints>& boards(TeamIndex team) const { return boards_[team]; }

  // Returns the points of a team on each board of its matches against the other team.
  std::vector<HalfPoints> boards_against(TeamIndex team, TeamIndex other) const {
    std::vector<HalfPoints> boards(size_);
    for (const auto& [key, match] : matches_) {
      const bool is_of_both = std::minmax(team, other) == std::minmax(match.first, match.second);
      if (!is_of_both || match.is_open() || match.is_forfeit()) continue;
      const auto& own = match.boards[team == match.first ? 0 : 1];
      for (std::size_t i = 0; i < std::min(size_, own.size()); ++i) boards[i] += own[i];
    }
    return boards;
  }

  std::vector<TeamMatch> matches_with_games() const {
    std::vector<TeamMatch> matches;
    for (const auto& [key, match] : matches_) {
      matches.push_back({.round = match.round,
                         .first = names_[match.first],
                         .second = names_[match.second],
                         .first_points = sum_of(match.boards[0]),
                         .second_points = sum_of(match.boards[1]),
                         .is_open = match.is_open()});
      for (const Pairing* game : match.games) {
        matches.back().games.push_back(
            static_cast<std::size_t>(game - tournament_.pairings.data()));
      }
    }
    return matches;
  }

  // Returns the colours of the team with White on the first board, "WBWB"; empty unless all
  // complete matches have the same colours.
  std::string colors() const {
    std::string usual;
    for (const auto& [key, match] : matches_) {
      if (match.games.size() != size_) continue;
      const TeamIndex team = player_of(*match.games[0], match.first) == match.games[0]->white
                                 ? match.first
                                 : match.second;
      std::string colors;
      for (const Pairing* game : match.games) {
        colors += player_of(*game, team) == game->white ? 'W' : 'B';
      }
      if (!usual.empty() && usual != colors) return {};
      usual = std::move(colors);
    }
    return usual;
  }

 private:
  // The maximum number of boards that a bye or forfeited match counts for.
  static constexpr std::size_t kMaxBoards = 100;
  using Matches = std::map<std::tuple<std::uint32_t, TeamIndex, TeamIndex>, Match>;
  using TeamRound = std::pair<std::uint32_t, TeamIndex>;

  Matches matches() const {
    Matches matches;
    for (const Pairing& game : tournament_.pairings) {
      const std::string& white = tournament_.players[game.white].team;
      const std::string& black = tournament_.players[game.black].team;
      if (white.empty() || black.empty() || white == black) continue;
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
    for (const Bye& bye : tournament_.byes) {
      const std::string& team = tournament_.players[bye.player].team;
      const bool is_result = bye.is_board || bye.kind != ByeKind::Zero;
      if (is_result && !team.empty()) rests_[{bye.round, indices_.at(team)}].push_back(&bye);
    }
    for (auto& [seat, byes] : rests_) std::ranges::stable_sort(byes, {}, &Bye::player);
    matches_ = matches();
    std::map<TeamRound, std::size_t> count;  // number of matches of each team in each round
    for (const auto& [key, match] : matches_) {
      ++count[{match.round, match.first}];
      ++count[{match.round, match.second}];
    }
    size_ = tournament_.teams.boards;
    for (auto& [key, match] : matches_) {
      const auto rest = [&](TeamIndex team) {
        const auto found = rests_.find({match.round, team});
        const bool is_of_match = found != rests_.end() && count.at(found->first) == 1;
        return is_of_match ? found->second : std::vector<const Bye*>();
      };
      fill_boards(match, {rest(match.first), rest(match.second)});
      if (tournament_.teams.boards == 0) size_ = std::max(size_, match.boards[0].size());
    }
    size_ = std::min(size_, kMaxBoards);
  }

  // Inserts boards without an opponent between the boards with games, in the order of each team's
  // players. A board that one team won and the other lost counts once.
  void fill_boards(Match& match, const std::array<std::vector<const Bye*>, 2>& rest) const {
    std::array<std::size_t, 2> next = {0, 0};
    const auto add_until = [&](std::array<PlayerIndex, 2> end) {
      const std::size_t begin = match.boards[0].size();
      for (const std::size_t side : {0U, 1U}) {
        auto& boards = match.boards[side];
        for (; next[side] < rest[side].size() && rest[side][next[side]]->player < end[side];
             ++next[side]) {
          boards.push_back(tournament_.scoring.points(*rest[side][next[side]]));
        }
      }
      const std::size_t size = std::max({begin, match.boards[0].size(), match.boards[1].size()});
      for (auto& boards : match.boards) boards.resize(size);
    };
    for (const Pairing* game : match.games) {
      const std::array players = {player_of(*game, match.first), player_of(*game, match.second)};
      add_until(players);
      for (const std::size_t side : {0U, 1U}) {
        const Color color = players[side] == game->white ? Color::White : Color::Black;
        match.boards[side].push_back(tournament_.scoring.points(*game, color));
      }
    }
    add_until({UINT32_MAX, UINT32_MAX});
  }

  void add_matches() {
    for (const auto& [key, match] : matches_) {
      seated_.insert({{match.round, match.first}, {match.round, match.second}});
      if (match.is_open()) {
        for (const TeamIndex team : {match.first, match.second}) {
          const TeamIndex other = team == match.first ? match.second : match.first;
          by_matches_.records[team].open.push_back({.round = match.round});
          by_games_.records[team].open.push_back({.round = match.round, .opponent = other});
        }
        continue;
      }
      add_to_boards(match.first, match.boards[0]);
      add_to_boards(match.second, match.boards[1]);
      // The team that has White on the first board counts as White.
      const bool has_white = player_of(*match.games[0], match.first) == match.games[0]->white;
      const std::size_t white = has_white ? 0 : 1;
      add(match.round, has_white ? match.first : match.second,
          has_white ? match.second : match.first, sum_of(match.boards[white]),
          sum_of(match.boards[1 - white]), match.is_forfeit());
    }
  }

  void add_to_boards(TeamIndex team, const std::vector<HalfPoints>& points) {
    std::vector<HalfPoints>& boards = boards_[team];
    boards.resize(std::max(boards.size(), points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) boards[i] += points[i];
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
    // If both sides have equally many forfeits, the match is drawn, unless nobody appeared.
    const bool is_drawn = points == others && points > 0;
    if (is_forfeit && points == others && !is_drawn) match.white_points = match.black_points = 0;
    last_ = std::max(last_, round);
    for (const Color color : {Color::White, Color::Black}) {
      const HalfPoints result = match.points(color);
      const Scoring& scoring = tournament_.teams.match_scoring;
      const PlayerRound played{.kind = !is_forfeit  ? RoundKind::Played
                                       : result > 0 ? RoundKind::ForfeitWin
                                                    : RoundKind::ForfeitLoss,
                               .round = round,
                               .points = is_drawn ? scoring.draw[static_cast<std::size_t>(color)]
                                                  : scoring.points(match, color),
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

  // Returns the board points of a team without a match in a round; nothing if its players have no
  // points.
  std::optional<std::vector<HalfPoints>> rest_of(std::uint32_t round, TeamIndex team) const {
    const auto found = rests_.find({round, team});
    if (found == rests_.end()) return {};
    std::vector<HalfPoints> boards;
    for (const Bye* bye : found->second) boards.push_back(tournament_.scoring.points(*bye));
    return boards;
  }

  // Adds forfeited matches without games. The winners win all boards, unless the players' lines
  // contain results.
  void add_forfeits() {
    for (const TeamForfeit& one : tournament_.teams.forfeits) {
      const auto white = indices_.find(one.white);
      const auto black = indices_.find(one.black);
      if (white == indices_.end() || black == indices_.end()) continue;
      const bool is_new = !seated_.contains({one.round, white->second}) &&
                          !seated_.contains({one.round, black->second});
      if (white->second == black->second || !is_new) continue;
      const auto boards_of = [&](TeamIndex team, bool wins) {
        const auto listed = rest_of(one.round, team);
        return listed.value_or(same_boards(wins ? tournament_.scoring.forfeit_win : 0));
      };
      const auto of_white = boards_of(white->second, one.white_wins);
      const auto of_black = boards_of(black->second, one.black_wins);
      add_to_boards(white->second, of_white);
      add_to_boards(black->second, of_black);
      add(one.round, white->second, black->second, sum_of(of_white), sum_of(of_black), true);
      seated_.insert({{one.round, white->second}, {one.round, black->second}});
    }
  }

  std::vector<HalfPoints> same_boards(HalfPoints points) const {
    return std::vector<HalfPoints>(size_, points);
  }

  // Adds the byes of the report (240, 320), and byes for teams whose players all have one.
  void add_byes() {
    for (const TeamBye& bye : tournament_.teams.byes) {
      const auto found = indices_.find(bye.team);
      if (found != indices_.end()) add_bye(found->second, bye);
    }
    for (const auto& [seat, byes] : rests_) {
      const auto& [round, team] = seat;
      const auto has = [&byes](auto holds) { return std::ranges::any_of(byes, holds); };
      const bool is_granted = has([](const Bye* bye) {
        return bye->kind == ByeKind::Allocated || bye->kind == ByeKind::Full;
      });
      const bool is_half = has([](const Bye* bye) { return bye->kind == ByeKind::Half; });
      add_bye(team, {.team = names_[team],
                     .round = round,
                     .kind = is_granted ? ByeKind::Allocated
                             : is_half  ? ByeKind::Half
                                        : ByeKind::Zero});
    }
  }

  // Adds a bye, unless the team has a match or another bye in the round, or the round has no match.
  void add_bye(TeamIndex team, const TeamBye& bye) {
    if (bye.round > last_ || !seated_.insert({bye.round, team}).second) return;
    const Scoring& scoring = tournament_.teams.match_scoring;
    const Bye of_match{.kind = bye.kind};
    const HalfPoints points = bye.match_points.value_or(scoring.points(of_match));
    const HalfPoints of_board = bye.kind == ByeKind::Zero   ? 0
                                : bye.kind == ByeKind::Half ? tournament_.scoring.draw[0]
                                                            : tournament_.scoring.win[0];
    const auto boards = rest_of(bye.round, team).value_or(same_boards(of_board));
    const bool is_granted = bye.kind == ByeKind::Allocated || bye.kind == ByeKind::Full;
    add_round(team,
              {.kind = is_granted ? RoundKind::Allocated : RoundKind::Requested,
               .round = bye.round,
               .points = points,
               .result = scoring.standard(points)},
              bye.game_points.value_or(sum_of(boards)));
    add_to_boards(team, boards);
  }

  // Returns the result sign used in reports.
  static char sign_of(const PlayerRound& round) {
    switch (round.kind) {
      case RoundKind::ForfeitWin:
        return '+';
      case RoundKind::ForfeitLoss:
        return '-';
      case RoundKind::Allocated:
        return 'F';
      case RoundKind::Requested:
        return round.points > 0 ? 'H' : 'Z';
      case RoundKind::Played:
        break;
    }
    return "LDW"[static_cast<std::size_t>(round.result)];
  }

  // Applies the team awards, which override the points of the scoring.
  void set_awards() {
    for (const TeamAward& award : tournament_.teams.awards) {
      const auto team = indices_.find(award.team);
      if (team == indices_.end()) continue;
      auto& matches = by_matches_.records[team->second].rounds;
      for (std::size_t i = 0; i < matches.size(); ++i) {
        const std::optional<TeamIndex>& opponent = matches[i].opponent;
        const bool is_among =
            award.opponents.empty() || !opponent ||
            std::ranges::find(award.opponents, names_[*opponent]) != award.opponents.end();
        const bool is_here = (award.round == 0 || award.round == matches[i].round) &&
                             (award.result == ' ' || award.result == sign_of(matches[i]));
        if (!is_among || !is_here) continue;
        if (award.match_points) matches[i].points = *award.match_points;
        if (award.game_points) {
          by_games_.records[team->second].rounds[i].points = *award.game_points;
        }
      }
    }
  }

  // Adds the rounds in which a team was absent, and the totals.
  void finish() {
    std::map<std::uint32_t, bool> rounds;
    std::size_t seats = 0;
    for (const PlayerRecord& record : by_matches_.records) {
      for (const PlayerRound& round : record.rounds) rounds[round.round] = true;
      seats += record.rounds.size() + record.open.size();
    }
    const bool is_round_robin = is_predetermined();
    // If most teams miss most rounds, the missing rounds are not absences.
    const bool has_absences = !is_round_robin && seats * 2 >= rounds.size() * names_.size();
    for (TeamIndex team = 0; has_absences && team < names_.size(); ++team) {
      for (const auto& [round, is_there] : rounds) {
        if (seated_.contains({round, team})) continue;
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

  // Returns whether all teams meet: according to the chosen system, otherwise the type in the
  // report. Without both, the matches decide.
  bool is_predetermined() const {
    auto system = tournament_.chosen_system;
    const auto decides = [&system] {
      return system && (system->system == System::RoundRobin || system->system == System::Swiss);
    };
    if (!decides()) system = system_of_type(tournament_);
    return decides() ? system->system == System::RoundRobin : meets_all();
  }

  // Returns whether 90 % of the team pairs have a match, possibly forfeited.
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

  // Returns the scoring of matches by game points, in which a drawn match counts half of the games.
  Scoring scoring_of_games() const {
    const auto size = static_cast<HalfPoints>(size_);
    const Scoring& game = tournament_.scoring;
    return Scoring::of(game.win[0] * size, game.draw[0] * size, game.loss[0] * size);
  }

  const Tournament& tournament_;
  std::map<std::string, TeamIndex> indices_;
  std::vector<std::string> names_;
  std::map<std::tuple<std::uint32_t, TeamIndex, TeamIndex>, Match> matches_;
  std::map<TeamRound, std::vector<const Bye*>> rests_ =
      {};                            // players with a result but no opponent
  std::set<TeamRound> seated_ = {};  // keyed by round and team: the team has a match or a bye
  std::size_t size_ = 0;             // number of boards per match
  std::uint32_t last_ = 0;           // the last round with a finished match
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

  // Without :MP or :GP, a tie-break uses the primary score (13), unless the tie-break counts
  // matches.
  const TieBreakValues& of_kind(const TieBreak& tie_break) const {
    using enum TieBreakKind;
    const bool counts_matches = (tie_break.kind >= Wins && tie_break.kind <= WinsWithBlack) ||
                                tie_break.kind == RoundsElectedToPlay ||
                                tie_break.kind == StandardPoints;
    if (!tie_break.of_game_points) return counts_matches ? matches_ : primary();
    return *tie_break.of_game_points ? games_ : matches_;
  }

  static Hundredths board_count(const std::vector<HalfPoints>& boards) {
    Hundredths sum = 0;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      sum += kHalfPoint * boards[i] * static_cast<Hundredths>(i + 1);
    }
    return sum;
  }

  // Returns the values that are compared one by one. These are the points on each board or, for
  // BBE, the totals without the last boards.
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

  // The default factor is the highest possible primary score divided by the highest secondary score
  // of one round, rounded down.
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

  // Sorts by EDE, then by board tie-breaks of the matches between two tied teams.
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

  // Returns a positive number if the first team did better in the matches between the two teams.
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
  TeamStandings table{
      standings.tie_breaks, standings.edition, {}, rounds.by_matches().is_predetermined};
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

CrossTable team_cross_table(const Tournament& tournament, const TeamStandings& standings,
                            std::string (*text)(HalfPoints)) {
  const TeamRounds rounds(tournament);
  std::map<std::string_view, std::size_t> rows;
  for (const TeamRow& row : standings.rows) rows.emplace(row.team, rows.size());
  CrossTable table;
  std::map<std::uint32_t, std::size_t> columns;
  if (standings.is_round_robin && rows.size() <= kMaxOpponents) {
    table.form = CrossTableForm::Opponents;
    for (std::size_t i = 1; i <= rows.size(); ++i) table.headings.push_back(std::to_string(i));
  } else {
    for (const PlayerRecord& record : rounds.by_games().records) {
      for (const auto* const own : {&record.rounds, &record.open}) {
        for (const PlayerRound& round : *own) columns.emplace(round.round, 0);
      }
    }
    if (columns.size() * rows.size() > kMaxCells) columns.clear();
    for (auto& [round, column] : columns) {
      column = table.headings.size();
      table.headings.push_back(round == 0 ? "?" : std::to_string(round));
    }
  }
  table.rows.assign(rows.size(), std::vector<std::string>(table.headings.size()));
  for (TeamIndex team = 0; team < rounds.names().size(); ++team) {
    const std::size_t own_row = rows.at(rounds.names()[team]);
    std::vector<std::string>& row = table.rows[own_row];
    const bool is_square = table.form == CrossTableForm::Opponents;
    if (is_square) row[own_row] = "*";
    const PlayerRecord& record = rounds.by_games().records[team];
    for (const auto* const own : {&record.rounds, &record.open}) {
      for (const PlayerRound& round : *own) {
        if (is_square ? !round.opponent : !columns.contains(round.round)) continue;
        const std::string points = own == &record.open ? "*" : text(round.points);
        const std::size_t opponent =
            round.opponent ? rows.at(rounds.names()[*round.opponent]) : own_row;
        std::string& cell = row[is_square ? opponent : columns.at(round.round)];
        if (!cell.empty()) cell += ' ';
        cell += is_square          ? points
                : round.opponent   ? fmt::format("{}:{}", opponent + 1, points)
                : round.points > 0 ? "bye " + points
                                   : "-";
      }
    }
  }
  return table;
}

std::vector<TeamMatch> team_matches(const Tournament& tournament) {
  return TeamRounds(tournament).matches_with_games();
}

std::string board_colors(const Tournament& tournament) { return TeamRounds(tournament).colors(); }

}  // namespace arbiter
