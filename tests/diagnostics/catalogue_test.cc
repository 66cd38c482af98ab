#include "lib/diagnostics/catalogue.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

bool is_slug(std::string_view id) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  return !id.empty() && std::all_of(id.begin(), id.end(), fits) && id.front() >= 'a' &&
         id.back() != '-' && id.find("--") == std::string_view::npos;
}

std::size_t lines_of(std::string_view text) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Returns the width in characters, not bytes.
std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  std::size_t width = 0;
  for (const char byte : text) {
    const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
    if (!continues) width = byte == '\n' ? 0 : width + 1;
    widest = std::max(widest, width);
  }
  return widest;
}

TEST_CASE("every code has its entry at its own index", "[catalogue]") {
  REQUIRE(catalogue().size() == kDiagnosticCount);
  std::size_t index = 0;
  for (const CatalogueEntry& entry : catalogue()) {
    CAPTURE(entry.id);
    CHECK(index_of(entry.code) == index++);
    CHECK(&entry_of(entry.code) == &entry);
  }
}

TEST_CASE("ids are unique slugs", "[catalogue]") {
  std::set<std::string_view> seen;
  for (const CatalogueEntry& entry : catalogue()) {
    CAPTURE(entry.id);
    CHECK(is_slug(entry.id));
    CHECK(seen.insert(entry.id).second);
  }
}

TEST_CASE("no id is also the name of a group or a collective word", "[catalogue]") {
  const std::string word = GENERATE(as<std::string>{}, "all", "errors", "warnings", "notes",
                                    "style", "lexical", "tags", "movetext", "spelling", "legality",
                                    "ending", "draws", "setup", "clocks", "tournament");
  CAPTURE(word);
  CHECK_FALSE(parse_code(word).has_value());
}

TEST_CASE("every entry can be explained", "[catalogue]") {
  for (const CatalogueEntry& entry : catalogue()) {
    CAPTURE(entry.id);
    CHECK_FALSE(entry.meaning.empty());
    CHECK(entry.meaning.size() <= 90);
    CHECK(lines_of(entry.meaning) == 1);
    CHECK(entry.meaning.back() != '.');
    CHECK(lines_of(entry.explanation) >= 2);
    CHECK(lines_of(entry.explanation) <= 10);
    CHECK(entry.explanation.size() >= 100);
    CHECK(entry.explanation.back() == '.');
    CHECK(widest_line(entry.explanation) <= 80);
    CHECK_FALSE(entry.example.empty());
    CHECK(lines_of(entry.example) <= 10);
  }
}

TEST_CASE("a reference names the Laws or the PGN standard", "[catalogue]") {
  for (const CatalogueEntry& entry : catalogue()) {
    CAPTURE(entry.id, entry.reference);
    const bool named =
        entry.reference.substr(0, 5) == "Laws " || entry.reference.substr(0, 4) == "PGN ";
    CHECK((entry.reference.empty() || named));
  }
}

TEST_CASE("every illegal move of the main line ends the replay of its game", "[catalogue]") {
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.group != Group::Legality || entry.severity < Severity::Error) continue;
    CAPTURE(entry.id);
    CHECK(entry.severity == Severity::Fatal);
    CHECK(entry.reference.substr(0, 5) == "Laws ");
  }
}

TEST_CASE("the rules of the export format are mentioned as such", "[catalogue]") {
  for (const CatalogueEntry& entry : catalogue()) {
    CAPTURE(entry.id);
    const bool mentions = entry.explanation.find("--strict") != std::string_view::npos;
    CHECK(mentions == (entry.severity == Severity::Style));
  }
}

TEST_CASE("only frequent diagnostics are reported once per file", "[catalogue]") {
  CHECK(entry_of(DiagnosticCode::NotUtf8).once_per_file);
  // Foreign letters are reported once per game.
  CHECK_FALSE(entry_of(DiagnosticCode::ForeignPieceLetters).once_per_file);
  CHECK(entry_of(DiagnosticCode::Utf8Bom).once_per_file);
  for (const CatalogueEntry& entry : catalogue()) {
    CAPTURE(entry.id);
    if (entry.group == Group::Legality || entry.group == Group::Ending)
      CHECK_FALSE(entry.once_per_file);
  }
}

TEST_CASE("an id is converted to its code and back", "[catalogue]") {
  for (const CatalogueEntry& entry : catalogue()) {
    CAPTURE(entry.id);
    CHECK(parse_code(entry.id) == entry.code);
  }
  const std::string text =
      GENERATE(as<std::string>{}, "", "pin", "pinnedd", "Pinned", " pinned", "zzz", "\xff");
  CAPTURE(text);
  CHECK_FALSE(parse_code(text).has_value());
}

TEST_CASE("a group's name is converted to the group and back", "[catalogue]") {
  for (std::size_t index = 0; index < kGroupCount; ++index) {
    const Group group = static_cast<Group>(index);
    CHECK(parse_group(to_string(group)) == group);
  }
  CHECK_FALSE(parse_group("").has_value());
  CHECK_FALSE(parse_group("Tags").has_value());
}

TEST_CASE("every group has entries", "[catalogue]") {
  std::set<Group> seen;
  for (const CatalogueEntry& entry : catalogue()) seen.insert(entry.group);
  CHECK(seen.size() == kGroupCount);
}

TEST_CASE("a misspelt id is answered with similar ids", "[catalogue]") {
  struct Case {
    std::string_view written;
    std::string_view first;
  };
  const Case c = GENERATE(values<Case>({{"pined", "pinned"},
                                        {"result-missmatch", "result-mismatch"},
                                        {"san-mising-check", "san-missing-check"},
                                        {"castling-rights-lost", "castling-right-lost"},
                                        {"threefold", "threefold-missed"},
                                        {"fifty-move", "fifty-on-board"},
                                        {"seventyfive-move", "seventyfive-ended"},
                                        {"ambigious", "ambiguous"}}));
  CAPTURE(c.written);
  const auto near = ids_like(c.written);
  REQUIRE_FALSE(near.empty());
  CHECK(near.front() == c.first);
  CHECK(near.size() <= 3);
}

TEST_CASE("no suggestion is made for a word unlike any id", "[catalogue]") {
  CHECK(ids_like("xyzzy-plugh-qwertyuiop").empty());
}

TEST_CASE("severities have three words", "[catalogue]") {
  CHECK(to_string(Severity::Style) == "warning");
  CHECK(to_string(Severity::Note) == "note");
  CHECK(to_string(Severity::Warning) == "warning");
  CHECK(to_string(Severity::Error) == "error");
  CHECK(to_string(Severity::Fatal) == "error");
}

}  // namespace
}  // namespace arbiter::testing
