// Checks for plain English: each word or phrase here has a plainer alternative.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "tests/source/prose.h"

using namespace arbiter::testing;

namespace {

struct Banned {
  std::string_view words;
  std::string_view instead;
};

constexpr Banned kBanned[] = {
    // Common words instead of rare ones.
    {"else", "otherwise"},
    {"behind", "after"},
    {"beside", "next to, with, in addition to"},
    {"shall", "must, will"},
    {"also where", "even if"},
    {"even where", "even if"},
    {"the own", "its own"},
    {"an own", "its own"},
    {"belongs into", "belongs in"},
    {"belong into", "belong in"},
    {"in place of", "instead of"},
    {"in each other's place", "swapped"},
    {"by turns", "alternately"},
    {"superfluous", "extra, unnecessary"},
    {"costs itself", "loses only"},
    {"without a word", "silently"},
    // Active voice and present tense.
    {"is said", "say who says it"},
    {"are said", "say who says it"},
    {"is told", "say who tells it"},
    {"are told", "say who tells it"},
    {"is complained", "is reported"},
    {"complaint", "error"},
    {"complaints", "errors"},
    {"come by themselves", "are automatic"},
    {"comes by itself", "is automatic"},
    {"looked at", "checked, searched"},
    {"looked for", "searched for"},
    {"found out", "determined"},
    {"got among", "got between"},
    // One word for one concept.
    {"left out", "omitted, skipped"},
    {"leave out", "omit, skip"},
    {"leaves out", "omits, skips"},
    {"leaving out", "omitting, skipping"},
    {"mend", "repair, correct"},
    {"mends", "repairs, corrects"},
    {"mended", "repaired, corrected"},
    {"man", "piece"},
    {"men", "pieces"},
    {"blank", "space, empty"},
    {"blanks", "spaces"},
    {"games file", "game file"},
    {"games files", "game files"},
    {"scoresheet", "score sheet"},
    {"let go on", "released on"},
    {"not known", "unknown"},
    {"told apart", "distinguished"},
    {"told from", "distinguished from"},
    {"tell them apart", "distinguish them"},
    {"taken for", "read as, mistaken for"},
    {"takes it for", "reads it as"},
    // "is not a move", not "is no move".
    {"is no", "is not a"},
    {"are no", "are not"},
    {"was no", "was not a"},
    {"is none of", "is not one of"},
    {"are none of", "are not among"},
    {"has not the", "does not have the, lacks the"},
    {"have not the", "do not have the, lack the"},
    {"cluster name", "cluster address"},
    {"name of the cluster", "cluster address"},
    {"piece of text", "text fragment"},
    {"pieces of text", "text fragments"},
    {"first position", "initial position"},
    {"start position", "initial position"},
    {"starting position", "initial position"},
    {"exchanged", "swapped"},
    // Numbers.
    {"one a line", "one per line"},
    {"object a line", "object per line"},
    {"once a file", "once per file"},
    {"so many half-moves", "N half-moves"},
    {"so many of the", "N"},
    // Messages.
    {"there is nothing to do with", "unexpected argument"},
    {"cannot be asked for", "unknown field"},
    {"near in spelling", "similarly spelled"},
    {"does not go with", "contradicts"},
    {"oversteps the time", "the flag falls"},
    {"in check by", "in check from"},
    {"stands in check", "is in check"},
    {"stand in check", "be in check"},
};

struct Allowed {
  std::string_view words;
  std::string_view why;
};

constexpr Allowed kAllowed[] = {
    {"something else", "the expected word"},
    {"anything else", "the expected word"},
    {"nothing else", "the expected word"},
    {"everything else", "the expected word"},
    {"anywhere else", "the expected word"},
    {"else arbiter_files", "a script for a shell"},
    {"else arbiter_words", "a script for a shell"},
    {"else compdef", "a script for a shell"},
    {"the square behind it", "a place on the board"},
    {"the one behind it", "a place on the board"},
    {"shut in behind them", "a place on the board"},
    {"leave it behind", "the expected word"},
    {"stands beside the pawn", "a place on the board, as in Laws 3.7.3.1"},
    {"beside the king", "a place on the board"},
    {"there is no", "the expected word"},
    {"there are no", "the expected word"},
    {"is no longer", "the expected word"},
    {"are no longer", "the expected word"},
};

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

// Returns the end of `words` if they occur at `at`, with any white space between them, or npos.
// Words may begin with a capital; words in capitals, such as SQL keywords, are not prose.
std::size_t end_of(std::string_view words, std::string_view text, std::size_t at) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (at == text.size()) return text.npos;
    if (words[i] == ' ') {
      if (!is_space(text[at])) return text.npos;
      while (at < text.size() && is_space(text[at])) ++at;
      continue;
    }
    const char c =
        i == 0 ? static_cast<char>(std::tolower(static_cast<unsigned char>(text[at]))) : text[at];
    if (c != words[i]) return text.npos;
    ++at;
  }
  return at;
}

