// Tests the strings of a page in all languages.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/tournament/tournament.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tools/report/page.h"

using namespace arbiter;
using namespace arbiter::testing;

namespace {

// The sources that contain the strings of a page.
constexpr const char* kSources[] = {
    "page.cc",           "standings_section.cc", "games_section.cc", "findings_section.cc",
    "charts_section.cc", "translations.cc",      "page.js",          "viewer.js",
    "viewer.html"};

std::string report_source(const std::string& name) {
  return read_text((repository() / "tools" / "report" / name).string());
}

// The strings of a table by their English form, in table order.
using Table = std::vector<std::pair<std::string, std::string>>;

Table table_of(const std::string& name) {
  Table table;
  std::istringstream lines(report_source(name));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    INFO(name << ": " << line);
    REQUIRE(tab != line.npos);
    table.emplace_back(line.substr(0, tab), line.substr(tab + 1));
  }
  return table;
}

std::vector<std::string> keys_of(const Table& table) {
  std::vector<std::string> keys;
  for (const auto& [english, text] : table) keys.push_back(english);
  return keys;
}

// Returns the strings matched by the first group of a pattern.
std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
    found.insert((*at)[1]);
  }
  return found;
}

std::size_t count_of(std::string_view text, char c) {
  return static_cast<std::size_t>(std::ranges::count(text, c));
}

}  // namespace

TEST_CASE("each text exists once, in all languages, with the same values", "[page_words]") {
  const std::vector<std::string> keys = keys_of(table_of("de.tsv"));
  CHECK(std::set(keys.begin(), keys.end()).size() == keys.size());
  const std::string name = GENERATE("de.tsv", "fr.tsv", "es.tsv", "ru.tsv");
  CAPTURE(name);
  const Table table = table_of(name);
  CHECK(keys_of(table) == keys);
  for (const auto& [english, text] : table) {
    CAPTURE(english, text);
    CHECK(!text.empty());
    CHECK(count_of(text, '\t') == 0);
    if (english.find("{0}") == english.npos && english.find("{1}") == english.npos) {
      CHECK(count_of(text, '{') == count_of(english, '{'));
    }
  }
}

TEST_CASE("every text of a table is part of a page", "[page_words]") {
  std::string sources;
  for (const char* name : kSources) sources += report_source(name);
  for (std::size_t i = 0; i < static_cast<std::size_t>(System::Unknown); ++i) {
    sources += to_string(static_cast<System>(i));
  }
  Tournament tournament;
  tournament.system = System::RoundRobin;
  tournament.cycles = 2;
  sources += system_text(tournament);
  for (const auto& [english, text] : table_of("de.tsv")) {
    CAPTURE(english);
    CHECK(sources.find(english) != sources.npos);
  }
}

TEST_CASE("every text that a page uses is in the table", "[page_words]") {
  std::set<std::string> used;
  for (const char* name : kSources) {
    const std::string source = report_source(name);
    CAPTURE(name);
    CHECK(!source.empty());
    const bool is_viewer = std::string_view(name) == "viewer.html";
    if (is_viewer) used.merge(matches(source, R"x(\{\{([^}]+)\}\})x"));
    for (const char* pattern :
         {R"x(words_?\(\s*"([^"]+)")x", R"x(\.filled\(\s*"([^"]+)")x", R"x(\bt\('([^']+)')x"}) {
      if (!is_viewer) used.merge(matches(source, pattern));
    }
  }
  CHECK(used.size() > 80);
  const Words english(Language::English);
  const Words russian(Language::Russian);
  for (const std::string& text : used) {
    CAPTURE(text);
    CHECK(russian(text) != text);
  }
  CHECK(english("{} to {}|in a month") == "{} to {}");
  CHECK(russian("no such text") == "no such text");
}

TEST_CASE("numbers and texts with values are those of the language", "[page_words]") {
  const auto [language, code, number, day] =
      GENERATE(table<Language, std::string_view, std::string_view, std::string_view>({
          {Language::English, "en", "1,234,567", "9 May 2024"},
          {Language::German, "de", "1.234.567", "9. Mai 2024"},
          {Language::French, "fr", "1\u00a0234\u00a0567", "9 mai 2024"},
          {Language::Spanish, "es", "1.234.567", "9 de mayo de 2024"},
          {Language::Russian, "ru", "1\u00a0234\u00a0567", "9 мая 2024"},
      }));
  const Words words(language);
  CHECK(words.code() == code);
  CHECK(words.number(1'234'567) == number);
  CHECK(words.number(999) == "999");
  CHECK(words.filled("{0} {1} {2}", 9, words("May"), 2024, 5) == day);
}
