#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "lib/export/neutral_text.h"
#include "lib/laws/date.h"
#include "tools/cli/output/text_cells.h"
#include "tools/report/page.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

struct LanguageTable {
  std::string_view code;
  std::string_view lines;  // a line "ENGLISH\tTEXT\n" for each string
};

constexpr LanguageTable kLanguages[] = {
    {"en", ""},
    {
        "de",
#include "tools/report/de.tsv.inc"
    },
    {
        "fr",
#include "tools/report/fr.tsv.inc"
    },
    {
        "es",
#include "tools/report/es.tsv.inc"
    },
    {
        "ru",
#include "tools/report/ru.tsv.inc"
    },
};

}  // namespace

Words::Words(Language language) : language_(language) {
  std::string_view lines = kLanguages[static_cast<std::size_t>(language)].lines;
  while (!lines.empty()) {
    const std::size_t tab = lines.find('\t');
    const std::size_t end = lines.find('\n');
    texts_.emplace_back(lines.substr(0, tab), lines.substr(tab + 1, end - tab - 1));
    lines.remove_prefix(end + 1);
  }
}

std::string_view Words::operator()(std::string_view english) const {
  const auto found =
      std::ranges::find(texts_, english, [](const auto& text) { return text.first; });
  return found == texts_.end() ? english.substr(0, english.find('|')) : found->second;
}

std::string Words::number(std::uint64_t value) const {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, (*this)(","));
  return text;
}

std::string_view Words::code() const {
  return kLanguages[static_cast<std::size_t>(language_)].code;
}

std::string Words::json() const {
  std::string members;
  for (const auto& [english, text] : texts_) {
    if (!members.empty()) members += ',';
    append_json_string(english, members);
    members += ':';
    append_json_string(text, members);
  }
  return "{" + members + "}";
}

namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};

std::string day_text(const PartialDate& date, const Words& words) {
  if (!date.month || *date.month < 1 || *date.month > 12) return fmt::format("{}", *date.year);
  const std::string_view month = words(kMonths[*date.month - 1]);
  return words.filled(date.day ? "{0} {1} {2}" : "{1} {2}", date.day.value_or(0), month, *date.year,
                      *date.month);
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

std::size_t PageContent::listed() const {
  if (round != nullptr) return round->games.size();
  return data.rounds.empty() ? data.games.size() : 0;
}

std::size_t PageContent::played() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < data.games.size(); ++i) count += can_be_played(i) && is_here(i);
  return count;
}

std::string PageContent::address_of(std::size_t place) const {
  const std::string fragment = "#" + id_of_game(place);
  if (is_here(place)) return fragment;
  return uri_of(file_of_round(data.rounds[pages[place]], options.file)) + fragment;
}

std::string id_of_game(std::size_t place) { return fmt::format("game-{}", place + 1); }

std::string_view page_word(Ending ending) {
  constexpr std::array<std::string_view, 16> kWords{"not recorded",
                                                    "checkmate",
                                                    "stalemate",
                                                    "dead position",
                                                    "fivefold repetition",
                                                    "75 moves",
                                                    "threefold repetition",
                                                    "50 moves",
                                                    "time",
                                                    "a player left",
                                                    "adjudication",
                                                    "infraction",
                                                    "unfinished",
                                                    "resignation",
                                                    "agreement",
                                                    "forfeit"};
  return kWords[static_cast<std::size_t>(ending)];
}

std::string players_text(const EventGame& game) {
  const auto name = [&](KnownTag tag) {
    const std::string_view value = game.value(tag);
    return value.empty() ? "?" : value;
  };
  return fmt::format("{} – {}", name(KnownTag::White), name(KnownTag::Black));
}

std::string dates_text(const ReportData& data, const Words& words) {
  std::optional<PartialDate> first;
  std::optional<PartialDate> last;
  const auto add = [&](const EventGame& game) {
    const auto date = parse_date(game.value(KnownTag::Date));
    if (!date || !earliest_day(*date) || !may_exist(*date)) return;
    if (!first || earliest_day(*date) < earliest_day(*first)) first = date;
    if (!last || earliest_day(*date) > earliest_day(*last)) last = date;
  };
  // The page may show only the first games.
  const std::vector<EventGame>& all = data.event.games();
  if (all.size() > data.games.size()) {
    std::ranges::for_each(all, add);
  } else {
    for (const PageGame& game : data.games) add(game.game);
  }
  if (!first) return "";
  const std::string last_day = day_text(*last, words);
  if (*first == *last) return last_day;
  const bool is_one_month = first->year == last->year && first->month == last->month;
  if (is_one_month && first->day) {
    return words.filled("{} to {}|in a month", *first->day, last_day);
  }
  return words.filled("{} to {}", day_text(*first, words), last_day);
}

std::vector<std::string> file_names(const ReportData& data) {
  std::vector<std::string> names = data.files;
  std::string common = names.empty() ? "" : names.front();
  for (const std::string& name : names) {
    const auto differs = std::ranges::mismatch(common, name);
    common.erase(differs.in1, common.end());
  }
  const std::size_t folder = common.find_last_of('/') + 1;  // 0 if there is no common folder
  for (std::string& name : names) name.erase(0, folder);
  return names;
}

std::string result_text(const EventGame& game) {
  const std::string_view text = to_string(game.result);
  if (text == "1/2-1/2") return "½–½";
  if (text == "*") return "*";
  return fmt::format("{}–{}", text.front(), text.back());
}

std::string printed_result(std::string_view result) {
  std::string text;
  for (const char c : result) text += c == '=' ? std::string("½") : std::string(1, c);
  return text;
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

FoldedPart::FoldedPart(std::string_view name, std::string_view count, Form form, HtmlWriter& page)
    : part_(page, "details", {{"class", "fold"}, {form == Form::Open ? "open" : "", "open"}}) {
  {
    const HtmlElement summary(page, "summary");
    page.leaf("h3", name);
    page.raw(" ");
    page.leaf("span", count, {{"class", "more"}});
  }
  // Browsers with scripts parse it as text.
  if (form == Form::Lazy) kept_.emplace(page, "noscript");
}

void write_cell(std::string_view text, std::string_view kind, HtmlWriter& page) {
  page.leaf("td", text, {{kind.empty() ? "" : "class", std::string(kind)}});
}

void write_button(std::string_view text, std::string_view action, HtmlWriter& page) {
  page.leaf("button", text, {{"type", "button"}, {"data-do", std::string(action)}});
}

}  // namespace arbiter
