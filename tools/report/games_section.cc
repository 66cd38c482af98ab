// The games, by round.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "tools/cli/output/quantities.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

// Indexes of ReportData::games; games of the same board are in the order of the files.
using Places = std::vector<std::size_t>;

std::string player_text(const EventGame& game, KnownTag name, KnownTag title, KnownTag elo) {
  std::string text(game.value(title));
  if (!text.empty()) text += ' ';
  text += game.value(name).empty() ? "?" : game.value(name);
  if (const auto rating = game.number_in(elo)) text += fmt::format(" ({})", *rating);
  return text;
}

std::string_view ending_text(Ending ending) {
  if (ending == Ending::Unknown) return {};
  for (const EndingName& name : endings()) {
    if (name.ending == ending) return name.meaning;
  }
  return {};
}

void write_row(const PageGame& game, std::size_t place, HtmlWriter& page) {
  const HtmlElement row(page, "tr");
  page.open("td", {{"class", "num"}});
  if (game.moves.empty()) {
    page.text(std::to_string(place + 1));
  } else {
    page.leaf(
        "a", std::to_string(place + 1),
        {{"href", fmt::format("#{}", id_of_game(place))},
         {"aria-label", fmt::format("Replay game {}: {}", place + 1, players_text(game.game))}});
  }
  page.close();
  write_cell(player_text(game.game, KnownTag::White, KnownTag::WhiteTitle, KnownTag::WhiteElo),
             "name", page);
  write_cell(result_text(game.game), "result", page);
  write_cell(player_text(game.game, KnownTag::Black, KnownTag::BlackTitle, KnownTag::BlackElo),
             "name", page);
  write_cell(std::to_string((game.game.plies + 1) / 2), "num moves", page);
  const std::string_view ending = ending_text(game.ending);
  page.leaf("td", ending.empty() ? "" : to_string(game.ending),
            {{"class", "ended"}, {ending.empty() ? "" : "title", std::string(ending)}});
  write_cell(
      game.opening == nullptr ? "" : fmt::format("{} {}", game.opening->eco, game.opening->name),
      "opening", page);
}

void write_table(std::string_view caption, const Places& places, const ReportData& data,
                 HtmlWriter& page) {
  const PageTable table(caption,
                        {{"Game", "num"},
                         {"White", "name"},
                         {"Result", "result"},
                         {"Black", "name"},
                         {"Moves", "num"},
                         {"Ended by", "ended"},
                         {"Opening", "opening"}},
                        page);
  for (const std::size_t place : places) write_row(data.games[place], place, page);
}

// Games without a round come last.
constexpr std::uint32_t kNoRound = UINT32_MAX;

std::map<std::uint32_t, Places> by_round(const ReportData& data) {
  std::map<std::uint32_t, Places> rounds;
  for (std::size_t i = 0; i < data.games.size(); ++i) {
    const std::uint32_t round = data.games[i].game.round().round;
    rounds[round == 0 ? kNoRound : round].push_back(i);
  }
  const auto board = [&](std::size_t place) { return data.games[place].game.board(); };
  for (auto& [round, places] : rounds) std::ranges::stable_sort(places, {}, board);
  return rounds;
}

void write_limits(const PageContent& content, HtmlWriter& page) {
  const std::size_t listed = content.data.games.size();
  const std::size_t played = content.played();
  std::string text;
  if (content.data.totals.games > listed) {
    text = fmt::format("These are the first {} of {} games. ", with_commas(listed),
                       with_commas(content.data.totals.games));
  }
  if (played < listed) {
    text += fmt::format("To stay small, the page can replay {} of them.",
                        played == 0 ? "none" : with_commas(played));
  }
  if (!text.empty()) page.leaf("p", text, {{"class", "more"}});
}

}  // namespace

void write_games(const PageContent& content, HtmlWriter& page) {
  const HtmlElement section(page, "section", {{"id", "games"}});
  page.leaf("h2", "Games");
  write_limits(content, page);
  if (content.played() > 0) {
    page.leaf("p", "Choose the number of a game to replay it.", {{"class", "more script"}});
  }
  if (content.event == nullptr) {
    Places all(content.data.games.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    if (!all.empty()) write_table("All games", all, content.data, page);
  } else {
    for (const auto& [round, places] : by_round(content.data)) {
      const std::string name =
          round == kNoRound ? "Without a round" : fmt::format("Round {}", round);
      page.leaf("h3", name);
      write_table(name, places, content.data, page);
    }
  }
}

void write_game_data(const PageContent& content, HtmlWriter& page) {
  for (std::size_t i = 0; i < content.data.games.size(); ++i) {
    const PageGame& game = content.data.games[i];
    if (!game.moves.empty()) page.data(fmt::format("data-{}", i + 1), game.moves);
  }
}

}  // namespace arbiter
