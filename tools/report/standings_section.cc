// The table of the tournament, with the results between the players.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lib/tournament/cross_table.h"
#include "lib/tournament/player_record.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/team_standings.h"
#include "tools/cli/output/quantities.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

// Returns "½" for "=", as in printed tables.
std::string printed(std::string_view result) {
  std::string text;
  for (const char c : result) text += c == '=' ? std::string("½") : std::string(1, c);
  return text;
}

class StandingsTable {
 public:
  StandingsTable(const Tournament& tournament, HtmlWriter& page)
      : tournament_(tournament),
        standings_(standings_of(tournament, usual_tie_breaks(tournament))),
        table_(cross_table(tournament, standings_)),
        records_(player_records(tournament)),
        page_(page) {
    for (const Player& player : tournament.players) {
      has_titles_ = has_titles_ || !player.title.empty();
      has_ratings_ = has_ratings_ || player.rating != 0;
      has_federations_ = has_federations_ || !player.federation.empty();
    }
    for (std::size_t i = 0; i < standings_.tie_breaks.size(); ++i) {
      decides_.push_back(std::ranges::any_of(
          standings_.rows, [i](const StandingsRow& row) { return row.values[i].has_value(); }));
    }
  }

  void write() {
    {
      const PageTable table("Standings and results", headings(), page_);
      for (std::size_t i = 0; i < standings_.rows.size(); ++i) write_row(i);
    }
    write_legend();
  }

 private:
  std::vector<TableHeading> headings() const {
    std::vector<TableHeading> headings = {{"#", "num"}};
    if (has_titles_) headings.push_back({"Title", ""});
    headings.push_back({"Name", "name"});
    if (has_federations_) headings.push_back({"Fed", ""});
    if (has_ratings_) headings.push_back({"Rating", "num"});
    headings.push_back({"Points", "num"});
    for (const std::string& heading : table_.headings) {
      const bool is_opponent = table_.form == CrossTableForm::Opponents;
      headings.push_back({is_opponent ? heading : fmt::format("R{}", heading), "result"});
    }
    for (std::size_t i = 0; i < standings_.tie_breaks.size(); ++i) {
      const TieBreak tie_break = standings_.tie_breaks[i];
      if (!decides_[i]) continue;
      headings.push_back({to_string(tie_break), "num", meaning_of(tie_break)});
    }
    if (has_ratings_) {
      headings.push_back({"Perf", "num", "Performance: the rating that the results show"});
      headings.push_back({"+/−", "num", "Change of the rating by FIDE's formula"});
    }
    return headings;
  }

  void write_row(std::size_t index) {
    const StandingsRow& row = standings_.rows[index];
    const Player& player = tournament_.players[row.player];
    const HtmlElement element(page_, "tr");
    write_cell(std::to_string(row.place), "num", page_);
    if (has_titles_) write_cell(player.title, "", page_);
    page_.leaf("th", player.name, {{"scope", "row"}, {"class", "name"}});
    if (has_federations_) write_cell(player.federation, "", page_);
    if (has_ratings_)
      write_cell(player.rating == 0 ? "" : std::to_string(player.rating), "num", page_);
    write_cell(points_text(row.points), "num points", page_);
    for (std::size_t column = 0; column < table_.rows[index].size(); ++column) {
      const bool is_own = table_.form == CrossTableForm::Opponents && column == index;
      write_cell(is_own ? "" : printed(table_.rows[index][column]),
                 is_own ? "result own" : "result", page_);
    }
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (decides_[i]) write_cell(value_text(row.values[i]), "num", page_);
    }
    if (has_ratings_) write_rating(row.player);
  }

  void write_rating(PlayerIndex player) {
    const PlayerRating rating = rating_of(tournament_, records_[player], player, std::nullopt);
    write_cell(rating.performance ? std::to_string(*rating.performance) : "", "num", page_);
    write_cell(rating.change ? signed_tenths(*rating.change) : "", "num", page_);
  }

  void write_legend() {
    std::string legend;
    for (std::size_t i = 0; i < standings_.tie_breaks.size(); ++i) {
      const TieBreak tie_break = standings_.tie_breaks[i];
      if (!decides_[i]) continue;
      legend += fmt::format("{}{} ({})", legend.empty() ? "Tie-breaks, in this order: " : ", ",
                            to_string(tie_break), meaning_of(tie_break));
    }
    if (!legend.empty()) {
      legend += fmt::format(" by FIDE's rules of {}. ", to_string(standings_.edition));
    }
    legend +=
        table_.form == CrossTableForm::Opponents
            ? "A column is the player in that row; + and - are forfeits."
            : "“12w1” is a win with White against the player in row 12; + and - are forfeits.";
    page_.leaf("p", legend, {{"class", "legend"}});
  }

  const Tournament& tournament_;
  Standings standings_;
  CrossTable table_;
  std::vector<PlayerRecord> records_;
  HtmlWriter& page_;
  bool has_titles_ = false;
  bool has_ratings_ = false;
  bool has_federations_ = false;
  std::vector<bool> decides_;  // by tie-break: whether a player has a value of it
};

void write_teams(const Tournament& tournament, HtmlWriter& page) {
  page.leaf("h3", "Teams");
  const PageTable table("Teams",
                        {{"#", "num"},
                         {"Team", "name"},
                         {"Matches", "num"},
                         {"Match points", "num"},
                         {"Game points", "num"}},
                        page);
  const auto tie_breaks = usual_team_tie_breaks(tournament);
  for (const TeamRow& row : team_standings(tournament, tie_breaks).rows) {
    const HtmlElement element(page, "tr");
    write_cell(std::to_string(row.place), "num", page);
    page.leaf("th", row.team, {{"scope", "row"}, {"class", "name"}});
    write_cell(std::to_string(row.matches), "num", page);
    write_cell(points_text(row.match_points), "num points", page);
    write_cell(points_text(row.game_points), "num", page);
  }
}

}  // namespace

void write_standings(const PageContent& content, HtmlWriter& page) {
  if (content.event == nullptr) return;
  const Tournament& tournament = *content.event;
  const HtmlElement section(page, "section", {{"id", "standings"}});
  page.leaf("h2", "Standings");
  if (tournament.system == System::Team) {
    write_teams(tournament, page);
    page.leaf("h3", "Players");
  }
  StandingsTable(tournament, page).write();
  if (content.repeated > 0) {
    page.leaf("p",
              fmt::format("{} {} and {} not count.", counted(content.repeated, "game"),
                          content.repeated == 1 ? "repeats another" : "repeat others",
                          content.repeated == 1 ? "does" : "do"),
              {{"class", "legend"}});
  }
}

}  // namespace arbiter
