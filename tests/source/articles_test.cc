// Checks that every cited article is in the table of lib/diagnostics, which contains the numbers of
// one edition of the Laws.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tests/source/prose.h"

using namespace arbiter;
using namespace arbiter::testing;

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Removes an article such as "5.2.2", "A.5.2" or "Guidelines III.4" from the start of the text.
// Returns nothing if there is none.
std::string take_article(std::string_view& text) {
  std::string_view rest = text;
  std::string article;
  constexpr std::string_view kGuidelines = "Guidelines ";
  if (rest.starts_with(kGuidelines)) {
    article = kGuidelines;
    rest.remove_prefix(kGuidelines.size());
  }
  const std::string_view first = article.empty() ? "ABC" : "I";
  const std::size_t begin = article.size();
  while (!rest.empty() &&
         (is_digit(rest[0]) || rest[0] == '.' ||
          (first.find(rest[0]) != first.npos && article.find('.') == article.npos &&
           (article.size() == begin || rest[0] == 'I')))) {
    article += rest[0];
    rest.remove_prefix(1);
  }
  while (article.size() > begin && article.back() == '.') article.pop_back();
  const bool is_letter_alone = article.size() == begin + 1 && article.back() >= 'A' && begin == 0;
  if (article.size() == begin || is_letter_alone) return "";
  text = rest;
  return article;
}

// Collects the articles after "Laws ", as in "Laws 9.2, 9.3" or "Laws 4.2 to 4.7".
void collect_after_laws(std::string_view text, std::set<std::string>& found) {
  constexpr std::string_view kLaws = "Laws ";
  for (std::size_t at = text.find(kLaws); at != text.npos; at = text.find(kLaws, at + 1)) {
    std::string_view rest = text.substr(at + kLaws.size());
    for (std::string article = take_article(rest); !article.empty();) {
      found.insert(article);
      article.clear();
      for (const std::string_view separator : {", ", " and ", " to ", " or "}) {
        if (!rest.starts_with(separator)) continue;
        std::string_view next = rest.substr(separator.size());
        const std::string following = take_article(next);
        // not an article, as in "9.2 and 50 moves"
        if (following.find('.') == following.npos) continue;
        article = following;
        rest = next;
        break;
      }
    }
  }
}

// Collects articles such as "(5.2.2)" or "(4.4.2, 9.3)", used in texts about the Laws only.
void collect_bare(std::string_view text, std::set<std::string>& found) {
  for (std::size_t at = text.find('('); at != text.npos; at = text.find('(', at + 1)) {
    std::string_view rest = text.substr(at + 1);
    for (std::string article = take_article(rest); article.find('.') != article.npos;) {
      found.insert(article);
      article.clear();
      if (!rest.starts_with(", ")) break;
      rest.remove_prefix(2);
      article = take_article(rest);
    }
  }
}

// Collects the articles in a table cell, as in "| `flag` | 6.9, A.5.2 | ...".
void collect_cells(std::string_view text, std::set<std::string>& found) {
  for (std::size_t at = text.find("` | "); at != text.npos; at = text.find("` | ", at + 1)) {
    std::string_view rest = text.substr(at + 4);
    for (std::string article = take_article(rest); !article.empty(); article = take_article(rest)) {
      found.insert(article);
      if (!rest.starts_with(", ")) break;
      rest.remove_prefix(2);
    }
  }
}

// Returns whether the whole text is an article, as in the tables of rulings.
bool is_article(std::string_view text) {
  const bool has_dot = text.find('.') != text.npos;
  return has_dot && text[0] != '0' && !take_article(text).empty() && text.empty();
}

std::vector<std::string> missing(const std::set<std::string>& cited) {
  std::vector<std::string> none;
  for (const std::string& number : cited) {
    if (find_article(number) == nullptr) none.push_back(number);
  }
  return none;
}

bool is_about_laws(std::string_view path) {
  return path.starts_with("lib/laws/") || path.starts_with("lib/conditional/");
}

}  // namespace

TEST_CASE("articles are found in prose, in lists and in table cells", "[articles]") {
  std::set<std::string> found;
  collect_after_laws("(Laws 9.5.3; one minute, Laws A.3, B.3). By Laws 1.2 White; Laws 4.2 to 4.7",
                     found);
  collect_after_laws(
      "Laws Guidelines III.3.1.2. Laws 9.2 and 50 moves. US Chess 14E. Laws of Chess", found);
  CHECK(found == std::set<std::string>{"9.5.3", "A.3", "B.3", "1.2", "4.2", "4.7",
                                       "Guidelines III.3.1.2", "9.2"});
  found.clear();
  collect_bare("a signed result stands (8.7), see (5.2.1, 9.1) and (1) and (e.p.)", found);
  CHECK(found == std::set<std::string>{"8.7", "5.2.1", "9.1"});
  found.clear();
  collect_cells("| `flag` | 6.9 | the |\n| `black-began` | 1.2, 7.3 | 2.5 |", found);
  CHECK(found == std::set<std::string>{"6.9", "1.2", "7.3"});
  CHECK(is_article("A.5.2"));
  CHECK_FALSE(is_article("1-0"));
}

TEST_CASE("every article that is cited is in the table", "[articles]") {
  std::set<std::string> cited;
  for (const Prose& prose : all_prose()) {
    collect_after_laws(prose.text, cited);
    if (is_about_laws(prose.path) && is_article(prose.text)) cited.insert(prose.text);
    if (prose.path.ends_with("docs/adjudicate.md")) collect_cells(prose.text, cited);
    if (prose.path.ends_with("docs/adjudicate.md") || prose.path.ends_with("docs/touch.md")) {
      collect_bare(prose.text, cited);
    }
  }
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.reference.starts_with("Laws")) collect_bare(entry.explanation, cited);
  }
  CHECK(cited.size() > 90);
  CHECK(missing(cited) == std::vector<std::string>());
}

TEST_CASE("the table has each article once, with its gist", "[articles]") {
  std::set<std::string_view> numbers;
  for (const LawsArticle& article : articles()) {
    CAPTURE(article.number);
    std::string_view rest = article.number;
    CHECK(take_article(rest) == article.number);
    CHECK(numbers.insert(article.number).second);
    CHECK_FALSE(article.gist.empty());
    CHECK(article.gist.back() != '.');
  }
}
