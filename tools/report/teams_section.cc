// The teams: a table with match results, the boards of each match, and the best players on each
// board.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lib/tournament/team_standings.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

// Returns points such as "12", "½" or "2½".
std::string half_text(HalfPoints points) {
  const std::string whole = points < 2 && points % 2 != 0 ? "" : std::to_string(points / 2);
  return whole + (points % 2 == 0 ? "" : "½");
}

class TeamTables {
 public:
  TeamTables(const PageContent& content, HtmlWriter& page)
      : content_(content),
        words_(content.words),
        tournament_(content.event->tournament),
        page_(page) {
    for (const TeamMatch& match : matches_) rounds_.insert(match.round);
  }

  void write() {
    write_table();
    write_matches();
    write_best_boards();
  }

 private:
  void write_table() {
    page_.leaf("h3", words_("Teams"));
    std::vector<TableHeading> headings = {{"#", "num"},
                                          {words_("Team"), "name"},
                                          {words_("Matches"), "num"},
                                          {words_("Match points"), "num"},
                                          {words_("Game points"), "num"}};
    const CrossTable cross_table = team_cross_table(tournament_, standings_, half_text);
    const bool has_opponents = cross_table.form == CrossTableForm::Opponents;
    for (const std::string& heading : cross_table.headings) {
      headings.emplace_back(has_opponents ? heading : words_.filled("R{}", heading), "result");
    }
    const PageTable table(words_("Teams"), headings, page_);
    for (std::size_t i = 0; i < standings_.rows.size(); ++i) {
      const TeamRow& row = standings_.rows[i];
      const HtmlElement element(page_, "tr");
      write_cell(std::to_string(row.place), "num", page_);
      page_.leaf("th", row.team, {{"scope", "row"}, {"class", "name"}});
      write_cell(std::to_string(row.matches), "num", page_);
      write_cell(points_text(row.match_points), "num points", page_);
      write_cell(points_text(row.game_points), "num", page_);
      for (std::size_t column = 0; column < cross_table.headings.size(); ++column) {
        const std::string& cell = cross_table.rows[i][column];
        const bool is_own = has_opponents && column == i;
        write_cell(is_own                     ? ""
                   : cell.starts_with("bye ") ? std::string(words_("bye")) + cell.substr(3)
                                              : cell,
                   is_own ? "result own" : "result", page_);
      }
    }
  }

  // Writes the matches of each round with their boards. An unfinished match shows the points of its
  // finished games.
  void write_matches() {
    if (matches_.empty()) return;
    page_.leaf("h3", words_("Matches"));
    for (const std::uint32_t round : rounds_) {
      const std::string number = round == 0 ? "?" : std::to_string(round);
      const std::string name = words_.filled("Round {}", number);
      const bool is_last = round == *rounds_.rbegin();
      const FoldedPart part(name, "", is_last ? FoldedPart::Form::Open : FoldedPart::Form::Lazy,
                            page_);
      const PageTable table(words_.filled("Matches of round {}", number),
                            {{words_("Board"), "num"},
                             {words_("Team"), "name"},
                             {words_("Result"), "result"},
                             {words_("Team"), "name"}},
                            page_);
      for (const TeamMatch& match : matches_) {
        if (match.round == round) write_match(match);
      }
    }
  }

  void write_match(const TeamMatch& match) {
    {
      const HtmlElement row(page_, "tr", {{"class", "match"}});
      write_cell("", "num", page_);
      page_.leaf("th", match.first, {{"scope", "row"}, {"class", "name"}});
      write_cell(fmt::format("{}–{}{}", points_text(match.first_points),
                             points_text(match.second_points), match.is_open ? " *" : ""),
                 "result", page_);
      write_cell(match.second, "name", page_);
    }
    for (std::size_t i = 0; i < match.games.size(); ++i) {
      const Pairing& game = tournament_.pairings[match.games[i]];
      const bool is_white = tournament_.players[game.white].team == match.first;
      const Color color = is_white ? Color::White : Color::Black;
      const HtmlElement row(page_, "tr");
      write_cell(std::to_string(i + 1), "num", page_);
      write_player(game.player(color));
      {
        const HtmlElement cell(page_, "td", {{"class", "result"}});
        const std::string text = !game.counts() ? "*"
                                 : game.kind == ScoreKind::Forfeit
                                     ? fmt::format("{}–{}", game.points(color) > 0 ? '+' : '-',
                                                   game.points(other(color)) > 0 ? '+' : '-')
                                     : fmt::format("{}–{}", half_text(game.points(color)),
                                                   half_text(game.points(other(color))));
        if (content_.can_be_played(game.source)) {
          page_.leaf("a", text, {{"href", content_.address_of(*game.source)}});
        } else {
          page_.text(text);
        }
      }
      write_player(game.player(other(color)));
    }
  }

