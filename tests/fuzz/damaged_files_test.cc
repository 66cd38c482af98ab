// Tests that damaged files of every kind are read completely.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/all_readers.h"
#include "tests/fuzz/damage.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

using testing::Damage;
using testing::fault_in_reading;

// Returns the .pgn files in and below a folder, by name.
std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".pgn") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<std::string> files;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return files;
}

// Writes text that causes a failure into the test's folder.
void keep(const std::string& text, std::uint32_t seed) {
  const auto path = testing::scratch_folder() / ("damaged-" + std::to_string(seed) + ".pgn");
  std::ofstream(path, std::ios::binary) << text;
  WARN("the text is in " << path.string());
}

void read_damaged_copies(const std::vector<std::string>& files, std::uint32_t copies) {
  REQUIRE_FALSE(files.empty());
  // About one copy in 10,000 is known to fail, because a figurine lost one of its bytes. One in
  // 5,000 is tolerated.
  std::uint32_t unsettled = 0;
  for (std::uint32_t copy = 0; copy < copies; ++copy) {
    Damage damage(copy);
    const std::string text = damage.done_to(files[copy % files.size()]);
    const auto fault = fault_in_reading(text, 1 + copy % 2);
    if (!fault) continue;
    if (*fault == "writing the export format again changes it" && ++unsettled * 5000 <= copies) {
      continue;
    }
    CAPTURE(copy, text.size());
    CHECK(fault.value() == "none");
    keep(text, copy);
  }
}

TEST_CASE("undamaged files are read to their end", "[fuzz]") {
  for (const std::string& text : files_in(testing::testdata(""))) {
    CAPTURE(text.substr(0, 200));
    CHECK(fault_in_reading(text, 1).value_or("none") == "none");
  }
}

TEST_CASE("damaged copies of the test files are read to the end", "[fuzz]") {
  read_damaged_copies(files_in(testing::testdata("")), testing::is_nightly() ? 1'000 : 500);
}

TEST_CASE("damaged copies of the corpus are read to the end", "[fuzz][corpus]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  read_damaged_copies(files_in(*corpus / "dirty"), testing::is_nightly() ? 10'000 : 2'000);
}

TEST_CASE("repeated characters are read in proportional time and memory", "[fuzz]") {
  for (const char sign :
       std::string("{}()[]\";%\n\r$!?.*<>\\\t\v/=+-#\xFC\xC2\x92 0aNeO\x01", 36)) {
    for (const std::string head : {"", "1. e4 ", "[Event \"x\"]\n\n1. e4 e5 "}) {
      CAPTURE(sign, head);
      CHECK(fault_in_reading(head + std::string(100'000, sign), 1).value_or("none") == "none");
    }
  }
}

TEST_CASE("repeated words are read in proportional time and memory", "[fuzz]") {
  for (const std::string word : {"(e4 ",
                                 "e4 ) ",
                                 "1. e4 (1. d4 ",
                                 "{ ",
                                 "[a \"",
                                 "[a \"b\"]\n",
                                 "\n\n[Event \"x\"]",
                                 "1-0 ",
                                 "Nf3 Nf6 Ng1 Ng8 ",
                                 "Nf3 (Nc3) Nf6 (Nc6) Ng1 Ng8 ",
                                 "$1 ",
                                 "{[%clk 1:00]} ",
                                 "; x\n",
                                 "% x\n",
                                 "O-O ",
                                 "Ke9 ",
                                 "e4 e5 Ke2 Ke7 Kf3 Qh4 ",
                                 "\xE2\x99\x98"
                                 "f3 ",
                                 "e8=",
                                 "((((e4))))",
                                 "1.",
                                 "\xFC\n",
                                 "[FEN \"8/8/8/8\"]\n",
                                 "\\\"",
                                 "[%",
                                 "-- "}) {
    for (const std::string head : {"", "[Event \"x\"]\n\n"}) {
      CAPTURE(head, word);
      std::string text = head;
      while (text.size() < 60'000) text += word;
      CHECK(fault_in_reading(text, 1).value_or("none") == "none");
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
