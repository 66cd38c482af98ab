#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/trf.h"

namespace arbiter {
namespace {

std::string day_text(const PartialDate& date, bool is_short) {
  if (is_short) return fmt::format("{:02}/{:02}/{:02}", *date.year % 100, *date.month, *date.day);
  return fmt::format("{:04}/{:02}/{:02}", *date.year, *date.month, *date.day);
}

std::optional<PartialDate> day_of(const EventGame& game) {
  const auto date = parse_date(game.value(KnownTag::Date));
  return date && date->is_complete() && may_exist(*date) ? date : std::nullopt;
}

char result_of(const Pairing& pairing, Color color) {
  if (pairing.kind == ScoreKind::Forfeit) return pairing.points(color) > 0 ? '+' : '-';
  constexpr char kSigns[] = {'0', '=', '1'};
  return kSigns[pairing.points(color)];
}

// A report has room for FIDE's codes only: "GER", and for "ger" too.
std::string federation_code(const std::string& federation) {
  if (federation.size() != 3 || !std::ranges::all_of(federation, is_letter)) return {};
  std::string code = federation;
  std::ranges::transform(code, code.begin(), [](char c) { return to_capital(c); });
  return code;
}

class ReportMaker {
 public:
  ReportMaker(std::span<const EventGame> games, const Tournament& tournament,
              std::span<const std::string> files)
      : games_(games), event_(tournament), files_(files) {}

  Result<TrfReport> run() {
    for (const Pairing& pairing : event_.pairings) {
      if (pairing.round == 0 || !pairing.counts()) {
        return Error{fmt::format("{} has no {}, which a report needs",
                                 place_of(games_[pairing.source], files_),
                                 pairing.round == 0 ? "round" : "result")};
      }
    }
    if (event_.players.size() > kMostTrfPlayers || event_.rounds > kMostTrfRounds) {
      return Error{fmt::format("a report has room for {} players and {} rounds, not for {} and {}",
                               kMostTrfPlayers, kMostTrfRounds, event_.players.size(),
                               event_.rounds)};
    }
    number_players();
    if (const auto twice = fill_rounds()) return *twice;
    add_teams();
    describe();
    return std::move(report_);
  }

 private:
  // By rating, then by name: the usual starting ranks.
  void number_players() {
    std::vector<PlayerIndex> order(event_.players.size());
    std::iota(order.begin(), order.end(), PlayerIndex{0});
    std::ranges::stable_sort(order, [&](PlayerIndex one, PlayerIndex other) {
      const Player& left = event_.players[one];
      const Player& right = event_.players[other];
      return left.rating != right.rating ? left.rating > right.rating : left.name < right.name;
    });
    rank_of_.resize(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) rank_of_[order[i]] = i + 1;
    for (const PlayerIndex index : order) {
      const Player& player = event_.players[index];
      report_.players.push_back({.starting_rank = rank_of_[index],
                                 .title = player.title,
                                 .name = player.name,
                                 .rating = player.rating,
                                 .federation = federation_code(player.federation),
                                 .fide_id = player.fide_id});
    }
    const auto tie_breaks = usual_tie_breaks(event_.system);
    for (const StandingsRow& row : standings_of(event_, tie_breaks).rows) {
      TrfPlayer& player = report_.players[rank_of_[row.player] - 1];
      player.points = row.points;
      player.rank = row.place;
    }
  }

  std::optional<Error> fill_rounds() {
    for (TrfPlayer& player : report_.players) {
      player.rounds.assign(event_.rounds, TrfRound{.result = 'Z', .place = {}});
    }
    for (const Pairing& pairing : event_.pairings) {
      for (const Color color : {Color::White, Color::Black}) {
        TrfPlayer& player = report_.players[rank_of_[pairing.player(color)] - 1];
        TrfRound& round = player.rounds[pairing.round - 1];
        if (round.opponent != 0) {
          return Error{fmt::format("{} has two games in round {}, which a report cannot say",
                                   player.name, pairing.round)};
        }
        round.opponent = rank_of_[pairing.player(other(color))];
        round.color = color == Color::White ? 'w' : 'b';
        round.result = result_of(pairing, color);
      }
    }
    for (const Bye& bye : event_.byes) {
      if (bye.round == 0) continue;
      TrfRound& round = report_.players[rank_of_[bye.player] - 1].rounds[bye.round - 1];
      round.result = bye.points == 2 ? 'U' : bye.points == 1 ? 'H' : 'Z';
    }
    return {};
  }

  // In the order of their first players.
  void add_teams() {
    std::map<std::string_view, std::size_t> places;
    for (PlayerIndex i = 0; i < event_.players.size(); ++i) {
      const std::string& name = event_.players[i].team;
      if (name.empty()) continue;
      const auto [place, is_new] = places.try_emplace(name, report_.teams.size());
      if (is_new) {
        report_.teams.push_back(
            {.number = static_cast<std::uint32_t>(places.size()), .name = name});
      }
      report_.teams[place->second].players.push_back(rank_of_[i]);
    }
    for (TrfTeam& team : report_.teams) std::ranges::sort(team.players);
  }

  void describe() {
    report_.name = event_.name;
    report_.rounds = event_.rounds;
    report_.type = event_.system == System::RoundRobin ? "Individual: Round-Robin"
                   : event_.system == System::Swiss    ? "Individual: Swiss-System"
                   : event_.system == System::Team     ? "Team"
                                                       : "";
    std::map<std::int32_t, PartialDate> days;
    std::map<std::uint32_t, std::map<std::int32_t, std::pair<std::size_t, PartialDate>>> by_round;
    for (const EventGame& game : games_) {
      if (report_.city.empty()) report_.city = game.value(KnownTag::Site);
      if (report_.encoded_time_control.empty()) {
        report_.encoded_time_control = game.value(KnownTag::TimeControl);
      }
      const auto day = day_of(game);
      if (!day) continue;
      days.emplace(day_number(*day), *day);
      auto& [count, date] = by_round[game.round().round][day_number(*day)];
      ++count;
      date = *day;
    }
    if (days.empty()) return;
    report_.start_date = day_text(days.begin()->second, false);
    report_.end_date = day_text(days.rbegin()->second, false);
    report_.round_dates.resize(event_.rounds);
    for (const auto& [round, of_round] : by_round) {
      if (round == 0) continue;
      const auto usual =
          std::ranges::max_element(of_round, {}, [](const auto& day) { return day.second.first; });
      report_.round_dates[round - 1] = day_text(usual->second.second, true);
    }
  }

  std::span<const EventGame> games_;
  const Tournament& event_;
  std::span<const std::string> files_;
  std::vector<std::uint32_t> rank_of_;
  TrfReport report_;
};

}  // namespace

Result<TrfReport> trf_of_games(std::span<const EventGame> games, const Tournament& tournament,
                               std::span<const std::string> files) {
  return ReportMaker(games, tournament, files).run();
}

}  // namespace arbiter
