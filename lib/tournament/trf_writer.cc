#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/team_standings.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"

namespace arbiter {

namespace {

// Truncates or pads the text to `width` characters.
std::string cell(std::string_view text, std::size_t width) {
  std::string written(text.substr(0, size_of_code_points(text, width)));
  // Replaces control characters, because they could end the line.
  for (char& c : written) c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return written + std::string(width - count_code_points(written), ' ');
}

constexpr std::size_t kNameWidth = 33;
constexpr std::size_t kTeamWidth = 32;

constexpr std::size_t kPointsWidth = 4;

// Returns text such as "2.5"; empty if it does not fit.
std::string trf_points(std::optional<HalfPoints> points, std::size_t width = kPointsWidth) {
  if (!points) return {};
  const std::string text = fmt::format("{}.{}", *points / 2, *points % 2 == 0 ? 0 : 5);
  if (text.size() <= width) return text;
  const bool fits = *points % 2 == 0 && text.size() - 2 <= width;
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
    write_scoring("162", report_.scoring, Scoring());
    write_special_scoring();
    line("192", report_.encoded_type);
    write_tie_breaks();
    line("222", report_.encoded_time_control);
    line("352", report_.board_colors);
    write_scoring("362", report_.match_scoring, TrfReport().match_scoring);
    for (const std::string& other : report_.other_lines) end_line(other);
    for (const TrfPlayer& player : report_.players) write_player(player);
    for (const TrfTeam& team : report_.teams) write_team(team);
    for (const TrfByes& byes : report_.byes) write_byes(byes);
    for (const TrfAward& award : report_.awards) write_award(award);
    for (const TrfTeamByes& byes : report_.team_byes) write_team_byes(byes);
    for (const TrfTeamForfeit& one : report_.team_forfeits) {
      end_line(fmt::format("330 {}{} {:03} {:>3} {:>3}", one.white_wins ? '+' : '-',
                           one.black_wins ? '+' : '-', one.round, one.white, one.black));
    }
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

  // Writes points that differ from the usual ones: letters from column 6 in steps of 9, each
  // followed by its points in four columns.
  void write_scoring(std::string_view code, const Scoring& scoring, const Scoring& usual) {
    std::string text;
    const auto add = [&text](char letter, HalfPoints points, HalfPoints usual_points) {
      const std::string value = trf_points(points);
      if (points != usual_points && !value.empty()) {
        text += cell(fmt::format("{}{:>4}", letter, value), 9);
      }
    };
    // By default, byes give the points of the corresponding game results.
    const Scoring implied = Scoring::of(scoring.win[0], scoring.draw[0], scoring.loss[0]);
    add('W', scoring.win[0], usual.win[0]);
    add('D', scoring.draw[0], usual.draw[0]);
    add('L', scoring.loss[0], usual.loss[0]);
    add('Z', scoring.zero_bye, implied.zero_bye);
    add('H', scoring.half_bye, implied.half_bye);
    add('F', scoring.full_bye, implied.full_bye);
    add('P', scoring.allocated_bye, implied.allocated_bye);
    if (!text.empty()) end_line(fmt::format("{}  {}", code, text));
  }

  // Writes points that depend on the colour, and points of forfeits, as a record of JavaFo.
  void write_special_scoring() {
    const Scoring& scoring = report_.scoring;
    std::string text;
    const auto add = [&text](std::string_view name, HalfPoints points, HalfPoints usual) {
      if (points != usual) text += fmt::format(" {}={}", name, trf_points(points));
    };
    add("BW", scoring.win[1], scoring.win[0]);
    add("BD", scoring.draw[1], scoring.draw[0]);
    add("BL", scoring.loss[1], scoring.loss[0]);
    add("FW", scoring.forfeit_win, scoring.win[0]);
    add("FL", scoring.forfeit_loss, 0);
    if (!text.empty()) end_line("XXS" + text);
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
        cell(player.birth, 10), trf_points(player.points), number_or_blank(player.rank));
    for (const TrfRound& round : player.rounds) {
      const bool is_blank = round.opponent == 0 && round.result == ' ';
      text += is_blank ? std::string(10, ' ')
                       : fmt::format("  {:>4} {} {}",
                                     round.opponent == 0 ? "0000" : std::to_string(round.opponent),
                                     round.color, round.result);
    }
    end_line(std::move(text));
  }

