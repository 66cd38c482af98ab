#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "lib/base/text.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/team_standings.h"
#include "lib/tournament/trf.h"

namespace arbiter {
namespace {

// The meaning of a result sign.
struct Meaning {
  char sign;
  std::optional<ScoreKind> kind;  // nothing for byes
  ByeKind bye;                    // kind of bye if there is no opponent
  HalfPoints points;
  char complement;  // the opponent's sign, if it is unique
};

constexpr Meaning kMeanings[] = {
    {'1', ScoreKind::Played, ByeKind::Full, 2, '0'},
    {'=', ScoreKind::Played, ByeKind::Half, 1, '='},
    {'0', ScoreKind::Played, ByeKind::Zero, 0, '1'},
    {'W', ScoreKind::Unrated, ByeKind::Zero, 2, 'L'},
    {'D', ScoreKind::Unrated, ByeKind::Zero, 1, 'D'},
    {'L', ScoreKind::Unrated, ByeKind::Zero, 0, 'W'},
    {'+', ScoreKind::Forfeit, ByeKind::Allocated, 2, '-'},
    {'-', ScoreKind::Forfeit, ByeKind::Zero, 0, '+'},
    {'U', {}, ByeKind::Allocated, 2, 0},
    {'F', {}, ByeKind::Full, 2, 0},
    {'H', {}, ByeKind::Half, 1, 0},
    {'?', ScoreKind::Unfinished, ByeKind::Zero, 0, '?'},
    {' ', ScoreKind::Unfinished, ByeKind::Zero, 0, ' '},
};

// Returns the meaning of a result sign; null for a zero-point bye.
const Meaning* meaning_of(char result) {
  const auto* const found = std::ranges::find(kMeanings, result, &Meaning::sign);
  return found == std::end(kMeanings) ? nullptr : found;
}

// Returns the meaning of the result sign of a game; null for byes.
const Meaning* game_meaning_of(char result) {
  const Meaning* const meaning = meaning_of(result);
  return meaning != nullptr && meaning->kind ? meaning : nullptr;
}

Bye bye_of(char result, PlayerIndex player, std::uint32_t round) {
  const Meaning* const meaning = meaning_of(result);
  const ByeKind kind = meaning == nullptr ? ByeKind::Zero : meaning->bye;
  return {.player = player,
          .round = round,
          .kind = kind,
          .points = kind == ByeKind::Zero ? 0 : meaning->points,
          .is_board = result == '+' || result == '-'};
}

using Places = std::map<std::uint32_t, PlayerIndex>;  // players, keyed by starting rank

Places places_of(const TrfReport& report) {
  Places places;
  for (PlayerIndex i = 0; i < report.players.size(); ++i) {
    places[report.players[i].starting_rank] = i;
  }
  return places;
}

// Returns the opponent's cell of the same round; null if missing.
const TrfRound* mirror_of(const TrfReport& report, PlayerIndex opponent, std::size_t round) {
  const TrfPlayer& player = report.players[opponent];
  return round < player.rounds.size() ? &player.rounds[round] : nullptr;
}

bool is_open(char result) { return result == '?' || result == ' '; }

// Returns whether two results are possible although their sum is not one point: a half point and
// zero, or zero for both.
bool is_unusual(char result, char other) {
  const auto [low, high] = std::minmax(result, other);
  return low == '0' && (high == '=' || high == '0');
}

bool fits(char result, char other) {
  if (result == '-' && other == '-') return true;  // both may have been absent
  if (is_open(result) && is_open(other)) return true;
  const Meaning* const meaning = meaning_of(result);
  return meaning != nullptr && meaning->complement != 0 && meaning->complement == other;
}

// Returns the points awarded for a cell.
HalfPoints value_of(const TrfReport& report, const TrfRound& round) {
  const Meaning* const game = round.opponent == 0 ? nullptr : game_meaning_of(round.result);
  if (game == nullptr) return report.scoring.points(bye_of(round.result, 0, 0));
  const bool is_white = round.color != 'b';
  const Pairing pairing{.white_points = is_white ? game->points : 0,
                        .black_points = is_white ? 0 : game->points,
                        .kind = *game->kind};
  return report.scoring.points(pairing, is_white ? Color::White : Color::Black);
}

// Converts "Sep 1, 2024" and "1 September 2024" to "2024/09/01"; returns other text unchanged.
std::string with_numeric_month(const std::string& text) {
  constexpr std::string_view kMonthNames[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                              "jul", "aug", "sep", "oct", "nov", "dec"};
  std::size_t month = 0;
  std::uint32_t day = 0;
  std::uint32_t year = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    const auto kind = is_letter(text[at]) ? is_letter : is_digit;
    while (end < text.size() && kind(text[end])) ++end;
    const std::string_view word = std::string_view(text).substr(at, end - at);
    at = std::max(end, at + 1);
    if (const auto number = parse_number<std::uint32_t>(word))
      (*number > 31 ? year : day) = *number;
    const auto* const found = std::ranges::find_if(kMonthNames, [word](std::string_view one) {
      return word.size() >= one.size() && equal_ignoring_case(word.substr(0, one.size()), one);
    });
    if (found != std::end(kMonthNames)) {
      month = static_cast<std::size_t>(found - std::begin(kMonthNames)) + 1;
    }
  }
  return month == 0 || year == 0 ? text
                                 : fmt::format("{:04}/{:02}/{:02}", year, month, std::max(1U, day));
}

// Parses dates such as "2024/05/09", "24/05/09", "09.05.2024" and "May 9, 2024", as far as
// possible.
PartialDate date_in(const std::string& written_text) {
  const std::string text = with_numeric_month(written_text);
  const bool has_short_year = text.size() == 8 && text[2] == '/' && text[5] == '/';
  // The day comes first in "09.05.2024".
  const bool has_dots = text.size() == 10 && text[2] == '.' && text[5] == '.';
  const std::string written =
      has_short_year ? "20" + text
      : has_dots     ? text.substr(6) + "." + text.substr(3, 2) + "." + text.substr(0, 2)
                     : text;
  return parse_date(written).value_or(read_other_date(written).value_or(PartialDate()));
}

// Returns whether game points are the primary score in an encoded type: FIDE_TEAM_GP,
// FIDE_TEAM_GP_MP, CUSTOM_TEAM_SWISS_GP.
bool has_game_points_first(std::string_view encoded_type) {
  return encoded_type.find("_GP") < encoded_type.find("_MP");
}

TeamRules team_rules_of(const TrfReport& report) {
  TeamRules rules{.match_scoring = report.match_scoring,
                  .game_points_first = has_game_points_first(report.encoded_type),
                  .boards = static_cast<std::uint32_t>(report.board_colors.size())};
  std::map<std::uint32_t, std::string_view> names;
  for (const TrfTeam& team : report.teams) names.emplace(team.number, team.name);
  const auto name_of = [&](std::uint32_t number) {
    const auto found = names.find(number);
    return std::string(found == names.end() ? std::string_view() : found->second);
  };
  for (const TrfTeamByes& byes : report.team_byes) {
    for (std::size_t i = 0; i < byes.teams.size(); ++i) {
      if (name_of(byes.teams[i]).empty()) continue;
      rules.byes.push_back({name_of(byes.teams[i]), static_cast<std::uint32_t>(i + 1),
                            byes.match_points, byes.game_points});
    }
  }
  for (const TrfTeamForfeit& one : report.team_forfeits) {
    if (name_of(one.white).empty() || name_of(one.black).empty()) continue;
    rules.forfeits.push_back(
        {one.round, name_of(one.white), name_of(one.black), one.white_wins, one.black_wins});
  }
  if (!is_of_teams(report)) return rules;
  for (const TrfByes& byes : report.byes) {
    for (const std::uint32_t number : byes.players) {
      if (name_of(number).empty()) continue;
      rules.byes.push_back(
          {.team = name_of(number), .round = byes.round, .kind = bye_of(byes.kind, 0, 0).kind});
    }
  }
  for (const TrfAward& award : report.awards) {
    TeamAward one{.team = {},
                  .round = award.round,
                  .result = award.result,
                  .match_points = award.match_points,
                  .game_points = award.game_points};
    if (award.numbers.size() > 1) {
      for (const std::uint32_t number : award.numbers) one.opponents.push_back(name_of(number));
    }
    for (const std::uint32_t number : award.numbers) {
      one.team = name_of(number);
      if (!one.team.empty()) rules.awards.push_back(one);
    }
  }
  return rules;
}

// Returns the last round with a game, finished or not.
std::uint32_t last_paired_round(const TrfReport& report) {
  std::size_t last = 0;
  for (const TrfPlayer& player : report.players) {
    for (std::size_t r = last; r < player.rounds.size(); ++r) {
      if (player.rounds[r].opponent != 0) last = r + 1;
    }
  }
  return static_cast<std::uint32_t>(last);
}

// Returns whether a line 299 applies to a result. "1" and W both mean a win.
bool is_about(const TrfAward& award, char result) {
  constexpr std::string_view kSigns = "1=0";
  constexpr std::string_view kLetters = "WDL";
  const std::size_t place = kSigns.find(result);
  return award.result == ' ' || award.result == result ||
         (place != std::string_view::npos && award.result == kLetters[place]);
}

// Sets the points of a line 299 in an individual tournament. Returns whether it applies to a
// result.
bool set_award(const TrfReport& report, const Places& places, const TrfAward& award,
               Tournament& tournament) {
  if (!award.game_points) return false;
  std::set<PlayerIndex> players;
  for (const std::uint32_t number : award.numbers) {
    const auto found = places.find(number);
    if (found != places.end()) players.insert(found->second);
  }
  const auto is_result = [&](PlayerIndex player, std::uint32_t round) {
    if (!players.contains(player) || (award.round != 0 && award.round != round)) return false;
    const auto& rounds = report.players[player].rounds;
    return round > 0 && round <= rounds.size() && is_about(award, rounds[round - 1].result);
  };
  bool applies = false;
  for (Pairing& pairing : tournament.pairings) {
    for (const Color color : {Color::White, Color::Black}) {
      const bool is_among = players.size() == 1 || players.contains(pairing.player(other(color)));
      if (!is_among || !is_result(pairing.player(color), pairing.round)) continue;
      pairing.awarded[static_cast<std::size_t>(color)] = award.game_points;
      applies = true;
    }
  }
  for (Bye& bye : tournament.byes) {
    if (!is_result(bye.player, bye.round)) continue;
    bye.awarded = award.game_points;
    applies = true;
  }
  return applies;
}

// Returns the opponent of a cell, if it is another player of the report.
std::optional<PlayerIndex> opponent_of(const Places& places, const TrfRound& cell,
                                       PlayerIndex player) {
  const auto found = places.find(cell.opponent);
  const bool is_other = cell.opponent != 0 && found != places.end() && found->second != player;
  return is_other ? std::optional(found->second) : std::nullopt;
}

// Returns the opponent's cell of the same round, if it names this player; otherwise null.
const TrfRound* mutual_cell(const TrfReport& report, const Places& places, PlayerIndex player,
                            std::size_t round) {
  const auto opponent = opponent_of(places, report.players[player].rounds[round], player);
  const TrfRound* const mirror = opponent ? mirror_of(report, *opponent, round) : nullptr;
  return mirror != nullptr && opponent_of(places, *mirror, *opponent) == player ? mirror : nullptr;
}

Pairing pairing_of(const TrfRound& cell, PlayerIndex player, PlayerIndex opponent,
                   const TrfRound* mirror) {
  const Meaning& meaning = *game_meaning_of(cell.result);
  const Meaning* const other = mirror != nullptr ? game_meaning_of(mirror->result) : nullptr;
  const bool is_white = cell.color != 'b';
  // If this line has no result, the result in the opponent's line is used.
  const bool is_in_other = other != nullptr && !is_open(mirror->result);
  const bool is_here = !is_open(cell.result);
  const HalfPoints own = is_here ? meaning.points : is_in_other ? 2 - other->points : 0;
  const HalfPoints others = is_in_other ? other->points : is_here ? 2 - own : 0;
  return {.white = is_white ? player : opponent,
          .black = is_white ? opponent : player,
          .white_points = is_white ? own : others,
          .black_points = is_white ? others : own,
          .kind = is_here || !is_in_other ? *meaning.kind : *other->kind,
          .source = player};
}

// Adds each game once. Games that both lines contain come first, because a line may name a wrong
// opponent. Then a line adds a game against a player without another game in the round.
void add_games(const TrfReport& report, const Places& places, RateOfPlay pace,
               Tournament& tournament) {
  enum class Evidence : std::uint8_t { BothLines, FreeOpponent, OneLine };
  std::set<std::pair<PlayerIndex, std::size_t>> seated;
  for (const Evidence evidence : {Evidence::BothLines, Evidence::FreeOpponent, Evidence::OneLine}) {
    for (PlayerIndex i = 0; i < report.players.size(); ++i) {
      const auto& rounds = report.players[i].rounds;
      for (std::size_t r = 0; r < rounds.size(); ++r) {
        const auto opponent = opponent_of(places, rounds[r], i);
        if (!opponent || !game_meaning_of(rounds[r].result) || seated.contains({i, r})) continue;
        const TrfRound* const mirror = mutual_cell(report, places, i, r);
        if (evidence == Evidence::BothLines && mirror == nullptr) continue;
        if (evidence == Evidence::FreeOpponent && seated.contains({*opponent, r})) continue;
        seated.insert({{i, r}, {*opponent, r}});
        Pairing& pairing =
            tournament.pairings.emplace_back(pairing_of(rounds[r], i, *opponent, mirror));
        pairing.round = static_cast<std::uint32_t>(r + 1);
        pairing.pace = pace;
      }
    }
  }
}

// Returns whether a line 240 may add a bye: the player's line has neither a game nor a bye.
bool is_blank_in_line(const TrfPlayer& player, std::uint32_t round) {
  if (round == 0 || round > player.rounds.size()) return true;
  const TrfRound& cell = player.rounds[round - 1];
  return cell.opponent == 0 && cell.result == ' ';
}

// Adds the byes of the players' lines and of lines 240. A player with a game has no bye in that
// round.
void add_byes(const TrfReport& report, const Places& places, Tournament& tournament) {
  const bool has_teams = is_of_teams(report);
  for (PlayerIndex i = 0; i < report.players.size(); ++i) {
    const auto& rounds = report.players[i].rounds;
    for (std::size_t r = 0; r < rounds.size(); ++r) {
      const TrfRound& cell = rounds[r];
      const auto round = static_cast<std::uint32_t>(r + 1);
      // A blank cell in a round that was not paired is not an absence.
      const bool is_blank = cell.opponent == 0 && cell.result == ' ';
      if (is_blank && round > tournament.reported_rounds) continue;
      if (opponent_of(places, cell, i) && game_meaning_of(cell.result)) continue;
      Bye& bye = tournament.byes.emplace_back(bye_of(cell.result, i, round));
      if (has_teams && cell.result == '+') bye.awarded = report.scoring.forfeit_win;
    }
  }
  for (const TrfByes& byes : report.byes) {
    if (has_teams) break;
    for (const std::uint32_t rank : byes.players) {
      const auto found = places.find(rank);
      if (found == places.end()) continue;
      if (!is_blank_in_line(report.players[found->second], byes.round)) continue;
      std::erase_if(tournament.byes, [&](const Bye& bye) {
        return bye.player == found->second && bye.round == byes.round;
      });
      tournament.byes.push_back(bye_of(byes.kind, found->second, byes.round));
    }
  }
  std::set<std::pair<PlayerIndex, std::uint32_t>> played;
  for (const Pairing& pairing : tournament.pairings) {
    if (!pairing.counts()) continue;
    played.insert({{pairing.white, pairing.round}, {pairing.black, pairing.round}});
  }
  std::erase_if(tournament.byes, [&](const Bye& bye) {
    return played.contains({bye.player, bye.round});
  });
}

}  // namespace

