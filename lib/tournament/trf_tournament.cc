#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "lib/tournament/standings.h"
#include "lib/tournament/trf.h"

namespace arbiter {
namespace {

// The meaning of a result sign.
struct Meaning {
  char sign;
  std::optional<ScoreKind> kind;  // nothing for byes
  ByeKind bye;                    // without an opponent
  HalfPoints points;
  char complement;  // the opponent's sign in a game, if it is unique
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
};

// Returns null for a zero-point bye.
const Meaning* meaning_of(char result) {
  const auto* const found = std::ranges::find(kMeanings, result, &Meaning::sign);
  return found == std::end(kMeanings) ? nullptr : found;
}

// Returns null for byes.
const Meaning* game_meaning_of(char result) {
  const Meaning* const meaning = meaning_of(result);
  return meaning != nullptr && meaning->kind ? meaning : nullptr;
}

Bye bye_of(char result, PlayerIndex player, std::uint32_t round) {
  const Meaning* const meaning = meaning_of(result);
  const ByeKind kind = meaning == nullptr ? ByeKind::Zero : meaning->bye;
  return {player, round, kind, kind == ByeKind::Zero ? 0 : meaning->points};
}

std::map<std::uint32_t, PlayerIndex> places_of(const TrfReport& report) {
  std::map<std::uint32_t, PlayerIndex> places;
  for (PlayerIndex i = 0; i < report.players.size(); ++i) {
    places[report.players[i].starting_rank] = i;
  }
  return places;
}

// Returns the same round of the opponent; null if it does not exist.
const TrfRound* mirror_of(const TrfReport& report, PlayerIndex opponent, std::size_t round) {
  const TrfPlayer& player = report.players[opponent];
  return round < player.rounds.size() ? &player.rounds[round] : nullptr;
}

bool fits(char result, char other) {
  if (result == '-' && other == '-') return true;  // both may have been absent
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

// Returns "2024/05/09", "24/05/09", "09.05.2024" as a date, as far as it can be read.
PartialDate date_in(const std::string& text) {
  const bool has_short_year = text.size() == 8 && text[2] == '/' && text[5] == '/';
  // The day comes first in "09.05.2024".
  const bool has_dots = text.size() == 10 && text[2] == '.' && text[5] == '.';
  const std::string written =
      has_short_year ? "20" + text
      : has_dots     ? text.substr(6) + "." + text.substr(3, 2) + "." + text.substr(0, 2)
                     : text;
  return parse_date(written).value_or(read_other_date(written).value_or(PartialDate()));
}

}  // namespace

namespace {

TeamRules team_rules_of(const TrfReport& report) {
  TeamRules rules{.match_scoring = report.match_scoring, .boards = report.boards};
  // The encoded types FIDE_TEAM_GP and FIDE_TEAM_GP_MP.
  rules.game_points_first = report.encoded_type.find("TEAM_GP") != std::string::npos;
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
  return rules;
}

}  // namespace

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
  const auto places = places_of(report);
  for (const TrfPlayer& player : report.players) {
    tournament.players.push_back({.name = player.name,
                                  .fide_id = player.fide_id,
                                  .title = player.title,
                                  .rating = player.rating,
                                  .federation = player.federation,
                                  .pairing_number = player.starting_rank});
  }
  for (const TrfTeam& team : report.teams) {
    for (const std::uint32_t rank : team.players) {
      const auto found = places.find(rank);
      if (found != places.end()) tournament.players[found->second].team = team.name;
    }
  }
  std::set<std::pair<PlayerIndex, std::uint32_t>> seen;
  for (PlayerIndex i = 0; i < report.players.size(); ++i) {
    const TrfPlayer& player = report.players[i];
    for (std::size_t r = 0; r < player.rounds.size(); ++r) {
      const auto round = static_cast<std::uint32_t>(r + 1);
      const TrfRound& cell = player.rounds[r];
      const auto opponent = places.find(cell.opponent);
      const Meaning* const meaning = game_meaning_of(cell.result);
      if (cell.opponent == 0 || opponent == places.end() || opponent->second == i || !meaning) {
        tournament.byes.push_back(bye_of(cell.result, i, round));
        continue;
      }
      if (seen.contains({i, round})) continue;
      seen.insert({opponent->second, round});
      const TrfRound* mirror = mirror_of(report, opponent->second, r);
      const Meaning* const other = mirror != nullptr ? game_meaning_of(mirror->result) : nullptr;
      const bool is_white = cell.color != 'b';
      const HalfPoints others = other ? other->points : 2 - meaning->points;
      tournament.pairings.push_back({.white = is_white ? i : opponent->second,
                                     .black = is_white ? opponent->second : i,
                                     .round = round,
                                     .white_points = is_white ? meaning->points : others,
                                     .black_points = is_white ? others : meaning->points,
                                     .kind = *meaning->kind,
                                     .source = i});
    }
  }
  for (const TrfByes& byes : report.byes) {
    for (const std::uint32_t rank : byes.players) {
      const auto found = places.find(rank);
      if (found == places.end()) continue;
      std::erase_if(tournament.byes, [&](const Bye& bye) {
        return bye.player == found->second && bye.round == byes.round;
      });
      tournament.byes.push_back(bye_of(byes.kind, found->second, byes.round));
    }
  }
  std::ranges::stable_sort(tournament.pairings, {}, &Pairing::round);
  for (const Pairing& pairing : tournament.pairings) {
    tournament.rounds = std::max(tournament.rounds, pairing.round);
  }
  // No player is absent from future rounds.
  std::erase_if(tournament.byes, [&](const Bye& bye) {
    return bye.round > tournament.rounds && bye.kind == ByeKind::Zero;
  });
  recognize_system(tournament);
  return tournament;
}

namespace {

// Returns whether each player has a value of each tie-break; DE has values for tied players only.
bool has_all_values(const Standings& standings) {
  return std::ranges::all_of(standings.rows, [&](const StandingsRow& row) {
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      const bool is_direct = standings.tie_breaks[i].kind == TieBreakKind::DirectEncounter;
      if (!row.values[i] && !is_direct) return false;
    }
    return true;
  });
}

// Checks the places by the report's own tie-breaks. Players who remain tied may have any of the
// places that they share.
void check_places(const TrfReport& report, std::vector<TrfContradiction>& found) {
  if (report.tie_breaks.empty() || report.has_abnormal_points || !report.teams.empty()) return;
  const Tournament tournament = tournament_of(report);
  if (tournament.pairings.empty()) return;
  const Standings standings = standings_of(tournament, report.tie_breaks);
  if (!has_all_values(standings)) return;
  std::map<std::uint32_t, std::uint32_t> sharing;  // the number of players by place
  for (const StandingsRow& row : standings.rows) ++sharing[row.place];
  for (const StandingsRow& row : standings.rows) {
    const TrfPlayer& player = report.players[row.player];
    const bool fits = player.rank >= row.place && player.rank < row.place + sharing[row.place];
    if (player.rank == 0 || fits) continue;
    std::string names;
    for (const TieBreak& one : report.tie_breaks) {
      names += (names.empty() ? "" : ", ") + to_string(one);
    }
    found.push_back({player.rank_place, false,
                     fmt::format("{} has place {} in the report, but place {} by its tie-breaks {}",
                                 player.name, player.rank, row.place, names)});
  }
}

void check_ids(const TrfReport& report, std::vector<TrfContradiction>& found) {
  std::map<std::uint32_t, const TrfPlayer*> owners;
  for (const TrfPlayer& player : report.players) {
    if (player.fide_id == 0) continue;
    const auto [owner, is_new] = owners.emplace(player.fide_id, &player);
    if (is_new) continue;
    found.push_back({{player.place.line, 58, 11},
                     false,
                     fmt::format("{} has the FIDE id {} of {}; see line {}", player.name,
                                 player.fide_id, owner->second->name, owner->second->place.line)});
  }
}

}  // namespace