bool is_whole(std::string_view text, std::size_t begin, std::size_t end) {
  return (begin == 0 || !is_of_word(text[begin - 1])) &&
         (end == text.size() || !is_of_word(text[end]));
}

bool is_allowed(std::string_view text, std::size_t begin, std::size_t end) {
  // Maximum length of an allowed phrase, including white space.
  constexpr std::size_t kMaxPhrase = 40;
  return std::ranges::any_of(kAllowed, [&](const Allowed& allowed) {
    for (std::size_t at = begin - std::min(begin, kMaxPhrase); at <= begin; ++at) {
      const std::size_t to = end_of(allowed.words, text, at);
      if (to != text.npos && to >= end) return true;
    }
    return false;
  });
}

// A single word is a JSON key or a name, not prose.
bool is_prose(std::string_view text) { return std::ranges::any_of(text, is_space); }

// Returns a line such as "lib/x.cc:12: 'behind' (use: after)" for each occurrence.
std::vector<std::string> faults_in(const Prose& prose) {
  std::vector<std::string> faults;
  if (!is_prose(prose.text)) return faults;
  for (std::size_t at = 0; at < prose.text.size(); ++at) {
    if (at > 0 && is_of_word(prose.text[at - 1])) continue;
    for (const Banned& banned : kBanned) {
      const std::size_t end = end_of(banned.words, prose.text, at);
      if (end == prose.text.npos || !is_whole(prose.text, at, end)) continue;
      if (is_allowed(prose.text, at, end)) continue;
      const auto line = std::count(prose.text.begin(),
                                   prose.text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      faults.push_back(prose.path + ":" +
                       std::to_string(prose.first_line + static_cast<std::size_t>(line)) + ": '" +
                       std::string(banned.words) + "' (use: " + std::string(banned.instead) + ")");
    }
  }
  return faults;
}

}  // namespace

TEST_CASE("a banned word is found in prose, as a whole word, with its line", "[words]") {
  struct Case {
    std::string_view text;
    std::vector<std::string> faults;
  };
  const Case c = GENERATE(values<Case>({
      {"the moves behind it", {"x.md:7: 'behind' (use: after)"}},
      {"a note.\nBehind it, left\n  out",
       {"x.md:8: 'behind' (use: after)", "x.md:8: 'left out' (use: omitted, skipped)"}},
      {"an amendment of women, two-blanks-before-moves", {}},
      {"the square behind it, or something else", {}},
      {"CASE WHEN x THEN 1 ELSE 2 END", {}},
      {"mended", {}},
  }));
  CAPTURE(c.text);
  CHECK(faults_in({"x.md", std::string(c.text), 7}) == c.faults);
}

TEST_CASE("literals are read without comments, and adjacent ones are joined", "[words]") {
  const auto found = literals_of("x.cc",
                                 "int x = 1'000;  // \"not me\"\n"
                                 "f(\"left \"\n  \"out\", '\"', R\"text(a \"b\"\nc)text\",\n"
                                 "  \"d\\ne\\\"\");\n");
  REQUIRE(found.size() == 3);
  CHECK(found[0].text == "left out");
  CHECK(found[0].first_line == 2);
  CHECK(found[1].text == "a \"b\"\nc");
  CHECK(found[1].first_line == 3);
  CHECK(found[2].text == "d\ne\"");
  CHECK(found[2].first_line == 5);
}

TEST_CASE("help, messages, catalogue and pages avoid unusual words", "[words]") {
  const std::vector<Prose> all = all_prose();
  CHECK(all.size() > 4000);  // ensures that literals are found
  std::string faults;
  for (const Prose& prose : all) {
    for (const std::string& fault : faults_in(prose)) faults += fault + "\n";
  }
  INFO(faults);
  CHECK(faults.empty());
}
