#include <fmt/format.h>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/tournament/trf.h"

namespace arbiter {
namespace {

// Text in so many columns, cut or filled up; characters, not bytes.
std::string cell(std::string_view text, std::size_t width) {
  std::string written(text.substr(0, size_of_code_points(text, width)));
  // What ends a line elsewhere must not end one here.
  for (char& c : written) c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return written + std::string(width - count_code_points(written), ' ');
}

constexpr std::size_t kNameWidth = 33;
constexpr std::size_t kTeamWidth = 32;

constexpr std::size_t kPointsWidth = 4;

// "2.5"; nothing if it has no room.
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

class TrfWriter {
 public:
  explicit TrfWriter(const TrfReport& report) : report_(report) {}

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
    line("222", report_.encoded_time_control);
    for (const TrfPlayer& player : report_.players) write_player(player);
    for (const TrfTeam& team : report_.teams) write_team(team);
    for (const TrfByes& byes : report_.byes) write_byes(byes);
    return std::move(text_);
  }

 private:
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

  // What is usual is not written.
  void write_scoring() {
    const TrfReport usual;
    std::string text;
    const auto add = [&text](char letter, HalfPoints points, HalfPoints usual_points) {
      const std::string value = points_text(points);
      if (points != usual_points && !value.empty()) {
        text += cell(fmt::format("{} {:>4}", letter, value), 9);
      }
    };
    add('W', report_.points_for_win, usual.points_for_win);
    add('D', report_.points_for_draw, usual.points_for_draw);
    add('L', report_.points_for_loss, usual.points_for_loss);
    if (!text.empty()) end_line("162  " + text);
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
  std::string text_;
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

}  // namespace arbiter
