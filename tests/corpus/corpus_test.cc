// The whole corpus: every file is read completely, and nothing is lost.

#include "tests/support/corpus.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;
using testing::ProgramRun;

struct Games {
  std::string file;
  std::uint64_t games;
  std::uint64_t bytes;  // unpacked: `zstd -dc FILE | wc -c`
};

// The numbers of games are those of `grep -c '^\[Event '`.
const std::vector<Games> kGames = {
    {"otb-mixed.pgn.zst", 150'000, 99'507'194},     {"otb-players.pgn.zst", 59'906, 41'572'279},
    {"lichess-clocks.pgn.zst", 24'000, 61'055'438}, {"engine-comments.pgn.zst", 1'500, 39'245'468},
    {"chess960.pgn.zst", 300, 9'117'263},
};

// Line numbers of errors, by diagnostic id.
using ErrorLines = std::map<std::string, std::vector<std::uint64_t>>;

// The errors in otb-players, each verified independently. A script counted the positions that
// pgn-extract writes after each move (--fencomments --nofauxep).
const ErrorLines kErrorsInPlayers = {
    // Draws that continued for three half-moves or more. The pawns were locked (lines 155810,
    // 164119 and 382241, the last two the same game), or a lone knight was left (735450).
    {"dead-position-ended", {155810, 164119, 382241, 735450}},
    // Games that continued after a fivefold repetition, all since 2017.
    {"fivefold-ended", {293165, 719111, 725503, 991710}},
    // Krush - Liu, Philadelphia 2011: 42.Be5 is mate, recorded as a check and a draw.
    {"mate-vs-result", {708665}},
    // Games that continued after 150 half-moves without a capture or pawn move, all since 2017.
    {"seventyfive-ended", {43332, 65230, 231487, 377862, 765749, 767251}},
};

testing::Json summary_of(const ProgramRun& run) {
  const std::vector<std::string> lines = testing::lines_of(run.output);
  REQUIRE_FALSE(lines.empty());
  testing::Json summary = testing::Json::parse(lines.back());
  REQUIRE(summary["type"] == "summary");
  return summary;
}

// Returns the summary of a file that is read completely. Findings are allowed; failure is not.
testing::Json summary_of_file(const fs::path& file) {
  const ProgramRun run = testing::run_arbiter(
      {"validate", "--quiet", "--strict", "--format", "json", "--max-findings", "0", file});
  CAPTURE(file.string(), run.errors);
  REQUIRE((run.status == 0 || run.status == 1));
  REQUIRE(run.errors.empty());
  return summary_of(run);
}

ErrorLines errors_of(const fs::path& file) {
  const ProgramRun run =
      testing::run_arbiter({"validate", "--quiet", "--format", "json", "--select", "errors", file});
  ErrorLines lines;
  for (const std::string& line : testing::lines_of(run.output)) {
    const testing::Json record = testing::Json::parse(line);
    if (record["type"] == "finding") lines[record["id"].text()].push_back(record["line"].count());
  }
  return lines;
}

bool begins_with_tag(const std::string& line) { return line.rfind("[Event ", 0) == 0; }

// Returns the number of games, counted by the first tag of each.
std::uint64_t event_tags(const fs::path& file) {
  std::ifstream text(file, std::ios::binary);
  std::uint64_t count = 0;
  for (std::string line; std::getline(text, line);) count += begins_with_tag(line);
  return count;
}

}  // namespace

TEST_CASE("every large file is read to its end, with all its games and bytes", "[corpus]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  for (const Games& expected : kGames) {
    CAPTURE(expected.file);
    const testing::Json summary = summary_of_file(*corpus / "games" / expected.file);
    CHECK(summary["games"] == expected.games);
    CHECK(summary["bytes"] == expected.bytes);
  }
}

TEST_CASE("every damaged file is read to its end, with all its bytes", "[corpus]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(*corpus / "dirty")) {
    if (!entry.is_regular_file()) continue;
    CAPTURE(entry.path().string());
    const testing::Json summary = summary_of_file(entry.path());
    CHECK(summary["bytes"] == entry.file_size());
    CHECK(summary["games"] >= event_tags(entry.path()));
    ++files;
  }
  CHECK(files > 100);
}

TEST_CASE("sound games have only the errors that are known to be true", "[corpus]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  CHECK(errors_of(*corpus / "games" / "otb-players.pgn.zst") == kErrorsInPlayers);
  CHECK(errors_of(*corpus / "games" / "chess960.pgn.zst") == ErrorLines{});
}

}  // namespace arbiter::testing
