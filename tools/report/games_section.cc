// The games, by round.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <vector>

#include "lib/tournament/tournament_of_games.h"
#include "tools/cli/output/text_cells.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

// Larger numbers of games are split into collapsed tables.
constexpr std::size_t kGamesOfPart = 250;

// Indexes of ReportData::games. Games on the same board are in file order.
using Places = std::vector<std::size_t>;
using Pairings = std::vector<const Pairing*>;

std::string player_text(const EventGame& game, KnownTag name, KnownTag title, KnownTag elo) {
  std::string text(game.value(title));
  if (!text.empty()) text += ' ';
  text += game.value(name).empty() ? "?" : game.value(name);
  if (const auto rating = game.number_in(elo)) text += fmt::format(" ({})", *rating);
  return text;
}

// Returns the English words for the ending of a game, or nothing if it is unknown.
std::string_view ending_text(Ending ending) {
  return ending == Ending::Unknown ? std::string_view() : page_word(ending);
}

class GameTables {
 public:
  GameTables(const PageContent& content, HtmlWriter& page)
      : content_(content), words_(content.words), page_(page) {}

  // Writes tables of the games without rounds.
  void write_all() {
    const std::size_t all = content_.data.games.size();
    for (std::size_t begin = 0; begin < all; begin += kGamesOfPart) {
      const std::size_t end = std::min(all, begin + kGamesOfPart);
      Places places(end - begin);
      std::iota(places.begin(), places.end(), begin);
      if (all <= kGamesOfPart) return write_table(words_("All games"), places);
      const std::string name =
          words_.filled("Games {} to {}", words_.number(begin + 1), words_.number(end));
      const FoldedPart part(name, "", FoldedPart::Form::Lazy, page_);
      write_table(name, places);
    }
  }

  void write_rounds();
  void write_round_page(const RoundPage& round);

 private:
  void write_row(const PageGame& game, std::size_t place) {
    const HtmlElement row(page_, "tr");
    page_.open("td", {{"class", "num"}});
    const std::string number = std::to_string(place + 1);
    if (content_.can_be_played(place)) {
      page_.leaf(
          "a", number,
          {{"href", content_.address_of(place)},
           {"aria-label", words_.filled("Replay game {}: {}", number, players_text(game.game))}});
    } else {
      page_.text(number);
    }
    page_.close();
    write_cell(player_text(game.game, KnownTag::White, KnownTag::WhiteTitle, KnownTag::WhiteElo),
               "name", page_);
    write_cell(result_text(game.game), "result", page_);
    write_cell(player_text(game.game, KnownTag::Black, KnownTag::BlackTitle, KnownTag::BlackElo),
               "name", page_);
    write_cell(std::to_string((game.game.plies + 1) / 2), "num moves", page_);
    write_cell(words_(ending_text(game.ending)), "ended", page_);
    write_cell(
        game.opening == nullptr ? "" : fmt::format("{} {}", game.opening->eco, game.opening->name),
        "opening", page_);
  }

  // Writes a pairing of the report without a game on the page. Before the round begins, the players
  // are shown with their points so far.
  void write_row(const Pairing& pairing) {
    const HtmlElement row(page_, "tr");
    const auto name = [&](PlayerIndex player) {
      const Player& one = content_.event->tournament.players[player];
      return one.title + (one.title.empty() ? "" : " ") + one.name +
             (one.rating == 0 ? "" : fmt::format(" ({})", one.rating)) +
             (pairing.counts()
                  ? ""
                  : fmt::format(" · {}", points_text(content_.event->records[player].points)));
    };
    const auto points = [](HalfPoints half) { return half == 2 ? "1" : half == 1 ? "½" : "0"; };
    const bool is_forfeit = pairing.kind == ScoreKind::Forfeit;
    write_cell("", "num", page_);
    write_cell(name(pairing.white), "name", page_);
    write_cell(pairing.counts() ? fmt::format("{}–{}", points(pairing.white_points),
                                              points(pairing.black_points))
                                : "*",
               "result", page_);
    write_cell(name(pairing.black), "name", page_);
    write_cell("", "num moves", page_);
    write_cell(is_forfeit ? words_(ending_text(Ending::Forfeit)) : "", "ended", page_);
    write_cell("", "opening", page_);
  }