bool is_of_teams(const TrfReport& report) {
  std::string type = report.type + " " + report.encoded_type;
  std::ranges::transform(type, type.begin(), [](char c) { return to_small(c); });
  return !report.teams.empty() && type.find("individual") == std::string::npos &&
         type.find("einzel") == std::string::npos;
}

Tournament tournament_of(const TrfReport& report) {
  Tournament tournament;
  tournament.name = report.name;
  tournament.type = report.type;
  if (!report.encoded_type.empty()) tournament.type += " " + report.encoded_type;
  tournament.planned_rounds = report.rounds;
  tournament.start = date_in(report.start_date);
  tournament.scoring = report.scoring;
  tournament.tie_breaks = report.tie_breaks;
  tournament.teams = team_rules_of(report);
  const RateOfPlay pace = pace_of_time_control(
      report.encoded_time_control.empty() ? report.time_control : report.encoded_time_control);
  const auto places = places_of(report);
  for (const TrfPlayer& player : report.players) {
    tournament.players.push_back({.name = player.name,
                                  .fide_id = player.fide_id,
                                  .title = player.title,
                                  .rating = player.rating,
                                  .federation = player.federation,
                                  .pairing_number = player.starting_rank,
                                  .sex = player.sex,
                                  .birth = player.birth});
  }
  for (const TrfTeam& team : report.teams) {
    for (const std::uint32_t rank : team.players) {
      const auto found = places.find(rank);
      if (found != places.end()) tournament.players[found->second].team = team.name;
    }
  }
  tournament.reported_rounds = last_paired_round(report);
  add_games(report, places, pace, tournament);
  add_byes(report, places, tournament);
  std::ranges::stable_sort(tournament.pairings, {}, &Pairing::round);
  for (const TrfAward& award : report.awards) set_award(report, places, award, tournament);
  tournament.rounds = last_round(tournament);
  recognize_system(tournament);
  return tournament;
}

