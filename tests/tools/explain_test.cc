#include <catch2/catch.hpp>

#include "lib/base/text.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/tournament/tie_break.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

TEST_CASE("every diagnostic is explained, with its example") {
  std::vector<std::string> arguments = {"explain"};
  for (const CatalogueEntry& entry : catalogue()) arguments.emplace_back(entry.id);
  const ProgramRun run = run_arbiter(arguments);
  CHECK(run.status == 0);
  CHECK(run.errors.empty());
  for (const CatalogueEntry& entry : catalogue()) {
    const std::string id(entry.id);
    CAPTURE(id);
    CHECK_THAT(run.output, Contains(id + ": " + std::string(entry.meaning) + "\n"));
    CHECK_THAT(run.output, Contains(std::string(trim(entry.explanation))));
    CHECK(!trim(entry.explanation).empty());
  }
}

TEST_CASE("the list has every diagnostic once, with its group") {
  const std::vector<std::string> lines = lines_of(run_arbiter({"explain"}).output);
  REQUIRE(lines.size() == kDiagnosticCount + 3);  // headings, an empty line and a hint
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
    const CatalogueEntry& entry = catalogue()[i];
    CAPTURE(lines[i + 1]);
    CHECK_THAT(lines[i + 1], StartsWith(std::string(to_string(entry.group)) + " ") &&
                                 Contains(" " + std::string(entry.id) + " ") &&
                                 EndsWith("  " + std::string(entry.meaning)));
  }
}

TEST_CASE("all tie-breaks are listed, as in the help of standings") {
  const std::vector<std::string> lines = lines_of(run_arbiter({"explain", "tie-breaks"}).output);
  const std::string help = run_arbiter({"standings", "--help"}).output;
  std::string words;
  for (const char c : help) words += c == '\n' ? ' ' : c;
  const std::vector<TieBreak> all = all_tie_breaks();
  REQUIRE(lines.size() == all.size() + 1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string acronym = to_string(all[i]);
    CAPTURE(lines[i + 1], acronym);
    CHECK_THAT(lines[i + 1], StartsWith(acronym) && EndsWith(meaning_of(all[i])));
    CHECK_THAT(words, Contains(lines[i + 1].substr(0, lines[i + 1].find(' '))));
  }
  CHECK(run_arbiter({"help", "tie-breaks"}).output ==
        run_arbiter({"explain", "tie-breaks"}).output);
  CHECK_THAT(run_arbiter({"explain", "tie-breaks", "--format", "json"}).output,
             Contains("\"name\":\"KS[/Ln]\""));
}

TEST_CASE("a diagnostic is also found by the name shown in findings") {
  CHECK(run_arbiter({"explain", "error[pinned]"}).output ==
        run_arbiter({"explain", "pinned"}).output);
  CHECK_THAT(run_arbiter({"explain", "error[pined]"}).errors, Contains("did you mean pinned?"));
}

TEST_CASE("brackets in a pattern are part of it") {
  const std::string pattern =
      GENERATE(as<std::string>{}, "[NB]f5", "trapped [nb]", "trapped [nb] then not trapped [nb]",
               "N attacks [qr] later B attacks [qr]", "[NB] attacks [qr]");
  CAPTURE(pattern);
  const ProgramRun run = run_arbiter({"explain", "pattern", pattern});
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("evaluates "));
}

TEST_CASE("a group lists its own diagnostics only") {
  const std::string output = run_arbiter({"explain", "draws"}).output;
  CHECK_THAT(output, Contains("threefold-on-board"));
  CHECK_THAT(output, !Contains("pinned"));
}

TEST_CASE("the group words of --select can be explained") {
  for (const std::string word : {"errors", "warnings", "notes", "style"}) {
    CAPTURE(word);
    const ProgramRun run = run_arbiter({"explain", word});
    CHECK(run.status == 0);
    CHECK((run.output.find("  pinned ") != std::string::npos) == (word == "errors"));
  }
}

TEST_CASE("explanations are available in machine-readable formats") {
  const std::vector<std::string> lines =
      lines_of(run_arbiter({"explain", "--format", "json"}).output);
  REQUIRE(lines.size() == kDiagnosticCount);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto object = Json::parse(lines[i]);
    const CatalogueEntry& entry = catalogue()[i];
    CHECK(object["id"] == std::string(entry.id));
    CHECK(object["group"] == std::string(to_string(entry.group)));
    CHECK(object["example"] == std::string(trim(entry.example)));
    CHECK(object["fatal"] == (entry.severity == Severity::Fatal));
  }
  CHECK_THAT(run_arbiter({"explain", "pinned", "--format", "markdown"}).output,
             StartsWith("## pinned\n"));
}