  void write_team(const TrfTeam& team) {
    constexpr std::size_t kWidth = 6;
    std::string text = fmt::format(
        "310 {:>3} {} {:>5} {:>6} {:>6} {:>6} {:>3} ", team.number, cell(team.name, kTeamWidth),
        cell(team.nickname, 5), cell(team.strength, kWidth), trf_points(team.match_points, kWidth),
        trf_points(team.game_points, kWidth), number_or_blank(team.rank));
    for (const std::uint32_t player : team.players) text += fmt::format(" {:>4}", player);
    end_line(std::move(text));
  }

  void write_award(const TrfAward& award) {
    std::string text = fmt::format("299 {} {:>4} {:>4} {:>3} ", award.result,
                                   trf_points(award.match_points), trf_points(award.game_points),
                                   award.round == 0 ? "" : fmt::format("{:03}", award.round));
    for (const std::uint32_t number : award.numbers) text += fmt::format(" {:>4}", number);
    end_line(std::move(text));
  }

  void write_team_byes(const TrfTeamByes& byes) {
    std::string text =
        fmt::format("320 {:>4} {:>4}", trf_points(byes.match_points), trf_points(byes.game_points));
    for (const std::uint32_t team : byes.teams) text += fmt::format(" {:>3}", team);
    end_line(std::move(text));
  }

  const TrfReport& report_;
  std::string text_ = {};
};

std::string day_text(const PartialDate& date) {
  return fmt::format("{:04}/{:02}/{:02}", *date.year, *date.month, *date.day);
}

char result_of(const Pairing& pairing, Color color) {
  if (!pairing.counts()) return ' ';
  if (pairing.kind == ScoreKind::Forfeit) return pairing.points(color) > 0 ? '+' : '-';
  constexpr std::string_view kSigns = "0=1";
  constexpr std::string_view kUnrated = "LDW";
  const bool is_unrated = pairing.kind == ScoreKind::Unrated;
  return (is_unrated ? kUnrated : kSigns)[static_cast<std::size_t>(pairing.points(color))];
}

char sign_of(const Bye& bye) {
  if (bye.is_board) return bye.kind == ByeKind::Zero ? '-' : '+';
  return "UFHZ"[static_cast<std::size_t>(bye.kind)];
}

// Returns the type and the encoded type (092, 192) of a tournament.
std::pair<std::string, std::string> types_of(const Tournament& tournament, bool teams_meet_all) {
  const bool is_double = tournament.cycles == 2;
  switch (tournament.system) {
    case System::RoundRobin:
      return {is_double ? "Individual: Double Round-Robin" : "Individual: Round-Robin",
              is_double                ? "FIDE_DOUBLEROUNDROBIN"
              : tournament.cycles == 1 ? "FIDE_ROUNDROBIN"
                                       : "CUSTOM_ROUNDROBIN"};
    case System::Swiss:
      return {"Individual: Swiss-System", "CUSTOM_SWISS"};
    case System::KnockOut:
      return {"Individual: Knock-Out", "CUSTOM_KNOCKOUT"};
    case System::Scheveningen:
      return {"Team: Scheveningen", "FIDE_SCHEVENINGEN"};
    case System::Team:
      if (teams_meet_all) return {"Team: Round-Robin", "CUSTOM_TEAM_ROUNDROBIN"};
      return {"Team: Swiss-System",
              tournament.teams.game_points_first ? "CUSTOM_TEAM_SWISS_GP" : "CUSTOM_TEAM_SWISS_MP"};
    default:
      return {};
  }
}

// Returns the three-letter FIDE code in capitals, the only form that fits in a report; empty for
// other text.
std::string federation_code(const std::string& federation) {
  if (federation.size() != 3 || !std::ranges::all_of(federation, is_letter)) return {};
  std::string code = federation;
  std::ranges::transform(code, code.begin(), [](char c) { return to_capital(c); });
  return code;
}

struct ReportMaker {
  Result<TrfReport> run() {
    for (const Pairing& pairing : event_.pairings) {
      if (pairing.round != 0) continue;
      return Error{fmt::format("{} has no round, which a report needs",
                               place_of(games_[*pairing.source], files_))};
    }
    for (const Pairing& pairing : event_.pairings) last_ = std::max(last_, pairing.round);
    for (const Bye& bye : event_.byes) last_ = std::max(last_, bye.round);
    if (event_.players.size() > kMaxTrfPlayers || last_ > kMaxTrfRounds) {
      return Error{fmt::format(
          "a tournament report (TRF) holds at most {} players and {} rounds, not {} and {}",
          kMaxTrfPlayers, kMaxTrfRounds, event_.players.size(), last_)};
    }
    const bool is_new = report_.players.empty();
    if (is_new) number_players();
    if (const auto twice = fill_rounds()) return *twice;
    set_points();
    report_.scoring = event_.scoring;
    if (is_new) {
      add_teams();
      describe();
    } else {
      remove_later_rounds();
    }
    describe_days(is_new);
    set_team_points(is_new);
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
    places_.resize(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) places_[order[i]] = i;
    for (const PlayerIndex index : order) {
      const Player& player = event_.players[index];
      report_.players.push_back({.starting_rank = places_[index] + 1,
                                 .sex = player.sex,
                                 .title = player.title,
                                 .name = player.name,
                                 .rating = player.rating,
                                 .federation = federation_code(player.federation),
                                 .fide_id = player.fide_id,
                                 .birth = player.birth});
    }
  }

