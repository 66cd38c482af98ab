#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "lib/laws/date.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};

std::string day_text(const PartialDate& date) {
  if (!date.month || *date.month < 1 || *date.month > 12) return fmt::format("{}", *date.year);
  const std::string_view month = kMonths[*date.month - 1];
  if (!date.day) return fmt::format("{} {}", month, *date.year);
  return fmt::format("{} {} {}", *date.day, month, *date.year);
}

void write_heading(const TableHeading& heading, HtmlWriter& page) {
  if (heading.text.empty()) return write_cell("", heading.kind, page);
  const HtmlElement cell(
      page, "th",
      {{"scope", "col"}, {heading.kind.empty() ? "" : "class", std::string(heading.kind)}});
  if (heading.title.empty()) return page.text(heading.text);
  page.leaf("abbr", heading.text, {{"title", heading.title}});
}

}  // namespace

std::size_t PageContent::played() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(data.games, [](const PageGame& game) { return !game.moves.empty(); }));
}

std::string id_of_game(std::size_t place) { return fmt::format("game-{}", place + 1); }

std::string players_text(const EventGame& game) {
  const auto name = [&](KnownTag tag) {
    const std::string_view value = game.value(tag);
    return value.empty() ? "?" : value;
  };
  return fmt::format("{} – {}", name(KnownTag::White), name(KnownTag::Black));
}

std::string dates_text(const ReportData& data) {
  std::optional<PartialDate> first;
  std::optional<PartialDate> last;
  for (const PageGame& game : data.games) {
    const auto date = parse_date(game.game.value(KnownTag::Date));
    if (!date || !earliest_day(*date) || !may_exist(*date)) continue;
    if (!first || earliest_day(*date) < earliest_day(*first)) first = date;
    if (!last || earliest_day(*date) > earliest_day(*last)) last = date;
  }
  if (!first) return "";
  if (*first == *last) return day_text(*first);
  const bool is_one_month = first->year == last->year && first->month == last->month;
  if (is_one_month && first->day) return fmt::format("{} to {}", *first->day, day_text(*last));
  return fmt::format("{} to {}", day_text(*first), day_text(*last));
}

std::vector<std::string> file_names(const ReportData& data) {
  std::vector<std::string> names = data.files;
  std::string common = names.empty() ? "" : names.front();
  for (const std::string& name : names) {
    const auto differs = std::ranges::mismatch(common, name);
    common.erase(differs.in1, common.end());
  }
  const std::size_t folder = common.find_last_of('/') + 1;  // 0 without a common folder
  for (std::string& name : names) name.erase(0, folder);
  return names;
}

std::string result_text(const EventGame& game) {
  const std::string_view text = to_string(game.result);
  if (text == "1/2-1/2") return "½–½";
  if (text == "*") return "*";
  return fmt::format("{}–{}", text.front(), text.back());
}

PageTable::PageTable(std::string_view caption, const std::vector<TableHeading>& headings,
                     HtmlWriter& page)
    : region_(page, "div",
              {{"class", "scroll"},
               {"role", "region"},
               {"tabindex", "0"},
               {"aria-label", std::string(caption)}}),
      table_(page, "table") {
  page.leaf("caption", caption);
  {
    const HtmlElement head(page, "thead");
    const HtmlElement row(page, "tr");
    for (const TableHeading& heading : headings) write_heading(heading, page);
  }
  body_.emplace(page, "tbody");
}

void write_cell(std::string_view text, std::string_view kind, HtmlWriter& page) {
  page.leaf("td", text, {{kind.empty() ? "" : "class", std::string(kind)}});
}

}  // namespace arbiter
