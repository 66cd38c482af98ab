// The table of the tournament, with the results between the players. The teams: their table with
// the results of matches, the boards of each match, and the best players on each board.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "lib/export/neutral_text.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/team_standings.h"
#include "tools/cli/output/text_cells.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

// Tables with more than twice this number of rows are collapsed after it.
constexpr std::size_t kFirstRows = 50;

// The columns that are shown only if a player has a value.
struct ShownColumns {
  explicit ShownColumns(const EventTables& event) {
    for (const Player& player : event.tournament.players) {
      has_titles = has_titles || !player.title.empty();
      has_ratings = has_ratings || player.rating != 0;
      has_federations = has_federations || !player.federation.empty();
    }
    for (std::size_t i = 0; i < event.standings.tie_breaks.size(); ++i) {
      const bool has_value = std::ranges::any_of(
          event.standings.rows, [i](const StandingsRow& row) { return row.values[i].has_value(); });
      if (has_value) tie_breaks.push_back(i);
    }
  }

  bool has_titles = false;
  bool has_ratings = false;
  bool has_federations = false;
  std::vector<std::size_t> tie_breaks = {};
};

class StandingsTable {
 public:
  StandingsTable(const PageContent& content, HtmlWriter& page)
      : content_(content), words_(content.words), event_(*content.event), page_(page) {}

  void write() {
    const std::size_t all = event_.standings.rows.size();
    const std::size_t first = all <= 2 * kFirstRows ? all : kFirstRows;
    write_rows(words_("Standings and results"), 0, first);
    if (first < all) {
      const std::string name =
          words_.filled("Places {} to {}", words_.number(first + 1), words_.number(all));
      const FoldedPart part(name, "", FoldedPart::Form::Lazy, page_);
      write_rows(name, first, all);
    }
    page_.open("p", {{"class", "script tools"}});
    write_button(words_("Download the table (CSV)"), "csv", page_);
    page_.close();
    page_.leaf("p",
               words_("Choose a name to see the player’s games, and a result to replay the game."),
               {{"class", "more script"}});
    write_legend();
  }

 private:
  void write_rows(std::string_view caption, std::size_t begin, std::size_t end) {
    const PageTable table(caption, headings(), page_);
    for (std::size_t i = begin; i < end; ++i) write_row(i);
  }

  std::vector<TableHeading> headings() const {
    std::vector<TableHeading> headings = {
        {"#", "num place-no"}, {words_("Name"), "name"}, {words_("Pts"), "num"}};
    if (shown_.has_titles) headings.emplace_back(words_("Title"), "");
    if (shown_.has_federations) headings.emplace_back(words_("Fed"), "");
    if (shown_.has_ratings) headings.emplace_back(words_("Rating"), "num");
    for (const std::string& heading : event_.results.headings) {
      const bool is_opponent = event_.results.form == CrossTableForm::Opponents;
      headings.emplace_back(heading == "bye" ? std::string(words_("bye"))
                            : is_opponent    ? heading
                                             : words_.filled("R{}", heading),
                            "result");
    }
    for (const std::size_t i : shown_.tie_breaks) {
      const TieBreak& tie_break = event_.standings.tie_breaks[i];
      headings.emplace_back(to_string(tie_break), "num",
                            words_.are_english() ? meaning_of(tie_break) : "");
    }
    if (shown_.has_ratings) {
      headings.emplace_back(words_("Perf"), "num",
                            std::string(words_("Performance: the rating that the results show")));
      headings.emplace_back("+/−", "num", std::string(words_("Rating change by FIDE's formula")));
    }
    return headings;
  }

  void write_row(std::size_t index) {
    const StandingsRow& row = event_.standings.rows[index];
    const Player& player = event_.tournament.players[row.player];
    const HtmlElement element(page_, "tr");
    write_cell(std::to_string(row.place), "num place-no", page_);
    page_.open("th", {{"scope", "row"}, {"class", "name"}});
    page_.leaf("a", player.name, {{"href", fmt::format("#player-{}", index + 1)}});
    page_.close();
    write_cell(points_text(row.points), "num points", page_);
    if (shown_.has_titles) write_cell(player.title, "", page_);
    if (shown_.has_federations) write_cell(player.federation, "", page_);
    if (shown_.has_ratings) {
      write_cell(player.rating == 0 ? "" : std::to_string(player.rating), "num", page_);
    }
    const auto games = games_in(index);
    for (std::size_t i = 0; i < event_.results.rows[index].size(); ++i) {
      write_result(index, i, games[i]);
    }
    for (const std::size_t i : shown_.tie_breaks) {
      write_cell(value_text(row.values[i]), "num", page_);
    }
    if (shown_.has_ratings) write_rating(row.player);
  }

