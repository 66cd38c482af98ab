#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"

namespace arbiter {

namespace {

// Returns the text cut or filled to `width` characters.
std::string cell(std::string_view text, std::size_t width) {
  std::string written(text.substr(0, size_of_code_points(text, width)));
  // Control characters must not end a line.
  for (char& c : written) c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return written + std::string(width - count_code_points(written), ' ');
}

constexpr std::size_t kNameWidth = 33;
constexpr std::size_t kTeamWidth = 32;

constexpr std::size_t kPointsWidth = 4;

// Returns "2.5"; empty if it does not fit.
std::string points_text(std::optional<HalfPoints> points) {
  if (!points) return {};
  const std::string text = fmt::format("{}.{}", *points / 2, *points % 2 == 0 ? 0 : 5);
  if (text.size() <= kPointsWidth) return text;
  const bool fits = *points % 2 == 0 && text.size() - 2 <= kPointsWidth;
  return fits ? text.substr(0, text.size() - 2) : std::string();
}

std::string number_or_blank(std::uint32_t number) {
  return number == 0 ? std::string() : std::to_string(number);
}

struct TrfWriter {
  std::string write() {
    line("012", report_.name);
    line("022", report_.city);
    line("032", report_.federation);
    line("042", report_.start_date);
    line("052", report_.end_date);
    line("062", std::to_string(report_.players.size()));
    line("072", std::to_string(rated_players()));
    if (!report_.teams.empty()) line("082", std::to_string(report_.teams.size()));
    line("092", report_.type);
    line("102", report_.chief_arbiter);
    for (const std::string& arbiter : report_.deputy_arbiters) line("112", arbiter);
    line("122", report_.time_control);
    write_dates();
    if (report_.rounds > 0) line("142", std::to_string(report_.rounds));
    write_scoring();
    line("192", report_.encoded_type);
    write_tie_breaks();
    line("222", report_.encoded_time_control);
    for (const TrfPlayer& player : report_.players) write_player(player);
    for (const TrfTeam& team : report_.teams) write_team(team);
    for (const TrfByes& byes : report_.byes) write_byes(byes);
    return std::move(text_);
  }

  void line(std::string_view code, std::string_view value) {
    if (value.empty()) return;
    end_line(fmt::format("{} {}", code, value));
  }

  void end_line(std::string text) {
    for (char& c : text) c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    while (!text.empty() && text.back() == ' ') text.pop_back();
    text_ += text;
    text_ += "\r\n";
  }

  std::size_t rated_players() const {
    std::size_t rated = 0;
    for (const TrfPlayer& player : report_.players) rated += player.rating > 0 ? 1 : 0;
    return rated;
  }

  void write_dates() {
    if (report_.round_dates.empty()) return;
    std::string text = cell("132", 91);
    for (const std::string& date : report_.round_dates) text += cell(date, 8) + "  ";
    end_line(std::move(text));
  }

  // Writes the scoring if it is unusual.
  void write_scoring() {
    const Scoring& scoring = report_.scoring;
    std::string text;
    const auto add = [&text](char letter, HalfPoints points, HalfPoints usual_points) {
      const std::string value = points_text(points);
      if (points != usual_points && !value.empty()) {
        text += cell(fmt::format("{} {:>4}", letter, value), 9);
      }
    };
    const Scoring usual;
    add('W', scoring.win[0], usual.win[0]);
    add('D', scoring.draw[0], usual.draw[0]);
    add('L', scoring.loss[0], usual.loss[0]);
    add('Z', scoring.zero_bye, usual.zero_bye);
    add('P', scoring.allocated_bye, scoring.win[0]);
    if (!text.empty()) end_line("162  " + text);
  }

  void write_tie_breaks() {
    std::string text;
    for (const TieBreak& tie_break : report_.tie_breaks) {
      text += (text.empty() ? "" : ",") + to_string(tie_break);
    }
    line("212", text);
  }

  void write_byes(const TrfByes& byes) {
    std::string text = fmt::format("240 {} {:03}", byes.kind, byes.round);
    for (const std::uint32_t player : byes.players) text += fmt::format(" {:>4}", player);
    end_line(std::move(text));
  }

  void write_player(const TrfPlayer& player) {
    std::string text = fmt::format(
        "001 {:>4} {}{:>3} {} {:>4} {} {:>11} {} {:>4} {:>4}", player.starting_rank,
        player.sex == ' ' ? ' ' : player.sex, cell(player.title, 3), cell(player.name, kNameWidth),
        number_or_blank(player.rating), cell(player.federation, 3), number_or_blank(player.fide_id),
        cell(player.birth, 10), points_text(player.points), number_or_blank(player.rank));
    for (const TrfRound& round : player.rounds) {
      text += fmt::format("  {:>4} {} {}",
                          round.opponent == 0 ? "0000" : std::to_string(round.opponent),
                          round.color, round.result);
    }
    end_line(std::move(text));
  }

  void write_team(const TrfTeam& team) {
    std::string text =
        cell(fmt::format("310 {:>3} {}", team.number, cell(team.name, kTeamWidth)), 72);
    for (const std::uint32_t player : team.players) text += fmt::format(" {:>4}", player);
    end_line(std::move(text));
  }