namespace {

// Returns whether all rows have a value for each tie-break, or none has. Tie-breaks that sort tied
// rows have values only for these rows.
template <class Table>
bool has_all_values(const Table& table) {
  for (std::size_t i = 0; i < table.tie_breaks.size(); ++i) {
    const auto with_value = std::ranges::count_if(
        table.rows, [i](const auto& row) { return row.values[i].has_value(); });
    const bool is_for_all = with_value == 0 || with_value == std::ssize(table.rows);
    if (!is_for_all && !orders_tied(table.tie_breaks[i])) return false;
  }
  return true;
}

// A row of a table, with its rank in the report.
struct RankedRow {
  std::string_view name;
  std::uint32_t place;
  std::uint32_t rank;
  TrfPlace at;
};

// Reports ranks that contradict the tie-breaks. Rows that remain tied may have any of the shared
// places.
void check_ranks(const std::vector<RankedRow>& rows, std::span<const TieBreak> tie_breaks,
                 std::vector<TrfContradiction>& found) {
  std::map<std::uint32_t, std::uint32_t> sharing;  // number of rows with each place
  for (const RankedRow& row : rows) ++sharing[row.place];
  std::string names;
  for (const TieBreak& one : tie_breaks) names += (names.empty() ? "" : ", ") + to_string(one);
  for (const RankedRow& row : rows) {
    const bool fits = row.rank >= row.place && row.rank < row.place + sharing[row.place];
    if (row.rank == 0 || fits) continue;
    found.push_back({row.at, TrfContradiction::Kind::Lines,
                     fmt::format("{} has place {} in the report, but place {} by its tie-breaks {}",
                                 row.name, row.rank, row.place, names)});
  }
}

// Checks the places against the report's own tie-breaks.
void check_places(const TrfReport& report, const Tournament& tournament,
                  std::vector<TrfContradiction>& found) {
  const bool is_for_teams = std::ranges::any_of(report.tie_breaks, is_team_tie_break);
  if (report.tie_breaks.empty() || tournament.rounds == 0 || is_of_teams(report) || is_for_teams) {
    return;
  }
  const Standings standings = standings_of(tournament, report.tie_breaks);
  if (!has_all_values(standings)) return;
  std::vector<RankedRow> rows;
  for (const StandingsRow& row : standings.rows) {
    const TrfPlayer& player = report.players[row.player];
    rows.push_back({player.name, row.place, player.rank, player.rank_place});
  }
  check_ranks(rows, report.tie_breaks, found);
}

// Checks the points of lines 310, and the places if the report contains tie-breaks.
void check_teams(const TrfReport& report, const Tournament& tournament,
                 std::vector<TrfContradiction>& found) {
  if (!is_of_teams(report) || tournament.rounds == 0) return;
  std::map<std::string_view, const TrfTeam*> teams;
  for (const TrfTeam& team : report.teams) teams.emplace(team.name, &team);
  const TeamStandings table = team_standings(tournament, report.tie_breaks);
  std::vector<RankedRow> rows;
  for (const TeamRow& row : table.rows) {
    const TrfTeam& team = *teams.at(row.team);
    rows.push_back({team.name, row.place, team.rank, team.rank_place});
    const auto check = [&](std::optional<HalfPoints> listed, HalfPoints computed,
                           std::string_view what) {
      if (!listed || *listed == computed) return;
      found.push_back({team.points_place, TrfContradiction::Kind::Points,
                       fmt::format("{} has {} {} points, but the results give {}", team.name,
                                   points_text(*listed), what, points_text(computed))});
    };
    check(team.match_points, row.match_points, "match");
    check(team.game_points, row.game_points, "game");
  }
  if (!report.tie_breaks.empty() && has_all_values(table)) {
    check_ranks(rows, report.tie_breaks, found);
  }
}

// Reports players without a team or with two, and lines 240, 320 and 330 that contradict the games.
void check_team_lines(const TrfReport& report, const Tournament& tournament, const Places& places,
                      std::vector<TrfContradiction>& found) {
  if (!is_of_teams(report)) return;
  const auto report_it = [&](TrfPlace place, std::string message) {
    found.push_back({place, TrfContradiction::Kind::Lines, std::move(message)});
  };
  std::map<std::uint32_t, std::string_view> names;
  std::map<std::uint32_t, std::string_view> teams_of;  // the first team of each player
  for (const TrfTeam& team : report.teams) {
    names.emplace(team.number, team.name);
    for (const std::uint32_t rank : team.players) {
      const auto [other, is_new] = teams_of.try_emplace(rank, team.name);
      if (!is_new) {
        report_it(team.place,
                  fmt::format("player {} is in {} and in {}", rank, other->second, team.name));
      } else if (!places.contains(rank)) {
        report_it(team.place, fmt::format("{} has player {}, but the report has no such player",
                                          team.name, rank));
      }
    }
  }
  using TeamRound = std::pair<std::string_view, std::uint32_t>;
  std::set<TeamRound> paired;
  std::set<TeamRound> played;
  std::set<PlayerIndex> without;  // players with games and without a team
  for (const Pairing& pairing : tournament.pairings) {
    for (const Color color : {Color::White, Color::Black}) {
      const std::string_view team = tournament.players[pairing.player(color)].team;
      if (team.empty()) without.insert(pairing.player(color));
      paired.emplace(team, pairing.round);
      if (pairing.kind != ScoreKind::Forfeit) played.emplace(team, pairing.round);
    }
  }
  if (!without.empty()) {
    const TrfPlayer& first = report.players[*without.begin()];
    report_it(first.place, without.size() == 1
                               ? fmt::format("{} has games, but no team", first.name)
                               : fmt::format("{} and {} more players have games, but no team",
                                             first.name, without.size() - 1));
  }
  // Returns whether a team is unknown or has a game in the round, and reports it.
  const auto is_wrong = [&](TrfPlace place, std::uint32_t number, std::uint32_t round,
                            const std::set<TeamRound>& games, std::string_view what) {
    const auto name = names.find(number);
    if (name == names.end()) {
      report_it(place, fmt::format("team {} has {} in round {}, but the report has no such team",
                                   number, what, round));
    } else if (games.contains({name->second, round})) {
      report_it(place, fmt::format("{} has {} in round {}, but its players have games",
                                   name->second, what, round));
    } else {
      return false;
    }
    return true;
  };
  for (const TrfByes& byes : report.byes) {
    for (const std::uint32_t number : byes.players) {
      is_wrong(byes.place, number, byes.round, paired, "a bye");
    }
  }
  for (const TrfTeamByes& byes : report.team_byes) {
    for (std::size_t i = 0; i < byes.teams.size(); ++i) {
      if (byes.teams[i] == 0) continue;
      is_wrong(byes.place, byes.teams[i], static_cast<std::uint32_t>(i + 1), paired, "a bye");
    }
  }
  for (const TrfTeamForfeit& one : report.team_forfeits) {
    constexpr std::string_view kWhat = "a forfeited match";
    if (is_wrong(one.place, one.white, one.round, played, kWhat)) continue;
    is_wrong(one.place, one.black, one.round, played, kWhat);
  }
}

// Reports lines 299 that apply to no result.
void check_awards(const TrfReport& report, const Places& places, const Tournament& tournament,
                  std::vector<TrfContradiction>& found) {
  if (is_of_teams(report) || report.awards.empty()) return;
  Tournament awarded = tournament;
  for (const TrfAward& award : report.awards) {
    if (set_award(report, places, award, awarded)) continue;
    found.push_back({award.place, TrfContradiction::Kind::Lines,
                     "the points of this line apply to no result of its players"});
  }
}

// Reports rounds in which all cells are blank although later rounds have games. They count as
// absences.
void check_blank_rounds(const TrfReport& report, std::vector<TrfContradiction>& found) {
  const std::uint32_t rounds = last_paired_round(report);
  std::vector<bool> is_blank(rounds, true);
  for (const TrfPlayer& player : report.players) {
    for (std::size_t r = 0; r < std::min<std::size_t>(rounds, player.rounds.size()); ++r) {
      const TrfRound& cell = player.rounds[r];
      if (cell.opponent != 0 || cell.result != ' ') is_blank[r] = false;
    }
  }
  for (std::size_t r = 0; r < rounds; ++r) {
    if (!is_blank[r]) continue;
    const TrfPlayer& first = report.players.front();
    found.push_back({r < first.rounds.size() ? first.rounds[r].place : first.place,
                     TrfContradiction::Kind::Unusual,
                     fmt::format("round {} is empty for all players, so it counts as an absence "
                                 "of each",
                                 r + 1)});
  }
}

// Reports an unreadable first day, because the edition of the tie-breaks is then unknown.
void check_start(const TrfReport& report, std::vector<TrfContradiction>& found) {
  if (report.start_date.empty() || date_in(report.start_date).year) return;
  const auto line = std::ranges::find_if(
      report.lines, [](const std::string& one) { return one.starts_with("042"); });
  found.push_back({{static_cast<std::uint64_t>(line - report.lines.begin()) + 1, 5,
                    static_cast<std::uint32_t>(report.start_date.size())},
                   TrfContradiction::Kind::Unusual,
                   fmt::format("the first day \"{}\" cannot be read, so the tie-breaks are those "
                               "of the edition of {}",
                               report.start_date, to_string(edition_on({})))});
}

void check_ids(const TrfReport& report, std::vector<TrfContradiction>& found) {
  std::map<std::uint32_t, const TrfPlayer*> owners;
  for (const TrfPlayer& player : report.players) {
    if (player.fide_id == 0) continue;
    const auto [owner, is_new] = owners.emplace(player.fide_id, &player);
    if (is_new) continue;
    found.push_back({{player.place.line, 58, 11},
                     TrfContradiction::Kind::Lines,
                     fmt::format("{} has the FIDE id {} of {}; see line {}", player.name,
                                 player.fide_id, owner->second->name, owner->second->place.line)});
  }
}

// Returns a cell with the result that counts. A result that is missing, or that only a bye has, is
// that of the opponent's line.
TrfRound counted_cell(const TrfReport& report, const Places& places, PlayerIndex player,
                      std::size_t round) {
  TrfRound cell = report.players[player].rounds[round];
  const TrfRound* const mirror = mutual_cell(report, places, player, round);
  const Meaning* const other = mirror == nullptr ? nullptr : game_meaning_of(mirror->result);
  const bool is_known = game_meaning_of(cell.result) != nullptr && !is_open(cell.result);
  if (other != nullptr && !is_known && !is_open(mirror->result)) cell.result = other->complement;
  return cell;
}

// Reports lines 240 that contradict the players' lines.
void check_byes(const TrfReport& report, const Places& places,
                std::vector<TrfContradiction>& found) {
  if (is_of_teams(report)) return;
  for (const TrfByes& byes : report.byes) {
    for (const std::uint32_t rank : byes.players) {
      const auto report_it = [&](std::string_view name, std::string fault) {
        found.push_back({byes.place, TrfContradiction::Kind::Lines,
                         fmt::format("{} has a bye ({}) in round {}, but {}", name, byes.kind,
                                     byes.round, fault)});
      };
      const auto place = places.find(rank);
      if (place == places.end()) {
        report_it(fmt::format("player {}", rank), "the report has no such player");
        continue;
      }
      const TrfPlayer& player = report.players[place->second];
      if (is_blank_in_line(player, byes.round)) continue;
      const TrfRound& cell = player.rounds[byes.round - 1];
      if (opponent_of(places, cell, place->second)) {
        report_it(player.name, fmt::format("line {} has a game", player.place.line));
      } else if (bye_of(cell.result, 0, 0).kind != bye_of(byes.kind, 0, 0).kind) {
        report_it(player.name,
                  fmt::format("line {} has the result {}", player.place.line, cell.result));
      }
    }
  }
}

}  // namespace

