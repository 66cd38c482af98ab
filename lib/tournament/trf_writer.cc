#include <fmt/format.h>

#include "lib/text/encoding.h"
#include "lib/tournament/trf.h"

namespace arbiter::tournament {

namespace {

// Text in so many columns, cut or filled up; characters, not bytes.
std::string cell(std::string_view text, std::size_t width) {
  std::string written;
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size() && columns < width; ++columns) {
    std::size_t end = i + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    // What ends a line elsewhere must not end one here.
    if (static_cast<unsigned char>(text[i]) < ' ') {
      written += ' ';
    } else {
      written += text.substr(i, end - i);
    }
    i = end;
  }
  return written + std::string(width - columns, ' ');
}

std::string points_text(HalfPoints points) {
  return fmt::format("{}.{}", points / 2, points % 2 == 0 ? 0 : 5);
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
    line("222", report_.encoded_time_control);
    for (const TrfPlayer& player : report_.players) write_player(player);
    for (const TrfTeam& team : report_.teams) write_team(team);
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

  void write_player(const TrfPlayer& player) {
    std::string text = fmt::format(
        "001 {:>4} {}{:>3} {} {:>4} {} {:>11} {} {:>4} {:>4}", player.starting_rank,
        player.sex == ' ' ? ' ' : player.sex, cell(player.title, 3), cell(player.name, 33),
        number_or_blank(player.rating), cell(player.federation, 3), number_or_blank(player.fide_id),
        cell(player.birth, 10), player.points ? points_text(*player.points) : "",
        number_or_blank(player.rank));
    for (const TrfRound& round : player.rounds) {
      text += fmt::format("  {:>4} {} {}",
                          round.opponent == 0 ? "0000" : std::to_string(round.opponent),
                          round.color, round.result);
    }
    end_line(std::move(text));
  }

  void write_team(const TrfTeam& team) {
    std::string text = cell(fmt::format("310 {:>3} {}", team.number, cell(team.name, 32)), 72);
    for (const std::uint32_t player : team.players) text += fmt::format(" {:>4}", player);
    end_line(std::move(text));
  }

  const TrfReport& report_;
  std::string text_;
};

}  // namespace

std::string write_trf(const TrfReport& report) { return TrfWriter(report).write(); }

}  // namespace arbiter::tournament
