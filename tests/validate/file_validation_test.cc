#include "lib/validate/file_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/diagnostics/catalogue.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/validate/recorded_validation.h"

namespace arbiter::testing {
namespace {

using testing::all_checks;
using testing::PortionSource;
using testing::record_validation;
using testing::record_whole;
using testing::RecordedValidation;

constexpr std::size_t kSeveralChunks = std::size_t{1200} << 10;

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string repeated(const std::string& text, std::size_t size) {
  std::string all;
  while (all.size() < size) all += text;
  return all;
}

// Returns every file that triggers a diagnostic, except those that are not text.
std::string every_fault() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(testing::testdata("diagnostics"))) {
    const std::string name = entry.path().filename().string();
    const bool is_text = name != "utf-16.pgn" && name != "binary-file.pgn";
    if (entry.path().extension() == ".pgn" && is_text) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::string text;
  for (const auto& path : paths) text += bytes_of(path) + "\n\n";
  return text;
}

std::string numbered_game(int number) {
  return fmt::format(
      "[Event \"Open\"]\n[Site \"Bern\"]\n[Date \"2023.05.14\"]\n[Round \"{}\"]\n"
      "[White \"Amsel, Jonas\"]\n[Black \"Novak, Petr\"]\n[Result \"1-0\"]\n\n"
      "1. f3 e5 2. g4 Qh4# 1-0\n\n",
      number);
}

std::string clean_game() {
  return "[Event \"Club Evening\"]\n[Site \"Bern SUI\"]\n[Date \"2023.05.14\"]\n[Round \"3\"]\n"
         "[White \"Amsel, Jonas\"]\n[Black \"Novak, Petr\"]\n[Result \"*\"]\n\n"
         "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\n"
         "8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *\n\n";
}

void require_equal(const RecordedValidation& found, const RecordedValidation& expected) {
  const auto [odd, right] = std::ranges::mismatch(found.findings, expected.findings);
  if (odd != found.findings.end() && right != expected.findings.end()) CHECK(*odd == *right);
  REQUIRE(found.findings.size() == expected.findings.size());
  REQUIRE((found.games == expected.games));
  CHECK(found.totals.games == expected.totals.games);
  CHECK(found.totals.plies == expected.totals.plies);
  CHECK(found.totals.bytes == expected.totals.bytes);
  CHECK(found.totals.lines == expected.totals.lines);
  for (const CatalogueEntry& entry : catalogue()) {
    CAPTURE(entry.id);
    CHECK(found.totals.counts[index_of(entry.code)] ==
          expected.totals.counts[index_of(entry.code)]);
  }
}

// Returns every fault, long games, and every fault again.
std::string faults_in_several_chunks() {
  std::string text = every_fault();
  while (text.size() < kSeveralChunks) text += clean_game();
  return text + every_fault();
}

TEST_CASE("a file in chunks has the same findings as its text in one piece", "[file_validation]") {
  const std::string text = faults_in_several_chunks();
  const RecordedValidation expected = record_whole(text, all_checks());
  REQUIRE(expected.findings.size() > 900);
  for (const bool is_packed : {false, true}) {
    for (const unsigned jobs : {1U, 2U, 5U}) {
      CAPTURE(jobs, is_packed);
      PortionSource source(text);
      source.is_packed = is_packed;
      require_equal(record_validation(source, all_checks(jobs)), expected);
    }
  }
}

TEST_CASE("a file with too many findings reports at its end how many are not shown",
          "[file_validation]") {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "[Event \"x\"]\n\n1. e4 " + repeated(") ", 1800) + "*\n\n";
  PortionSource source(text);
  const RecordedValidation found = record_validation(source, all_checks());
  const auto count_of = [&](DiagnosticCode code) { return found.totals.counts[index_of(code)]; };
  CHECK(found.totals.games == 30);
  CHECK(count_of(DiagnosticCode::StrayCloseParen) == 27'000);
  CHECK(count_of(DiagnosticCode::TooManyInFile) == 1);
  CHECK(found.findings.size() == DiagnosticSink::kMaxInChunk + 1);
  CHECK(found.totals.withheld > 6'000);
  REQUIRE_FALSE(found.findings.empty());
  CHECK(found.findings.back().find("too-many-in-file") != std::string::npos);
  CHECK(found.findings.back().find(fmt::format("{} more", found.totals.withheld)) !=
        std::string::npos);
}

TEST_CASE("the sizes in which bytes arrive make no difference", "[file_validation]") {
  const std::string text = faults_in_several_chunks();
  PortionSource at_once(text, {text.size()});
  const RecordedValidation expected = record_validation(at_once, all_checks());
  using Portions = std::vector<std::size_t>;
  const auto portions = GENERATE(Portions{1}, Portions{7, 1, 4093}, Portions{262144, 1},
                                 Portions{262143}, Portions{300000});
  PortionSource source(text, portions);
  require_equal(record_validation(source, all_checks(2)), expected);
}

TEST_CASE("games without a certain boundary are read in chunks too", "[file_validation]") {
  // Long comments produce few findings in much text.
  const std::string comment = "{" + repeated(" prose", 2000) + " }";
  struct Style {
    std::string name;
    std::string game;
  };
  const Style style = GENERATE_COPY(
      Style{"no tags", "1. e4 e5 " + comment + "\n2. Nf3 Nc7 1/2-1/2\n"},
      Style{"no empty lines", "[Event \"A\"]\n[White \"Tal\"]\n1. d4 " + comment + " d5 Bh3 *\n"},
      Style{"no Event", "[White \"Tal\"]\n\n1. e4 " + comment + " c6 2. Nf9 1-0\n\n"},
      Style{"one line", "1. e4 e5 " + comment + " 1/2-1/2 "},
      Style{"CR", "[White \"Tal\"]\r[Black \"Ivkov\"]\r\r1. e4 " + comment + "\r c6 Qh5 0-1\r\r"},
      Style{"CR LF", "[White \"Tal\"]\r\n\r\n1. e4 c6 " + comment + "\r\n Qh5 0-1\r\n\r\n"});
  CAPTURE(style.name);
  const std::string text = repeated(style.game, 2 * kSeveralChunks);
  // The finding about a missing empty line between games does not cross chunk boundaries.
  FileValidationOptions options = all_checks(2);
  const std::size_t across = index_of(DiagnosticCode::MissingBlankAfterMoves);
  options.wanted.reset(across);
  RecordedValidation expected = record_whole(text, options);
  PortionSource source(text);
  RecordedValidation found = record_validation(source, options);
  expected.totals.counts[across] = found.totals.counts[across] = 0;
  require_equal(found, expected);
}

TEST_CASE("games and lines are numbered through the file", "[file_validation]") {
  std::string text;
  int games = 0;
  while (text.size() < kSeveralChunks) text += numbered_game(++games);
  PortionSource source(text);

  class Listener final : public ValidationListener {
   public:
    void on_finding(const LocatedDiagnostic& finding) override {
      if (finding.diagnostic.code != DiagnosticCode::MateVsResult) return;
      ++found;
      is_right &= finding.diagnostic.game == found && finding.line == 10 * (found - 1) + 9;
    }
    void on_game(const GameSummary& game) override {
      ++summaries;
      is_right &= game.number == summaries && game.white == "Amsel, Jonas";
    }
    bool on_progress(std::uint64_t games_so_far, std::uint64_t bytes) override {
      ++calls;
      is_right &= games_so_far >= last_games && bytes > last_bytes;
      last_games = games_so_far;
      last_bytes = bytes;
      return true;
    }
    std::uint64_t found = 0;
    std::uint64_t summaries = 0;
    std::uint64_t calls = 0;
    std::uint64_t last_games = 0;
    std::uint64_t last_bytes = 0;
    bool is_right = true;
  } listener;

  const FileTotals totals = validate_file(source, all_checks(2), listener);
  CHECK(totals.games == static_cast<std::uint64_t>(games));
  CHECK(totals.lines == totals.games * 10);
  CHECK(totals.plies == totals.games * 4);
  CHECK(totals.bytes == text.size());
  CHECK(listener.found == totals.games);
  CHECK(listener.summaries == totals.games);
  CHECK(listener.calls > 3);
  CHECK(listener.last_bytes == totals.bytes);
  CHECK(listener.is_right);
}

TEST_CASE("findings that are reported once per file are reported once, and counted",
          "[file_validation]") {
  const std::string odd =
      "[White \"M\xFCller\"]\r\n% an escape\n1. e4 \v e5 ; a comment\n\x1A *\n" +
      std::string(300, '.') + "\n\n";
  std::string text;
  while (text.size() < kSeveralChunks) text += numbered_game(1) + odd;
  PortionSource source(text);
  const RecordedValidation record = record_validation(source, all_checks(2));
  std::map<std::string, int> said;
  for (const std::string& finding : record.findings) {
    for (const CatalogueEntry& entry : catalogue()) {
      if (finding.find(fmt::format(" {} game", entry.id)) != std::string::npos) {
        ++said[std::string(entry.id)];
      }
    }
  }
  for (const DiagnosticCode code :
       {DiagnosticCode::NotUtf8, DiagnosticCode::VerticalTab, DiagnosticCode::ControlCharacter,
        DiagnosticCode::MixedNewlines, DiagnosticCode::LineTooLong,
        DiagnosticCode::SemicolonComment}) {
    const std::string id(entry_of(code).id);
    CAPTURE(id);
    CHECK(said[id] == 1);
    CHECK(record.totals.counts[index_of(code)] > 1000);
  }
}

TEST_CASE("findings that are off are still counted", "[file_validation]") {
  const std::string text = every_fault();
  PortionSource source(text);
  const RecordedValidation expected = record_validation(source, all_checks());
  FileValidationOptions options = all_checks();
  options.wanted.reset();
  options.reports_games = false;
  PortionSource again(text);
  const RecordedValidation record = record_validation(again, options);
  CHECK(record.findings.empty());
  CHECK(record.games.empty());
  for (const CatalogueEntry& entry : catalogue()) {
    const bool is_limit = entry.code == DiagnosticCode::TooManyInGame ||
                          // Number of displayed findings.
                          entry.code == DiagnosticCode::TooManyInFile;
    if (entry.severity == Severity::Style || is_limit) continue;
    CAPTURE(entry.id);
    CHECK(record.totals.counts[index_of(entry.code)] ==
          expected.totals.counts[index_of(entry.code)]);
  }
}

TEST_CASE("a listener that stops is not called again", "[file_validation]") {
  const std::string text = repeated(numbered_game(1), 20 * kSeveralChunks);
  const unsigned jobs = GENERATE(1U, 2U, 5U);
  PortionSource source(text);
  source.is_packed = GENERATE(false, true);

  class Listener final : public ValidationListener {
   public:
    void on_finding(const LocatedDiagnostic&) override { findings_after_stop += stopped; }
    void on_game(const GameSummary&) override { games_after_stop += stopped; }
    bool on_progress(std::uint64_t, std::uint64_t) override {
      ++calls;
      stopped = 1;
      return false;
    }
    int stopped = 0;
    int calls = 0;
    int findings_after_stop = 0;
    int games_after_stop = 0;
  } listener;

  const FileTotals totals = validate_file(source, all_checks(jobs), listener);
  CHECK(listener.calls == 1);
  CHECK(listener.findings_after_stop == 0);
  CHECK(listener.games_after_stop == 0);
  CHECK(totals.games > 0);
  CHECK(totals.bytes < text.size() / 2);
  CHECK(source.unread() > 0);
}

TEST_CASE("a file without games is reported as such, unless it is not text", "[file_validation]") {
  struct Case {
    std::string text;
    std::vector<DiagnosticCode> codes;
  };
  std::string program =
      "\x7F"
      "ELF";
  for (int i = 0; i < 2048; ++i) program += static_cast<char>(i);
  const Case c = GENERATE_COPY(
      Case{"", {DiagnosticCode::EmptyFile}}, Case{"\n\n", {DiagnosticCode::EmptyFile}},
      Case{program, {DiagnosticCode::BinaryFile}},
      Case{repeated(program, kSeveralChunks), {DiagnosticCode::BinaryFile}},
      Case{std::string(std::size_t{40} << 20, '\0'), {DiagnosticCode::BinaryFile}});
  CodeSet codes;
  PortionSource source(c.text);
  const RecordedValidation record = record_validation(source, all_checks());
  REQUIRE(record.findings.size() == c.codes.size());
  for (const DiagnosticCode code : c.codes) {
    CHECK(record.totals.counts[index_of(code)] == 1);
    CHECK(record.findings.front().starts_with(fmt::format("1:1 {} ", entry_of(code).id)));
  }
  CHECK(record.totals.games == 0);
  CHECK(record.totals.bytes == c.text.size());
}

TEST_CASE("games after a hole in the file are read", "[file_validation]") {
  const std::string text = numbered_game(1) + std::string(std::size_t{1} << 20, '\0') + "\n\n" +
                           numbered_game(2) + std::string(300, '\0') + "\n\n" + numbered_game(3);
  PortionSource source(text);
  const RecordedValidation record = record_validation(source, all_checks());
  CHECK(record.totals.games == 3);
  CHECK(record.totals.counts[index_of(DiagnosticCode::NulByte)] == (1 << 20) + 300);
}

TEST_CASE("a failing disk is reported to the caller", "[file_validation]") {
  const unsigned jobs = GENERATE(1U, 3U);
  const bool is_packed = GENERATE(false, true);
  class BrokenSource final : public ByteSource {
   public:
    explicit BrokenSource(bool is_packed) : is_packed_(is_packed) {}
    bool is_cpu_bound() const override { return is_packed_; }
    std::size_t read(std::span<char> into) override {
      if (++reads_ > 20) throw IoError("the disk is gone");
      const std::string game = numbered_game(1);
      std::size_t size = 0;
      while (size + game.size() <= into.size()) {
        size += game.copy(into.data() + size, game.size());
      }
      if (size == 0) size = game.copy(into.data(), into.size());
      return size;
    }

   private:
    bool is_packed_;
    int reads_ = 0;
  };
  BrokenSource source(is_packed);
  CHECK_THROWS_AS(record_validation(source, all_checks(jobs)), IoError);
}

}  // namespace
}  // namespace arbiter::testing
