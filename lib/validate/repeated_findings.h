// Findings that may occur at every move of a game, such as a foreign sign after each move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/pgn/game_reporter.h"

namespace arbiter {

// Collects the findings of one game. Findings are alike if they have the same code and the same
// text, except for the values of numbers. Many findings that are alike become one, with a count.
class RepeatedFindings {
 public:
  explicit RepeatedFindings(GameReporter& reporter) : reporter_(reporter) {}

  // Adds a finding. `make` returns its Remark, and is called only if necessary.
  template <class Make>
  void add(DiagnosticCode code, TextSpan place, std::string_view text, Make make) {
    Kind* const kind = kind_of(code, text);
    if (kind != nullptr && kind->count++ >= kMany) return;
    const bool is_wanted = reporter_.wants(code);
    if (kind != nullptr) {
      kind->first.push_back({place, is_wanted ? make() : Remark()});
    } else if (reporter_.wants_or_counts(code)) {
      reporter_.report(code, place, make());
    }
  }

  // Reports the findings, ordered by place, and removes them.
  void report();

 private:
  static constexpr std::size_t kMany = 8;
  static constexpr std::size_t kMaxKinds = 1000;

  struct Finding {
    TextSpan place;
    Remark remark;
  };
  struct Kind {
    DiagnosticCode code;
    std::size_t count = 0;
    std::vector<Finding> first = {};  // at most kMany
  };
  // Returns null if there are too many kinds. The finding must then be reported immediately.
  Kind* kind_of(DiagnosticCode code, std::string_view text);

  GameReporter& reporter_;
  std::vector<Kind> kinds_;
  std::unordered_map<std::string, std::size_t> indices_;  // by code and text
};

}  // namespace arbiter