  TrfPlayer& line_of(PlayerIndex player) { return report_.players[places_[player]]; }

  // Sets points and ranks. Keeps a given rank if possible; tied players may have any of the places
  // that they share.
  void set_points() {
    const auto tie_breaks = usual_tie_breaks(event_);
    const Standings standings = standings_of(event_, tie_breaks);
    std::map<std::uint32_t, std::uint32_t> sharing;
    for (const StandingsRow& row : standings.rows) ++sharing[row.place];
    for (const StandingsRow& row : standings.rows) {
      TrfPlayer& player = line_of(row.player);
      player.points = row.points;
      const bool fits = player.rank >= row.place && player.rank < row.place + sharing[row.place];
      if (!fits) player.rank = row.place;
    }
  }

  std::optional<Error> fill_rounds() {
    for (TrfPlayer& player : report_.players) {
      player.rounds.assign(last_, TrfRound{.result = ' ', .place = {}});
      for (std::uint32_t r = 0; r < event_.rounds; ++r) player.rounds[r].result = 'Z';
    }
    for (const Pairing& pairing : event_.pairings) {
      for (const Color color : {Color::White, Color::Black}) {
        TrfPlayer& player = line_of(pairing.player(color));
        TrfRound& round = player.rounds[pairing.round - 1];
        if (round.opponent != 0) {
          return Error{fmt::format("{} has two games in round {}, which a report cannot express",
                                   player.name, pairing.round)};
        }
        round.opponent = line_of(pairing.player(other(color))).starting_rank;
        round.color = color == Color::White ? 'w' : 'b';
        round.result = result_of(pairing, color);
      }
    }
    for (const Bye& bye : event_.byes) {
      if (bye.round == 0) continue;
      TrfRound& round = line_of(bye.player).rounds[bye.round - 1];
      if (round.opponent == 0) round.result = sign_of(bye);
    }
    return {};
  }