std::vector<TrfContradiction> check_trf(const TrfReport& report) {
  using Kind = TrfContradiction::Kind;
  std::vector<TrfContradiction> found;
  const auto places = places_of(report);
  const Tournament tournament = tournament_of(report);
  const std::vector<PlayerRecord> records = player_records(tournament);
  for (PlayerIndex i = 0; i < report.players.size(); ++i) {
    const TrfPlayer& player = report.players[i];
    HalfPoints sum = 0;
    HalfPoints requested = 0;  // points for requested byes after the last round
    for (std::size_t r = 0; r < player.rounds.size(); ++r) {
      const TrfRound& cell = player.rounds[r];
      (r < tournament.rounds ? sum : requested) +=
          value_of(report, counted_cell(report, places, i, r));
      if (cell.opponent == 0) continue;
      const auto opponent = places.find(cell.opponent);
      const auto report_it = [&](std::string message) {
        found.push_back({cell.place, Kind::Lines, std::move(message)});
      };
      if (opponent == places.end()) {
        report_it(fmt::format("{} meets player {} in round {}, but the report has no such player",
                              player.name, cell.opponent, r + 1));
        continue;
      }
      const TrfPlayer& other = report.players[opponent->second];
      const TrfRound* mirror = mirror_of(report, opponent->second, r);
      if (mirror == nullptr || mirror->opponent != player.starting_rank) {
        report_it(
            fmt::format("{} meets {} in round {}, but line {} has another opponent for this round",
                        player.name, other.name, r + 1, other.place.line));
        continue;
      }
      if (opponent->second < i) continue;  // already reported for the other player
      if (cell.color == mirror->color && cell.color != '-') {
        report_it(fmt::format("{} and {} both have {} in round {}; see line {}", player.name,
                              other.name, cell.color == 'w' ? "White" : "Black", r + 1,
                              other.place.line));
      }
      if (is_unusual(cell.result, mirror->result)) {
        found.push_back({cell.place, Kind::Unusual,
                         fmt::format("{} ({}) and {} ({}) share less than a point in round {}, "
                                     "which is unusual; see line {}",
                                     player.name, cell.result, other.name, mirror->result, r + 1,
                                     other.place.line)});
      } else if (!fits(cell.result, mirror->result)) {
        report_it(fmt::format(
            "the results of {} ({}) and {} ({}) in round {} do not add up; see "
            "line {}",
            player.name, cell.result, other.name, mirror->result, r + 1, other.place.line));
      }
    }
    // Adds the points of byes that occur only in lines 240.
    for (const TrfByes& byes : report.byes) {
      if (byes.round > tournament.rounds || is_of_teams(report)) continue;
      const bool is_there =
          std::ranges::find(byes.players, player.starting_rank) != byes.players.end();
      if (is_there && is_blank_in_line(player, byes.round)) {
        sum += value_of(report, {.result = byes.kind, .place = {}});
      }
    }
    if (!report.awards.empty()) sum = records[i].points;
    if (player.points && *player.points != sum && *player.points != sum + requested) {
      found.push_back(
          {player.points_place, Kind::Points,
           fmt::format("{} has {}.{} points, but the results give {}.{}", player.name,
                       *player.points / 2, *player.points % 2 * 5, sum / 2, sum % 2 * 5)});
    }
  }
  check_byes(report, places, found);
  check_awards(report, places, tournament, found);
  check_blank_rounds(report, found);
  check_team_lines(report, tournament, places, found);
  check_ids(report, found);
  check_start(report, found);
  check_places(report, tournament, found);
  check_teams(report, tournament, found);
  return found;
}

}  // namespace arbiter
