#include <catch2/catch.hpp>
#include <cstdio>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "lib/repair/text_edits.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Case {
  std::string text;
  std::vector<TextChange> changes;
  std::string hunks;
};

TEST_CASE("hunks have as many lines of context before as after", "[unified_diff]") {
  const Case c = GENERATE(values<Case>({
      {"a\nb\nc\n", {}, ""},
      {"a\nb\nc\n", {{2, 1, "b"}}, ""},
      {"a\nb\nc\n", {{2, 1, "B"}}, "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
      {"a\nb\nc",
       {{4, 1, "C"}},
       "@@ -3,1 +3,1 @@\n-c\n\\ No newline at end of file\n+C\n\\ No newline at end of file\n"},
      {"1\n2\n3\n4\n5\n6\n7\n8\n9\n",
       {{8, 1, "five\nand more"}},
       "@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+and more\n 6\n 7\n 8\n"},
      // Two changes in one line, and another in the next line.
      {"1\n2 2\n3\n4\n",
       {{2, 1, "x"}, {4, 1, "y"}, {6, 1, "z"}},
       "@@ -1,4 +1,4 @@\n 1\n-2 2\n-3\n+x y\n+z\n 4\n"},
      // A change that includes unchanged lines.
      {"a\nb\nc\nd\ne\n", {{2, 5, "B\nc\nD"}}, "@@ -1,5 +1,5 @@\n a\n-b\n+B\n c\n-d\n+D\n e\n"},
  }));
  CAPTURE(c.text);
  UnifiedDiff diff;
  CHECK(diff.add(c.text, c.changes) == c.hunks);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

enum class Direction { Forward, Back };

// Applies hunks to a text, like `patch` or `patch -R`. All lines end with a line feed.
std::string patched(const std::string& text, const std::string& hunks, Direction direction) {
  const bool is_forward = direction == Direction::Forward;
  const char out = is_forward ? '-' : '+';
  const std::vector<std::string> lines = lines_of(text);
  std::vector<std::string> result;
  std::size_t at = 0;
  for (const std::string& line : lines_of(hunks)) {
    if (line.starts_with("@@")) {
      unsigned long old_first = 0;
      unsigned long old_count = 0;
      unsigned long new_first = 0;
      unsigned long new_count = 0;
      REQUIRE(std::sscanf(line.c_str(), "@@ -%lu,%lu +%lu,%lu @@", &old_first, &old_count,
                          &new_first, &new_count) == 4);
      const std::size_t first = is_forward ? old_first : new_first;
      const std::size_t count = is_forward ? old_count : new_count;
      const std::size_t place = count == 0 ? first : first - 1;
      REQUIRE(place >= at);
      while (at < place) result.push_back(lines.at(at++));
    } else if (line[0] == ' ' || line[0] == out) {
      REQUIRE(lines.at(at) == line.substr(1));
      if (line[0] == ' ') result.push_back(lines[at]);
      ++at;
    } else {
      result.push_back(line.substr(1));
    }
  }
  while (at < lines.size()) result.push_back(lines[at++]);
  std::string whole;
  for (const std::string& line : result) whole += line + '\n';
  return whole;
}

TEST_CASE("hunks apply the changes and reverse them", "[unified_diff]") {
  std::mt19937 chance(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = 1 + chance() % 40; i > 0; --i)
      text += "line " + std::to_string(chance() % 3) + "\n";
    std::vector<TextChange> changes;
    for (std::size_t at = chance() % 20; at + 8 < text.size(); at += 2 + chance() % 60) {
      const std::size_t length = chance() % 8;
      const std::string in_place[] = {"", "x", "new\n", "a\nb\nline 1\n"};
      changes.push_back({at, length, in_place[chance() % 4]});
      at += length;
    }
    const std::string after = changed(text, changes);
    UnifiedDiff diff;
    const std::string hunks = diff.add(text, changes);
    CAPTURE(text, after, hunks);
    REQUIRE(patched(text, hunks, Direction::Forward) == after);
    REQUIRE(patched(after, hunks, Direction::Back) == text);
  }
}

TEST_CASE("line numbers continue over all parts of a file", "[unified_diff]") {
  UnifiedDiff diff;
  CHECK(diff.add("a\nb\nc\n", std::vector<TextChange>{{2, 1, "1\n2"}}) ==
        "@@ -1,3 +1,4 @@\n a\n-b\n+1\n+2\n c\n");
  CHECK(diff.add("d\ne\nf\n", std::vector<TextChange>{{2, 1, "E"}}) ==
        "@@ -4,3 +5,3 @@\n d\n-e\n+E\n f\n");
}

TEST_CASE("distant changes have hunks of their own", "[unified_diff]") {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "line\n";
  UnifiedDiff diff;
  const std::string hunks = diff.add(text, std::vector<TextChange>{{0, 4, "A"}, {100, 4, "B"}});
  CHECK(hunks ==
        "@@ -1,1 +1,1 @@\n-line\n+A\n@@ -18,7 +18,7 @@\n line\n line\n line\n-line\n+B\n line\n "
        "line\n line\n");
}

TEST_CASE("the changes of lines turn one text into the other, and keep unique lines in order") {
  std::mt19937 random(9);
  for (int round = 0; round < 300; ++round) {
    const auto text = [&] {
      std::string lines;
      for (std::size_t i = random() % 30; i > 0; --i) {
        lines += std::to_string(random() % 25) + (i == 1 && random() % 3 == 0 ? "" : "\n");
      }
      return lines;
    };
    const std::string before = text();
    const std::string after = text();
    CAPTURE(before, after);
    const std::vector<TextChange> changes = line_changes(before, after);
    CHECK(changed(before, changes) == after);
  }
  CHECK(line_changes("a\nb\nc\n", "a\nB\nc\n").size() == 1);
  CHECK(line_changes("a\nb\nc\n", "a\nB\nc\n").front().text == "B\n");
  CHECK(line_changes("a\nb\n", "a\nb\n").empty());
}

}  // namespace
}  // namespace arbiter::testing
