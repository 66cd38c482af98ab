// Checks the form of prose: short sentences that begin with their subject, and verbs of speech for
// people only.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "tests/source/prose.h"
#include "tests/source/source_files.h"

using namespace arbiter::testing;

namespace {

constexpr std::size_t kMaxWords = 25;

constexpr std::string_view kBannedStarts[] = {"What",  "Who", "Which", "Whatever",
                                              "Found", "Of",  "Where"};

// Verbs whose subject must be a person.
constexpr std::string_view kVerbsOfSpeech[] = {
    "say",     "says", "said",  "saying", "tell", "tells",  "told",
    "telling", "ask",  "asks",  "asked",  "know", "asking", "knows",
    "knew",    "want", "wants", "wanted", "hear", "hears",  "heard"};

constexpr std::string_view kPeople[] = {
    "arbiter",  "arbiters",  "player",    "players",  "user",   "users",    "people",
    "person",   "persons",   "reader",    "readers",  "caller", "White",    "Black",
    "opponent", "opponents", "nobody",    "somebody", "they",   "FIDE",     "Law",
    "Laws",     "organiser", "organizer", "you",      "author", "everyone", "organisers"};

template <std::size_t kCount>
bool contains(const std::string_view (&words)[kCount], std::string_view word) {
  return std::ranges::find(words, word) != std::end(words);
}

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("'_-/.").find(c) != std::string_view::npos;
}

// Makes one word each of quotations such as "`x y`" and "\"x y\"".
std::string without_quotations(std::string_view text) {
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::size_t end = c == '`' || c == '"' ? text.find(c, i + 1) : text.npos;
    if (end == text.npos) {
      kept += c;
    } else {
      kept += 'X';
      i = end;
    }
  }
  return kept;
}

std::vector<std::string> words_of(std::string_view sentence) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : sentence) {
    const bool is_part = is_of_word(c);
    if (is_part && !inside) words.emplace_back();
    if (is_part) words.back() += c;
    inside = is_part;
  }
  for (std::string& word : words) word.erase(word.find_last_not_of("./-") + 1);
  std::erase(words, "");
  return words;
}

bool ends_abbreviation(std::string_view text) {
  return text.ends_with("e.g") || text.ends_with("i.e") || text.ends_with("etc") ||
         text.ends_with("Art") || text.ends_with("vs");
}

// Returns whether a sentence starts at `at`: with a capital after a full stop, after an empty line,
// or in an indented list item.
bool starts_sentence(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t last = before.find_last_not_of(" \n");
  if (last == before.npos) return false;
  const std::string_view gap = before.substr(last + 1);
  if (gap.empty()) return false;
  const auto line_ends = std::ranges::count(gap, '\n');
  if (line_ends > 0 && text.substr(at).starts_with("- ")) return true;
  if (line_ends > 1 || (line_ends == 1 && gap.size() - gap.find('\n') > 2)) return true;
  const bool has_stop = std::string_view(".!?:").find(before[last]) != std::string_view::npos;
  if (!has_stop || ends_abbreviation(before.substr(0, last))) return false;
  return std::isupper(static_cast<unsigned char>(text[at])) != 0 || text[at] == '(';
}

std::vector<std::string> sentences_of(std::string_view prose) {
  const std::string text = without_quotations(prose);
  std::vector<std::string> sentences(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_start = text[i] != ' ' && text[i] != '\n' && starts_sentence(text, i);
    if (is_start) sentences.emplace_back();
    sentences.back() += text[i];
  }
  return sentences;
}

// Returns the fault in the form of a sentence, or an empty string.
std::string fault_in(const std::string& sentence) {
  const std::vector<std::string> words = words_of(sentence);
  if (std::ranges::count(sentence, ';') > 1) return "two semicolons";
  if (words.size() > kMaxWords) return std::to_string(words.size()) + " words";
  if (!words.empty() && contains(kBannedStarts, words[0])) return "starts with " + words[0];
  const bool has_person =
      std::ranges::any_of(words, [](const std::string& word) { return contains(kPeople, word); });
  for (const std::string& word : words) {
    if (!has_person && contains(kVerbsOfSpeech, word)) return "nobody who could " + word;
  }
  return "";
}

// Returns lines such as "lib/x.cc:12: starts with What: What is here."
std::string faults_in(const Prose& prose) {
  std::string faults;
  for (const std::string& sentence : sentences_of(prose.text)) {
    const std::string fault = fault_in(sentence);
    if (fault.empty()) continue;
    faults += prose.path + ":" + std::to_string(prose.first_line) + ": " + fault + ": " +
              sentence.substr(sentence.find_first_not_of(" \n")) + "\n";
  }
  return faults;
}

}  // namespace

TEST_CASE("a sentence breaks the form by its length, its first word or a verb of speech",
          "[words]") {
  struct Case {
    std::string_view text;
    std::string_view faults;
  };
  const Case c = GENERATE(values<Case>({
      {" What is here.", "x.h:3: starts with What: What is here.\n"},
      {" A row. Of one game.", "x.h:3: starts with Of: Of one game.\n"},
      {" The file says so.", "x.h:3: nobody who could says: The file says so.\n"},
      {" The user says so; `What says` that?", ""},
      {" one two three four five six seven eight nine ten one two three four five six seven "
       "eight nine ten one two three four five. And more",
       ""},
      {" one two three four five six seven eight nine ten one two three four five six seven "
       "eight nine ten one two three four five six",
       "x.h:3: 26 words: one two three four five six seven eight nine ten one two three four "
       "five six seven eight nine ten one two three four five six\n"},
  }));
  CHECK(faults_in({"x.h", std::string(c.text), 3}) == c.faults);
}

TEST_CASE("comments are read without their slashes, and adjacent lines are one", "[words]") {
  const auto found = comments_of("x.h",
                                 "// One\n// two.\nint x;  // three\n"
                                 "// four\nf(\"// five\");\n");
  REQUIRE(found.size() == 3);
  CHECK(found[0].text == " One\n two.");
  CHECK(found[1].text == " three");
  CHECK(found[1].first_line == 3);
  CHECK(found[2].text == " four");
}

TEST_CASE("comments keep to the form", "[words]") {
  std::vector<std::string> folders = layers();
  std::ranges::copy(test_folders(), std::back_inserter(folders));
  std::string faults;
  std::size_t count = 0;
  for (const SourceFile& file : source_files(folders)) {
    for (const Prose& comment : comments_of(file.path, file.text)) {
      ++count;
      faults += faults_in(comment);
    }
  }
  CHECK(count > 5000);  // the comments are still found
  INFO(faults);
  CHECK(faults.empty());
}