  const TrfReport& report_;
  std::string text_ = {};
};

std::string day_text(const PartialDate& date) {
  return fmt::format("{:04}/{:02}/{:02}", *date.year, *date.month, *date.day);
}

char result_of(const Pairing& pairing, Color color) {
  if (pairing.kind == ScoreKind::Forfeit) return pairing.points(color) > 0 ? '+' : '-';
  constexpr std::string_view kSigns = "0=1";
  constexpr std::string_view kUnrated = "LDW";
  const bool is_unrated = pairing.kind == ScoreKind::Unrated;
  return (is_unrated ? kUnrated : kSigns)[static_cast<std::size_t>(pairing.points(color))];
}

// Returns FIDE's code, the only form that fits into a report: "GER", also for "ger".
std::string federation_code(const std::string& federation) {
  if (federation.size() != 3 || !std::ranges::all_of(federation, is_letter)) return {};
  std::string code = federation;
  std::ranges::transform(code, code.begin(), [](char c) { return to_capital(c); });
  return code;
}

struct ReportMaker {
  Result<TrfReport> run() {
    for (const Pairing& pairing : event_.pairings) {
      if (pairing.round == 0 || !pairing.counts()) {
        return Error{fmt::format("{} has no {}, which a report needs",
                                 place_of(games_[pairing.source], files_),
                                 pairing.round == 0 ? "round" : "result")};
      }
    }
    if (event_.players.size() > kMaxTrfPlayers || event_.rounds > kMaxTrfRounds) {
      return Error{fmt::format("a report has room for {} players and {} rounds, not for {} and {}",
                               kMaxTrfPlayers, kMaxTrfRounds, event_.players.size(),
                               event_.rounds)};
    }
    number_players();
    if (const auto twice = fill_rounds()) return *twice;
    add_teams();
    describe();
    return std::move(report_);
  }

  // Numbers the players by their pairing numbers if all have one, otherwise by rating, then by
  // name.
  void number_players() {
    std::vector<PlayerIndex> order(event_.players.size());
    std::iota(order.begin(), order.end(), PlayerIndex{0});
    const bool has_numbers = std::ranges::all_of(
        event_.players, [](const Player& player) { return player.pairing_number != 0; });
    std::ranges::stable_sort(order, [&](PlayerIndex one, PlayerIndex other) {
      const Player& left = event_.players[one];
      const Player& right = event_.players[other];
      if (has_numbers) return left.pairing_number < right.pairing_number;
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
    const auto tie_breaks = usual_tie_breaks(event_);
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
          return Error{fmt::format("{} has two games in round {}, which a report cannot express",
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
      if (round.opponent == 0) round.result = "UFHZ"[static_cast<std::size_t>(bye.kind)];
    }
    return {};
  }

  // Adds the teams in the order of their first players.
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

  // Splits "Lindenau GER" into the city and the federation.
  void set_place(std::string_view site) {
    const std::size_t blank = site.rfind(' ');
    const std::string_view last = site.substr(blank + 1);
    const bool has_code =
        blank != std::string_view::npos && last.size() == 3 &&
        std::ranges::all_of(last, [](char c) { return is_letter(c) && c == to_capital(c); });
    report_.city = has_code ? trim(site.substr(0, blank)) : site;
    if (has_code) report_.federation = last;
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
    const std::vector<std::uint32_t> rounds = round_numbers(games_);
    for (std::size_t i = 0; i < games_.size(); ++i) {
      const EventGame& game = games_[i];
      if (game.is_of_playoff) continue;
      if (report_.city.empty()) set_place(game.value(KnownTag::Site));
      if (report_.encoded_time_control.empty()) {
        report_.encoded_time_control = game.value(KnownTag::TimeControl);
      }
      const auto day = date_of(game);
      if (!day) continue;
      days.emplace(day_number(*day), *day);
      auto& [count, date] = by_round[rounds[i]][day_number(*day)];
      ++count;
      date = *day;
    }
    if (days.empty()) return;
    report_.start_date = day_text(days.begin()->second);
    report_.end_date = day_text(days.rbegin()->second);
    report_.round_dates.resize(event_.rounds);
    for (const auto& [round, of_round] : by_round) {
      if (round == 0 || round > event_.rounds) continue;  // of a play-off
      const auto usual =
          std::ranges::max_element(of_round, {}, [](const auto& day) { return day.second.first; });
      report_.round_dates[round - 1] = day_text(usual->second.second).substr(2);
    }
  }

  std::span<const EventGame> games_;
  const Tournament& event_;
  std::span<const std::string> files_;
  std::vector<std::uint32_t> rank_of_ = {};
  TrfReport report_ = {};
};

}  // namespace

std::string write_trf(const TrfReport& report) { return TrfWriter(report).write(); }

std::vector<std::string> cuts_in_trf(const TrfReport& report) {
  std::vector<std::string> cuts;
  const auto look = [&cuts](std::string_view what, std::string_view name, std::size_t width) {
    if (count_code_points(name) <= width) return;
    cuts.push_back(fmt::format("the {} \"{}\" is longer than the {} characters of a report: \"{}\"",
                               what, name, width, trim(cell(name, width))));
  };
  for (const TrfPlayer& player : report.players) {
    look("name", player.name, kNameWidth);
    if (player.points && points_text(player.points).empty()) {
      cuts.push_back(fmt::format("the {} points of {} do not fit into a report and are omitted",
                                 *player.points / 2, player.name));
    }
  }
  for (const TrfTeam& team : report.teams) look("team", team.name, kTeamWidth);
  return cuts;
}

Result<TrfReport> trf_of_games(std::span<const EventGame> games, const Tournament& tournament,
                               std::span<const std::string> files) {
  return ReportMaker(games, tournament, files).run();
}

}  // namespace arbiter