  void write_result(std::size_t index, std::size_t column, const std::vector<GamePlace>& games) {
    const CrossTable& table = event_.results;
    if (table.form == CrossTableForm::Opponents && column == index) {
      return write_cell("", "result own", page_);
    }
    std::string_view rest = table.rows[index][column];
    const HtmlElement cell(page_, "td", {{"class", "result"}});
    // In a table of opponents, each game is one character; in a table of rounds, it is a word.
    const bool is_character = table.form == CrossTableForm::Opponents;
    for (const GamePlace& game : games) {
      const std::size_t size =
          std::min(is_character ? std::size_t{1} : rest.find(' '), rest.size());
      write_game(rest.substr(0, size), game);
      rest.remove_prefix(size);
      if (!rest.starts_with(' ')) continue;
      page_.text(" ");
      rest.remove_prefix(1);
    }
    page_.text(printed_result(rest));
  }

  void write_game(std::string_view result, const GamePlace& game) {
    const std::string text = printed_result(result);
    if (!content_.can_be_played(game)) return page_.text(text);
    page_.leaf("a", text, {{"href", content_.address_of(*game)}});
  }

  static std::map<std::string, std::size_t> columns_of(const CrossTable& table) {
    std::map<std::string, std::size_t> columns;
    for (std::size_t i = 0; i < table.headings.size(); ++i) columns.emplace(table.headings[i], i);
    return columns;
  }

  // Returns the column of a game or bye; nothing for a bye in a table of opponents.
  std::optional<std::size_t> column_of(const PlayerRound& round) const {
    if (event_.results.form == CrossTableForm::Opponents) {
      return round.opponent ? std::optional(event_.rows[*round.opponent]) : std::nullopt;
    }
    const auto found = columns_.find(round.round == 0 ? "?" : std::to_string(round.round));
    return found == columns_.end() ? std::nullopt : std::optional(found->second);
  }

  // Returns the games in each cell of a row; none for a cell with a bye.
  std::vector<std::vector<GamePlace>> games_in(std::size_t index) const {
    const PlayerRecord& record = event_.records[event_.standings.rows[index].player];
    std::vector<std::vector<GamePlace>> games(event_.results.headings.size());
    std::set<std::size_t> with_byes;
    // Open games follow the others, as in cross_table().
    for (const auto* const rounds : {&record.rounds, &record.open}) {
      for (const PlayerRound& round : *rounds) {
        const auto column = column_of(round);
        if (!column) continue;
        games[*column].push_back(round.source);
        if (!round.opponent) with_byes.insert(*column);
      }
    }
    for (const std::size_t column : with_byes) games[column].clear();
    return games;
  }

  void write_rating(PlayerIndex player) {
    const PlayerRating rating =
        rating_of(event_.tournament, event_.records[player], player, std::nullopt);
    write_cell(rating.performance ? std::to_string(*rating.performance) : "", "num", page_);
    write_cell(rating.change ? signed_tenths(*rating.change) : "", "num", page_);
  }

  void write_legend() {
    std::string names;
    for (const std::size_t i : shown_.tie_breaks) {
      const TieBreak& tie_break = event_.standings.tie_breaks[i];
      if (!names.empty()) names += ", ";
      names += to_string(tie_break);
      if (words_.are_english()) names += fmt::format(" ({})", meaning_of(tie_break));
    }
    std::string legend;
    if (!names.empty()) {
      legend = words_.filled("Tie-breaks, in this order: {}, by FIDE's rules of {}.", names,
                             to_string(event_.standings.edition)) +
               " ";
    }
    legend += words_(
        event_.results.form == CrossTableForm::Opponents
            ? "Each column is the player in the row with that number; + and - are forfeits."
            : "“12w1” is a win with White against the player in row 12; + and - are forfeits.");
    page_.leaf("p", legend, {{"class", "legend"}});
  }

  const PageContent& content_;
  const Words& words_;
  const EventTables& event_;
  HtmlWriter& page_;
  ShownColumns shown_{event_};
  std::map<std::string, std::size_t> columns_ = columns_of(event_.results);
};

