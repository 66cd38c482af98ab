// Checks that hostile text costs no more than other text of its size.

#include "tests/fuzz/hostile_text.h"

#include <catch2/catch.hpp>
#include <set>
#include <span>
#include <string>

#include "lib/repair/file_repair.h"
#include "tests/fuzz/all_readers.h"
#include "tests/fuzz/instructions.h"
#include "tests/support/skip.h"
#include "tests/validate/recorded_validation.h"

namespace arbiter::testing {
namespace {

class Nobody final : public FileRepairListener {
 public:
  void on_broken(const BrokenGameInFile&, std::uint32_t) override {}
  void on_chunk(std::string_view, std::span<const TextChange>) override {}
};

class Counter final : public ValidationListener {
 public:
  void on_finding(const LocatedDiagnostic& finding) override {
    ++findings;
    bytes += finding.diagnostic.message.size() + finding.excerpt.size();
  }
  void on_game(const GameSummary&) override {}
  bool on_progress(std::uint64_t, std::uint64_t) override { return true; }

  std::uint64_t findings = 0;
  std::uint64_t bytes = 0;
};

void repair(const std::string& text) {
  PortionSource source(text);
  Nobody nobody;
  (void)repair_file(source, {}, nobody);
}

TEST_CASE("hostile texts have different names, and grow with the requested size", "[fuzz]") {
  std::set<std::string_view> names;
  for (const HostileText& text : hostile_texts()) {
    CAPTURE(text.name);
    CHECK(names.insert(text.name).second);
    CHECK(make(text, 10'000).size() >= 10'000);
    CHECK(make(text, 10'000).size() < 10'200);
  }
  CHECK(names.size() >= 40);
}

TEST_CASE("hostile texts are read to the end, and written without loss", "[fuzz]") {
  for (const HostileText& text : hostile_texts()) {
    CAPTURE(text.name);
    CHECK(fault_in_reading(make(text, 20'000), 1).value_or("none") == "none");
  }
}

TEST_CASE("the findings shown for a hostile text are limited, and the others are counted",
          "[fuzz]") {
  for (const HostileText& text : hostile_texts()) {
    CAPTURE(text.name);
    const std::string made = make(text, 200'000);
    PortionSource source(made);
    Counter counter;
    const FileTotals totals = validate_file(source, all_checks(), counter);
    CHECK(counter.findings <= DiagnosticSink::kMaxInChunk + 1);
    CHECK(counter.bytes < 40 * made.size());
    std::uint64_t counted = 0;
    for (const std::uint64_t count : totals.counts) counted += count;
    CHECK(counter.findings <= counted);
  }
}

TEST_CASE("eight times the hostile text is at most twelve times the work", "[fuzz]") {
  InstructionCounter instructions;
  if (!instructions.is_there())
    SKIP_TEST("instructions cannot be counted: see tests/bench/hostile");
  for (const HostileText& text : hostile_texts()) {
    const std::string little = make(text, 25'000);
    const std::string much = make(text, 200'000);
    CAPTURE(text.name);
    for (const auto work : {+[](const std::string& all) { (void)fault_in_reading(all, 1); },
                            +[](const std::string& all) { repair(all); }}) {
      const std::uint64_t small = instructions.of([&] { work(little); });
      const std::uint64_t large = instructions.of([&] { work(much); });
      CHECK(large < 12 * small);
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
