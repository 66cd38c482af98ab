// The parts of a page, in their order.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/tournament/standings.h"
#include "lib/tournament/tournament.h"
#include "tools/report/html_writer.h"
#include "tools/report/page.h"

namespace arbiter {

// An index of ReportData::games; beyond its end if the page does not list the game.
using GamePlace = std::optional<std::size_t>;

// The tables of a tournament.
struct EventTables {
  EventTables(Tournament event, const PageOptions& options);

  Tournament tournament;
  Standings standings;
  CrossTable results;
  std::vector<PlayerRecord> records;  // indexed by player
  std::vector<std::size_t> rows;      // for each player, the index in Standings::rows
};

struct PageContent {
  const ReportData& data;
  const Tally& tally;
  const PageOptions& options;
  const EventTables* event;  // null if the games are not one tournament
  std::size_t repeated;      // number of duplicate games, which are counted once
  std::span<const Withdrawal> withdrawals;
  Words words;
  const RoundPage* round = nullptr;  // null for the main page
  // For each game, the index of its page in ReportData::rounds.
  std::vector<std::size_t> pages = {};

  // Return the number of games listed on the page, and of replayable ones.
  std::size_t listed() const;
  std::size_t played() const;
  bool is_here(GamePlace place) const {
    return data.rounds.empty() || (round != nullptr && &data.rounds[pages[*place]] == round);
  }
  // Returns a link target such as "#game-12", or "open/round-3.html#game-12" if the game is on
  // another page.
  std::string address_of(std::size_t place) const;
  bool can_be_played(GamePlace place) const {
    return place && *place < data.games.size() && !data.games[*place].moves.empty();
  }
};

void write_header(const PageContent& content, HtmlWriter& page);
void write_standings(const PageContent& content, HtmlWriter& page);
// These write parts of the standings.
void write_teams(const PageContent& content, HtmlWriter& page);
void write_categories(const PageContent& content, HtmlWriter& page);
void write_findings(const PageContent& content, HtmlWriter& page);
void write_games(const PageContent& content, HtmlWriter& page);
// Writes a list of links to the round pages.
void write_links_to_rounds(const PageContent& content, HtmlWriter& page);
void write_charts(const PageContent& content, HtmlWriter& page);
// Writes the replayable games and the players as data for the script.
void write_game_data(const PageContent& content, HtmlWriter& page);
void write_player_data(const PageContent& content, HtmlWriter& page);

// Returns text such as "Round 3", or in a knock-out the stage name of the first of `games`.
std::string round_name(const PageContent& content, std::uint32_t round,
                       const std::vector<std::size_t>& games);
// Returns text such as "Round 3" or "Round 3 (2)".
std::string round_name(const PageContent& content, const RoundPage& round);
// Returns the element id of a game: "game-12" for index 12 of ReportData::games.
std::string id_of_game(std::size_t place);
// Returns the English key for Words, such as "checkmate" or "time".
std::string_view page_word(Ending ending);
// Returns text such as "Adler, Nora - Dorn, Jakob".
std::string players_text(const EventGame& game);
// Returns the dates of the event, such as "3 to 5 May 2024"; empty without a date.
std::string dates_text(const ReportData& data, const Words& words);
// Returns the file names without their common folder, so that pages reveal nothing about the
// machine.
std::vector<std::string> file_names(const ReportData& data);
// Returns the displayed result: "1–0", "½–½" or "*".
std::string result_text(const EventGame& game);
// Returns "½" for "=", as in printed tables.
std::string printed_result(std::string_view result);
// A heading of a table; `title` is the unabbreviated form, if any.
struct TableHeading {
  TableHeading(std::string_view shown, std::string_view css_class, std::string unabbreviated = {})
      : text(shown), kind(css_class), title(std::move(unabbreviated)) {}

  std::string text;
  std::string_view kind;  // its CSS class
  std::string title;
};

// A table that scrolls horizontally if it is too wide. The destructor closes it.
class PageTable {
 public:
  PageTable(std::string_view caption, const std::vector<TableHeading>& headings, HtmlWriter& page);

 private:
  HtmlElement region_;
  HtmlElement table_;
  std::optional<HtmlElement> body_;
};

// A part of a large page that opens on demand, closed by the destructor. With scripts, a lazy part
// is built when it is opened, so that the page loads fast.
class FoldedPart {
 public:
  enum class Form { Open, Lazy };
  FoldedPart(std::string_view name, std::string_view count, Form form, HtmlWriter& page);

 private:
  HtmlElement part_;
  std::optional<HtmlElement> kept_;
};

// Writes a cell; `kind` is its CSS class.
void write_cell(std::string_view text, std::string_view kind, HtmlWriter& page);
// Writes a button, which the script finds by `action`.
void write_button(std::string_view text, std::string_view action, HtmlWriter& page);

}  // namespace arbiter