// Writes the matches of a knock-out or a play-off.
void write_matches(std::string_view caption, const PageContent& content,
                   std::span<const Pairing> games, HtmlWriter& page) {
  const Words& words = content.words;
  const std::vector<Player>& players = content.event->tournament.players;
  page.leaf("h3", caption);
  const PageTable table(caption,
                        {{words("Round"), "num"},
                         {words("Player"), "name"},
                         {words("Result"), "result"},
                         {words("Opponent"), "name"},
                         {words("Winner"), "name"}},
                        page);
  for (const MatchScore& match : matches_of(games)) {
    const HtmlElement row(page, "tr");
    write_cell(match.round == 0 ? "" : std::to_string(match.round), "num", page);
    write_cell(players[match.one].name, "name", page);
    write_cell(fmt::format("{}–{}", points_text(match.one_points), points_text(match.other_points)),
               "result", page);
    write_cell(players[match.other].name, "name", page);
    write_cell(match.winner ? players[*match.winner].name : "", "name", page);
  }
}

// The matches of a knock-out by round. Each match follows the two that lead to it.
class Bracket {
 public:
  explicit Bracket(const Tournament& tournament) : players_(tournament.players) {
    for (const MatchScore& match : matches_of(tournament.pairings)) {
      rounds_[match.round].push_back(match);
    }
    const auto progress = knock_out_progress(tournament);
    // The index of the match in the following round, by player.
    std::map<PlayerIndex, std::size_t> next;
    for (auto at = rounds_.rbegin(); at != rounds_.rend(); ++at) {
      const auto key = [&](const MatchScore& match) {
        const PlayerIndex player = match.winner.value_or(match.one);
        const auto found = next.find(player);
        const std::size_t place = found == next.end() ? SIZE_MAX : found->second;
        return std::pair(place, UINT32_MAX - progress[player]);
      };
      std::ranges::stable_sort(at->second, {}, key);
      for (std::size_t i = 0; i < at->second.size(); ++i) {
        for (const PlayerIndex player : {at->second[i].one, at->second[i].other}) next[player] = i;
      }
    }
  }

  void write(const Words& words, HtmlWriter& page) const {
    page.leaf("h3", words("Bracket"));
    const HtmlElement region(page, "div",
                             {{"class", "scroll bracket"},
                              {"role", "region"},
                              {"tabindex", "0"},
                              {"aria-label", std::string(words("Bracket"))}});
    for (const auto& [round, matches] : rounds_) {
      const HtmlElement column(page, "div");
      page.leaf("h4", words.filled("Round {}", round == 0 ? "?" : std::to_string(round)));
      const HtmlElement list(page, "ol");
      for (const MatchScore& match : matches) {
        const HtmlElement item(page, "li");
        // After two semifinals, the final is the first of the two matches.
        const bool is_last = round == rounds_.rbegin()->first && rounds_.size() > 1;
        const bool has_third =
            is_last && matches.size() == 2 && std::next(rounds_.rbegin())->second.size() == 2;
        if (has_third && &match != &matches.front()) {
          page.leaf("p", words("Third place"), {{"class", "more"}});
        }
        write_player(match, match.one, match.one_points, page);
        write_player(match, match.other, match.other_points, page);
      }
    }
  }

 private:
  void write_player(const MatchScore& match, PlayerIndex player, HalfPoints points,
                    HtmlWriter& page) const {
    const HtmlElement line(page, "div");
    page.leaf(match.winner == player ? "strong" : "span", players_[player].name);
    page.text(" ");
    page.leaf("span", points_text(points), {{"class", "num"}});
  }

  const std::vector<Player>& players_;
  std::map<std::uint32_t, std::vector<MatchScore>> rounds_ = {};
};

void append_member(std::string_view name, std::string_view text, std::string& json) {
  if (text.empty()) return;
  append_json_string(name, json);
  json += ':';
  append_json_string(text, json);
  json += ',';
}

// Returns a round as [number, row of the opponent or 0, "w" or "b", result, game or 0, page]. The
// page is an index of ReportData::rounds, omitted if the game is on this page.
std::string round_json(const PageContent& content, const PlayerRound& round, bool is_open) {
  const EventTables& event = *content.event;
  std::string result;
  append_json_string(is_open          ? "*"
                     : round.opponent ? printed_result(std::string(1, result_sign(round)))
                                      : points_text(round.points),
                     result);
  const bool can_be_played = content.can_be_played(round.source);
  return fmt::format(
      "[{},{},\"{}\",{},{}{}]", round.round, round.opponent ? event.rows[*round.opponent] + 1 : 0,
      round.color == Color::White ? 'w' : 'b', result, can_be_played ? *round.source + 1 : 0,
      can_be_played && !content.is_here(round.source)
          ? fmt::format(",{}", content.pages[*round.source] + 1)
          : "");
}

}  // namespace