  void write_table(std::string_view caption, const Places& places, const Pairings& others = {}) {
    const PageTable table(caption,
                          {{words_("Game"), "num"},
                           {words_("White"), "name"},
                           {words_("Result"), "result"},
                           {words_("Black"), "name"},
                           {words_("Moves"), "num moves"},
                           {words_("Ended by"), "ended"},
                           {words_("Opening"), "opening"}},
                          page_);
    for (const std::size_t place : places) write_row(content_.data.games[place], place);
    for (const Pairing* pairing : others) write_row(*pairing);
  }

  void write_byes(std::uint32_t round) {
    std::string names;
    const Tournament& tournament = content_.event->tournament;
    for (const Bye& bye : tournament.byes) {
      if (bye.round != round) continue;
      names += fmt::format("{}{} ({})", names.empty() ? "" : "; ",
                           tournament.players[bye.player].name, points_text(bye.points));
    }
    if (!names.empty()) page_.leaf("p", words_.filled("Byes: {}", names), {{"class", "more"}});
  }

  const PageContent& content_;
  const Words& words_;
  HtmlWriter& page_;
};

// Returns the pairings of the report without a game in the files, by round.
std::map<std::uint32_t, Pairings> pairings_without_games(const PageContent& content) {
  std::map<std::uint32_t, Pairings> pairings;
  for (const Pairing& pairing : content.event->tournament.pairings) {
    // Pairings from the report alone have the report's players as their source.
    if (!pairing.source || *pairing.source >= content.data.event.games().size()) {
      pairings[pairing.round].push_back(&pairing);
    }
  }
  return pairings;
}

// The rounds of a large tournament are collapsed, except the last one. If rounds have their own
// pages, the tournament's page has only rounds without games, such as the next one.
void GameTables::write_rounds() {
  std::map<std::uint32_t, Places> rounds = by_round(content_.data);
  auto others = pairings_without_games(content_);
  for (const auto& [round, pairings] : others) rounds[round];
  if (!content_.data.rounds.empty()) {
    std::erase_if(rounds, [](const auto& entry) { return !entry.second.empty(); });
  }
  const bool is_large = content_.data.games.size() > kGamesOfPart;
  const auto is_numbered = [](const auto& entry) { return entry.first < kPlayoff; };
  const auto last = std::ranges::find_if(rounds.rbegin(), rounds.rend(), is_numbered);
  for (const auto& [round, places] : rounds) {
    using Form = FoldedPart::Form;
    const bool is_last = last != rounds.rend() && last->first == round;
    const bool is_open = !is_large || (is_last && places.size() <= kGamesOfPart);
    const Form form = is_open ? Form::Open : Form::Lazy;
    const std::string name = round_name(content_, round, places);
    const FoldedPart part(name, words_.number(places.size() + others[round].size()), form, page_);
    write_table(name, places, others[round]);
    write_byes(round);
  }
}

// Only the first games of a large round are shown expanded.
void GameTables::write_round_page(const RoundPage& round) {
  const std::string name = round_name(content_, round);
  const std::size_t all = round.games.size();
  for (std::size_t begin = 0; begin < all; begin += kGamesOfPart) {
    const std::size_t end = std::min(all, begin + kGamesOfPart);
    const Places places(round.games.begin() + static_cast<std::ptrdiff_t>(begin),
                        round.games.begin() + static_cast<std::ptrdiff_t>(end));
    const std::string games =
        words_.filled("Games {} to {}", words_.number(begin + 1), words_.number(end));
    const bool is_end = end == all && round.is_last;
    const std::string caption = all <= kGamesOfPart ? name : fmt::format("{}: {}", name, games);
    const FoldedPart part(caption, "", begin == 0 ? FoldedPart::Form::Open : FoldedPart::Form::Lazy,
                          page_);
    write_table(caption, places,
                is_end ? pairings_without_games(content_)[round.round] : Pairings());
    if (is_end) write_byes(round.round);
  }
}