  // Removes byes and forfeited matches of teams in rounds that the tournament no longer has. Byes
  // of players are in the players' lines.
  void remove_later_rounds() {
    const auto is_removed = [this](const auto& one) { return one.round > last_; };
    if (!is_of_teams(report_)) report_.byes.clear();
    std::erase_if(report_.byes, is_removed);
    std::erase_if(report_.team_forfeits, is_removed);
    for (TrfTeamByes& byes : report_.team_byes) {
      byes.teams.resize(std::min<std::size_t>(byes.teams.size(), last_));
    }
    report_.rounds = std::max(report_.rounds, last_);
  }

  // Sets the points and ranks of the teams.
  void set_team_points(bool is_new) {
    if (report_.teams.empty()) return;
    std::map<std::string_view, TrfTeam*> teams;
    for (TrfTeam& team : report_.teams) teams.emplace(team.name, &team);
    const TeamStandings table = team_standings(event_, usual_team_tie_breaks(event_));
    for (const TeamRow& row : table.rows) {
      TrfTeam& team = *teams.at(row.team);
      team.match_points = row.match_points;
      team.game_points = row.game_points;
      team.rank = row.place;
    }
    if (!is_new) return;
    report_.board_colors = board_colors(event_);
    report_.match_scoring = event_.teams.match_scoring;
    std::tie(report_.type, report_.encoded_type) = types_of(event_, table.is_round_robin);
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
      report_.teams[place->second].players.push_back(line_of(i).starting_rank);
    }
    for (TrfTeam& team : report_.teams) std::ranges::sort(team.players);
  }

  // Splits "Lindenau GER" into city and federation.
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
    report_.rounds = std::max(event_.planned_rounds, last_);
    std::tie(report_.type, report_.encoded_type) = types_of(event_, false);
    for (const EventGame& game : games_) {
      if (game.is_of_playoff) continue;
      if (report_.city.empty()) set_place(game.value(KnownTag::Site));
      if (report_.encoded_time_control.empty()) {
        report_.encoded_time_control = game.value(KnownTag::TimeControl);
      }
    }
  }

  // Sets the dates of the games; the dates in an existing report are kept.
  void describe_days(bool is_new) {
    std::map<std::int32_t, PartialDate> days;
    std::map<std::uint32_t, std::map<std::int32_t, std::pair<std::size_t, PartialDate>>> by_round;
    const std::vector<std::uint32_t> rounds = round_numbers(games_);
    for (std::size_t i = 0; i < games_.size(); ++i) {
      const EventGame& game = games_[i];
      if (game.is_of_playoff || rounds[i] > last_) continue;
      const auto day = date_of(game);
      if (!day) continue;
      days.emplace(day_number(*day), *day);
      auto& [count, date] = by_round[rounds[i]][day_number(*day)];
      ++count;
      date = *day;
    }
    if (days.empty()) return;
    if (is_new || report_.start_date.empty()) report_.start_date = day_text(days.begin()->second);
    if (is_new || report_.end_date.empty()) report_.end_date = day_text(days.rbegin()->second);
    report_.round_dates.resize(std::max<std::size_t>(report_.round_dates.size(), last_));
    for (const auto& [round, of_round] : by_round) {
      if (round == 0 || !report_.round_dates[round - 1].empty()) continue;
      const auto usual =
          std::ranges::max_element(of_round, {}, [](const auto& day) { return day.second.first; });
      report_.round_dates[round - 1] = day_text(usual->second.second).substr(2);
    }
  }

  std::span<const EventGame> games_;
  const Tournament& event_;
  std::span<const std::string> files_;
  TrfReport report_ = {};                   // initially without players if there is no report
  std::vector<std::uint32_t> places_ = {};  // the index of each player in TrfReport::players
  std::uint32_t last_ = 0;                  // the last round with a game or a bye
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
    if (player.points && trf_points(player.points).empty()) {
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

Result<TrfReport> updated_trf(TrfReport report, const Tournament& tournament,
                              std::span<const EventGame> games,
                              std::span<const std::string> files) {
  std::vector<std::uint32_t> places(report.players.size());
  std::iota(places.begin(), places.end(), 0U);
  return ReportMaker(games, tournament, files, std::move(report), std::move(places)).run();
}

}  // namespace arbiter