EventTables::EventTables(Tournament event, const PageOptions& options)
    : tournament(std::move(event)),
      standings(standings_of(
          tournament,
          options.tie_breaks.empty() ? usual_tie_breaks(tournament) : options.tie_breaks,
          options.edition)),
      results(cross_table(tournament, standings)),
      records(player_records(tournament)),
      rows(rows_of_players(standings)) {}

void write_standings(const PageContent& content, HtmlWriter& page) {
  if (content.event == nullptr) return;
  const Tournament& tournament = content.event->tournament;
  const Words& words = content.words;
  const HtmlElement section(page, "section", {{"id", "standings"}});
  page.leaf("h2", words("Standings"));
  const bool has_teams = std::ranges::any_of(
      tournament.players, [](const Player& player) { return !player.team.empty(); });
  if (tournament.system == System::Team ||
      (tournament.system == System::Scheveningen && has_teams)) {
    write_teams(content, page);
    page.leaf("h3", words("Players"));
  }
  StandingsTable(content, page).write();
  if (tournament.system != System::Team) write_categories(content, page);
  if (tournament.system == System::KnockOut) {
    Bracket(tournament).write(words, page);
    write_matches(words("Matches"), content, tournament.pairings, page);
  }
  if (!tournament.playoff.empty()) {
    write_matches(words("Play-off, not counted in the table"), content, tournament.playoff, page);
  }
  if (const auto [rounds, players] = missing_rounds(tournament); rounds > 0) {
    page.leaf("p", words.filled("Rounds in which a player has no game: {}.", words.number(rounds)),
              {{"class", "legend"}});
  }
  for (const Withdrawal& one : content.withdrawals) {
    const std::string text =
        one.is_removed ? words.filled("{} withdrew after round {}: {} games do not count.",
                                      one.player, one.round, one.played)
                       : words.filled("{} withdrew after round {}: {} games count as forfeits.",
                                      one.player, one.round, one.missing);
    page.leaf("p", text, {{"class", "legend"}});
  }
  if (content.repeated > 0) {
    page.leaf("p", words.filled("Duplicate games, not counted: {}.", content.repeated),
              {{"class", "legend"}});
  }
}

void write_player_data(const PageContent& content, HtmlWriter& page) {
  if (content.event == nullptr) return;
  const EventTables& event = *content.event;
  std::string json = "[";
  for (const StandingsRow& row : event.standings.rows) {
    const Player& player = event.tournament.players[row.player];
    const PlayerRecord& record = event.records[row.player];
    const PlayerRating rating = rating_of(event.tournament, record, row.player, std::nullopt);
    json += json.size() > 1 ? ",\n{" : "{";
    append_member("n", player.name, json);
    append_member("t", player.title, json);
    append_member("f", player.federation, json);
    append_member("m", player.team, json);
    append_member("b", player.birth.substr(0, 4), json);
    append_member("s", player.pairing_number == 0 ? "" : std::to_string(player.pairing_number),
                  json);
    append_member("i", player.fide_id == 0 ? "" : std::to_string(player.fide_id), json);
    append_member("r", player.rating == 0 ? "" : std::to_string(player.rating), json);
    append_member("e", rating.performance ? std::to_string(*rating.performance) : "", json);
    append_member("c", rating.change ? signed_tenths(*rating.change) : "", json);
    append_member("l", std::to_string(row.place), json);
    append_member("p", points_text(row.points), json);
    json += "\"g\":[";
    for (const auto* const rounds : {&record.rounds, &record.open}) {
      for (const PlayerRound& round : *rounds) {
        if (json.back() != '[') json += ',';
        json += round_json(content, round, rounds == &record.open);
      }
    }
    json += "]}";
  }
  page.data("players", json + "]");
  if (content.data.rounds.empty()) return;
  json.clear();
  for (const RoundPage& round : content.data.rounds) {
    json += json.empty() ? '[' : ',';
    append_json_string(uri_of(file_of_round(round, content.options.file)), json);
  }
  page.data("pages", json + "]");
}

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
    page_.leaf("h3", words_("Best players on each board"));
    const PageTable table(words_("Best players on each board"),
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