void write_limits(const PageContent& content, HtmlWriter& page) {
  const Words& words = content.words;
  const std::size_t listed = content.listed();
  const std::size_t played = content.played();
  std::string text;
  if (content.data.totals.games > listed && content.data.rounds.empty()) {
    text = words.filled("These are the first {} of {} games.", words.number(listed),
                        words.number(content.data.totals.games)) +
           " ";
  }
  if (played < listed) {
    text += words.filled("{} of these games can be replayed on this page.", words.number(played));
  }
  if (!text.empty()) page.leaf("p", text, {{"class", "more"}});
}

void write_search(const PageContent& content, HtmlWriter& page) {
  const std::string name(content.words("Search players and openings"));
  page.open("p", {{"class", "script tools"}, {"role", "search"}});
  page.raw(
      fmt::format("<input type=\"search\" id=\"search\" placeholder=\"{0}\" aria-label=\"{0}\">",
                  escaped_markup(name)));
  page.leaf("span", "", {{"id", "found"}, {"role", "status"}});
  if (content.played() > 0) {
    write_button(content.words("Download the games (PGN)"), "all-pgn", page);
  }
  write_button(content.words("Download the table (CSV)"), "csv", page);
  page.close();
}

}  // namespace

std::string round_name(const PageContent& content, std::uint32_t round,
                       const std::vector<std::size_t>& games) {
  const Words& words = content.words;
  if (round == kNoRound) return std::string(words("Without a round"));
  if (round == kPlayoff) return std::string(words("Play-off, not counted in the table"));
  const bool has_name = content.event->tournament.has_stages && !games.empty();
  return has_name ? std::string(content.data.games[games[0]].game.value(KnownTag::Round))
                  : words.filled("Round {}", round);
}

std::string round_name(const PageContent& content, const RoundPage& round) {
  const std::string name = round_name(content, round.round, round.games);
  return round.part == 1 ? name : fmt::format("{} ({})", name, round.part);
}

void write_links_to_rounds(const PageContent& content, HtmlWriter& page) {
  for (const RoundPage& round : content.data.rounds) {
    const HtmlElement item(page, "li");
    std::string address = uri_of(file_of_round(round, content.options.file));
    // All round pages are in one folder.
    if (content.round != nullptr) address.erase(0, address.rfind('/') + 1);
    const bool is_this = content.round == &round;
    page.leaf("a", round_name(content, round),
              {{"href", address}, {is_this ? "aria-current" : "", "page"}});
    if (content.round != nullptr) continue;
    page.raw(" ");
    page.leaf("span", content.words.number(round.games.size()), {{"class", "more"}});
  }
}

void write_games(const PageContent& content, HtmlWriter& page) {
  const HtmlElement section(page, "section", {{"id", "games"}});
  page.leaf("h2", content.words("Games"));
  if (content.round == nullptr && !content.data.rounds.empty()) {
    page.leaf("p", content.words("Each round has a page with its games."), {{"class", "more"}});
    page.open("ul");
    write_links_to_rounds(content, page);
    page.close();
    return GameTables(content, page).write_rounds();
  }
  write_limits(content, page);
  write_search(content, page);
  if (content.played() > 0) {
    page.leaf("p", content.words("Choose the number of a game to replay it."),
              {{"class", "more script"}});
  }
  GameTables tables(content, page);
  if (content.event == nullptr) {
    tables.write_all();
  } else if (content.round != nullptr) {
    tables.write_round_page(*content.round);
  } else {
    tables.write_rounds();
  }
}

void write_game_data(const PageContent& content, HtmlWriter& page) {
  for (std::size_t i = 0; i < content.data.games.size(); ++i) {
    const bool is_wanted = !content.options.only_game || *content.options.only_game == i;
    if (is_wanted && content.is_here(i) && content.can_be_played(i)) {
      page.data(fmt::format("data-{}", i + 1), content.data.games[i].moves);
    }
  }
}

}  // namespace arbiter
