// The rankings of women, age groups and federations.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/report/sections.h"

namespace arbiter {
namespace {

// FIDE's age groups (Handbook D.01). Players in U14 have not reached 14 before the year of the
// tournament; players in S50 reach 50 in that year.
constexpr std::uint32_t kYouth[] = {8, 10, 12, 14, 16, 18, 20};
constexpr std::uint32_t kSenior[] = {50, 65};

std::optional<std::uint32_t> year_of_birth(const Player& player) {
  const std::string_view text = std::string_view(player.birth).substr(0, 4);
  std::uint32_t year = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), year);
  const bool is_year = text.size() == 4 && error == std::errc() && end == text.data() + 4;
  return is_year && year > 1800 ? std::optional(year) : std::nullopt;
}

struct Category {
  std::string name;
  std::vector<std::size_t> rows;  // indexes of rows of the standings
};

std::vector<Category> categories_of(const PageContent& content) {
  const EventTables& event = *content.event;
  std::vector<Category> categories;
  const auto add = [&](std::string name, const std::function<bool(const Player&)>& has) {
    Category category{std::move(name), {}};
    for (std::size_t i = 0; i < event.standings.rows.size(); ++i) {
      if (has(event.tournament.players[event.standings.rows[i].player])) category.rows.push_back(i);
    }
    // A category of one player or of all players has no ranking of its own.
    const bool is_part =
        category.rows.size() > 1 && category.rows.size() < event.standings.rows.size();
    if (is_part) categories.push_back(std::move(category));
  };
  add(std::string(content.words("Women")), [](const Player& player) { return player.sex == 'w'; });
  if (const auto year = event.tournament.start.year) {
    const auto first = static_cast<std::uint32_t>(*year);
    for (const std::uint32_t age : kYouth) {
      add(fmt::format("U{}", age), [=](const Player& player) {
        const auto birth = year_of_birth(player);
        return birth && *birth + age >= first;
      });
    }
    for (const std::uint32_t age : kSenior) {
      add(fmt::format("S{}", age), [=](const Player& player) {
        const auto birth = year_of_birth(player);
        return birth && *birth + age <= first;
      });
    }
  }
  std::map<std::string, std::size_t> federations;
  for (const Player& player : event.tournament.players) ++federations[player.federation];
  federations.erase("");
  for (const auto& [federation, players] : federations) {
    add(federation, [&federation = federation](const Player& player) {
      return player.federation == federation;
    });
  }
  return categories;
}

void write_category(const Category& category, const PageContent& content, HtmlWriter& page) {
  const EventTables& event = *content.event;
  const FoldedPart part(category.name, content.words.number(category.rows.size()),
                        FoldedPart::Form::Lazy, page);
  const PageTable table(category.name,
                        {{"#", "num"},
                         {content.words("Place"), "num"},
                         {content.words("Name"), "name"},
                         {content.words("Pts"), "num"}},
                        page);
  std::size_t place = 0;
  for (std::size_t i = 0; i < category.rows.size(); ++i) {
    const StandingsRow& row = event.standings.rows[category.rows[i]];
    const bool is_tied = i > 0 && event.standings.rows[category.rows[i - 1]].place == row.place;
    if (!is_tied) place = i + 1;
    const HtmlElement element(page, "tr");
    write_cell(std::to_string(place), "num", page);
    write_cell(std::to_string(row.place), "num", page);
    page.open("th", {{"scope", "row"}, {"class", "name"}});
    page.leaf("a", event.tournament.players[row.player].name,
              {{"href", fmt::format("#player-{}", category.rows[i] + 1)}});
    page.close();
    write_cell(points_text(row.points), "num points", page);
  }
}

}  // namespace

void write_categories(const PageContent& content, HtmlWriter& page) {
  const std::vector<Category> categories = categories_of(content);
  if (categories.empty()) return;
  page.leaf("h3", content.words("Categories"));
  for (const Category& category : categories) write_category(category, content, page);
}

}  // namespace arbiter
