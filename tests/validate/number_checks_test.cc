#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lib/validate/move_spelling.h"
#include "tests/support/namespaces.h"
#include "tests/validate/recorded_validation.h"

namespace arbiter::testing {
namespace {

using Codes = std::vector<DiagnosticCode>;

// Returns the words marked by findings of `codes`, each with the ply of the finding.
std::vector<std::string> marked(const std::string& text, const Codes& codes) {
  class Listener final : public ValidationListener {
   public:
    void on_finding(const LocatedDiagnostic& finding) override {
      all.push_back(finding.diagnostic);
    }
    void on_game(const GameSummary&) override {}
    bool on_progress(std::uint64_t, std::uint64_t) override { return true; }
    std::vector<Diagnostic> all;
  };
  Listener listener;
  testing::PortionSource source(text);
  validate_file(source, testing::all_checks(), listener);
  std::vector<std::string> words;
  for (const Diagnostic& finding : listener.all) {
    if (std::ranges::find(codes, finding.code) == codes.end()) continue;
    std::string word = text.substr(finding.offset, finding.length);
    if (finding.ply && finding.code == DiagnosticCode::OverDisambiguatedFile)
      word += '@' + std::to_string(*finding.ply);
    words.push_back(word);
  }
  return words;
}

using Words = std::vector<std::string>;

TEST_CASE("a wrong number is one finding, and ends with its variation", "[numbers]") {
  struct Row {
    std::string moves;
    Words wrong;
  };
  const Row row = GENERATE(values<Row>({
      {"1. e4 e5 2. Nf3 Nc6 *", {}},
      {"1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *", {"3."}},
      {"1. e4 e5 2. Nf3 (3. d4 exd4 4. Qxd4) Nc6 3. Bb5 a6 *", {"3."}},
      {"1. e4 e5 2. Nf3 (2. d4 (3. f4) exd4 3. Qxd4) Nc6 3. Bb5 *", {"3."}},
      {"1. e4 e5 3. Nf3 (3. d4 exd4 4. Qxd4) Nc6 4. Bb5 *", {"3."}},
      {"1. e4 e5 2. Nf3 (1. d4 exd4 2. Qxd4) (2. f4) Nc6 4. Bb5 *", {"1.", "4."}},
      // After a wrong number, the correct ones may resume immediately, or later.
      {"1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 4. Ba4 Nf6 5. O-O *", {"4."}},
      {"1. e4 e5 2. Nf3 Nc6 4. Bb5 (4. Bc4) 4... a6 4. Ba4 *", {"4."}},
      {"1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 4. Ba4 Nf6 5. O-O *", {"3."}},
      {"1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 6. Ba4 Nf6 6. O-O *", {"3.", "4.", "6.", "6."}},
      {"1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 5. Ba4 *", {"3.", "5."}},
      {"1. e4 e5 9. Nf3 Nc6 7. Bb5 a6 4. Ba4 *", {"9.", "7."}},
      {"1. e4 1. e5 2. Nf3 2. Nc6 *", {}},
      {"1. e4 2. e5 3. Nf3 4. Nc6 *", {"2.", "3.", "4."}},
  }));
  CAPTURE(row.moves);
  REQUIRE(marked(row.moves, {DiagnosticCode::MoveNumberWrong, DiagnosticCode::NumberContradicts,
                             DiagnosticCode::MovesMissing}) == row.wrong);
}

TEST_CASE("findings about spellings contain the ply, except in variations", "[move_spelling]") {
  const std::string moves = "1. Ngf3 Nf6 2. Nbc3 (2. Nbc3) Nbc6 *";
  REQUIRE(marked(moves, {DiagnosticCode::OverDisambiguatedFile}) ==
          Words{"g@1", "b@3", "b", "b@4"});
}

}  // namespace
}  // namespace arbiter::testing