std::vector<TrfContradiction> check_trf(const TrfReport& report) {
  std::vector<TrfContradiction> found;
  const auto places = places_of(report);
  for (PlayerIndex i = 0; i < report.players.size(); ++i) {
    const TrfPlayer& player = report.players[i];
    HalfPoints sum = 0;
    for (std::size_t r = 0; r < player.rounds.size(); ++r) {
      const TrfRound& cell = player.rounds[r];
      sum += value_of(report, cell);
      if (cell.opponent == 0) continue;
      const auto opponent = places.find(cell.opponent);
      const auto report_it = [&](std::string message) {
        found.push_back({cell.place, false, std::move(message)});
      };
      if (opponent == places.end()) {
        report_it(fmt::format("{} meets player {} in round {}, who is not in the report",
                              player.name, cell.opponent, r + 1));
        continue;
      }
      const TrfPlayer& other = report.players[opponent->second];
      const TrfRound* mirror = mirror_of(report, opponent->second, r);
      if (mirror == nullptr || mirror->opponent != player.starting_rank) {
        report_it(fmt::format("{} meets {} in round {}, but line {} has another opponent there",
                              player.name, other.name, r + 1, other.place.line));
        continue;
      }
      if (opponent->second < i) continue;  // reported for the other player
      if (cell.color == mirror->color && cell.color != '-') {
        report_it(fmt::format("{} and {} both have {} in round {}; see line {}", player.name,
                              other.name, cell.color == 'w' ? "White" : "Black", r + 1,
                              other.place.line));
      }
      if (!fits(cell.result, mirror->result)) {
        report_it(fmt::format(
            "the results of {} ({}) and {} ({}) in round {} do not add up; see "
            "line {}",
            player.name, cell.result, other.name, mirror->result, r + 1, other.place.line));
      }
    }
    // Adds byes that occur only in the lines 240.
    for (const TrfByes& byes : report.byes) {
      const bool is_there =
          std::ranges::find(byes.players, player.starting_rank) != byes.players.end();
      const bool is_blank = byes.round == 0 || byes.round > player.rounds.size() ||
                            player.rounds[byes.round - 1].result == ' ';
      if (is_there && is_blank) sum += value_of(report, {.result = byes.kind, .place = {}});
    }
    if (player.points && *player.points != sum && !report.has_abnormal_points) {
      found.push_back(
          {player.points_place, true,
           fmt::format("{} has {}.{} points, but the results give {}.{}", player.name,
                       *player.points / 2, *player.points % 2 * 5, sum / 2, sum % 2 * 5)});
    }
  }
  check_ids(report, found);
  check_places(report, found);
  return found;
}

}  // namespace arbiter