  void write_player(PlayerIndex player) {
    const HtmlElement cell(page_, "td", {{"class", "name"}});
    page_.leaf("a", tournament_.players[player].name,
               {{"href", fmt::format("#player-{}", content_.event->rows[player] + 1)}});
  }

  // A player's games on one board.
  struct BoardScore {
    PlayerIndex player = 0;
    std::uint32_t games = 0;
    HalfPoints points = 0;
  };

  // Writes the three best players of each board by percentage score, among those who played in at
  // least half of the rounds. A player belongs to the board of most of the games.
  void write_best_boards() {
    constexpr std::size_t kBest = 3;
    std::map<PlayerIndex, std::map<std::size_t, std::uint32_t>> boards;
    std::map<PlayerIndex, BoardScore> scores;
    for (const TeamMatch& match : matches_) {
      for (std::size_t i = 0; i < match.games.size(); ++i) {
        const Pairing& game = tournament_.pairings[match.games[i]];
        if (game.kind != ScoreKind::Played) continue;
        for (const Color color : {Color::White, Color::Black}) {
          const PlayerIndex player = game.player(color);
          ++boards[player][i];
          scores[player].player = player;
          ++scores[player].games;
          scores[player].points += game.points(color);
        }
      }
    }
    std::map<std::size_t, std::vector<BoardScore>> best;
    for (const auto& [player, games] : boards) {
      const auto most = std::ranges::max_element(games, {}, [](const auto& entry) {
        return std::pair(entry.second, SIZE_MAX - entry.first);
      });
      const BoardScore& score = scores[player];
      if (score.games * 2 >= rounds_.size()) best[most->first].push_back(score);
    }
    if (best.empty()) return;
    page_.leaf("h3", words_("Best players of each board"));
    const PageTable table(words_("Best players of each board"),
                          {{words_("Board"), "num"},
                           {words_("Name"), "name"},
                           {words_("Team"), "name"},
                           {words_("Games"), "num"},
                           {words_("Points"), "num"},
                           {words_("Share"), "num"}},
                          page_);
    for (auto& [board, players] : best) {
      std::ranges::stable_sort(players, [](const BoardScore& one, const BoardScore& other) {
        const auto share = [](const BoardScore& a, const BoardScore& b) {
          return static_cast<std::uint64_t>(a.points) * b.games;
        };
        return std::tuple(share(one, other), one.games) >
               std::tuple(share(other, one), other.games);
      });
      for (std::size_t i = 0; i < std::min(kBest, players.size()); ++i) {
        const HtmlElement row(page_, "tr");
        write_cell(std::to_string(board + 1), "num", page_);
        write_player(players[i].player);
        write_cell(tournament_.players[players[i].player].team, "name", page_);
        write_cell(std::to_string(players[i].games), "num", page_);
        write_cell(points_text(players[i].points), "num", page_);
        write_cell(fmt::format("{:.0f} %", 50.0 * players[i].points / players[i].games), "num",
                   page_);
      }
    }
  }

  const PageContent& content_;
  const Words& words_;
  const Tournament& tournament_;
  HtmlWriter& page_;
  TeamStandings standings_ = team_standings(tournament_, usual_team_tie_breaks(tournament_));
  std::vector<TeamMatch> matches_ = team_matches(tournament_);
  std::set<std::uint32_t> rounds_ = {};
};

}  // namespace

void write_teams(const PageContent& content, HtmlWriter& page) {
  TeamTables(content, page).write();
}

}  // namespace arbiter
