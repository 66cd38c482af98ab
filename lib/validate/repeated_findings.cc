#include "lib/validate/repeated_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/base/text.h"

namespace arbiter {
namespace {

// Returns the code and the text, with one digit for each number and one sign for both signs.
std::string key_of(DiagnosticCode code, std::string_view text) {
  std::string key = std::to_string(index_of(code)) + ' ';
  for (const char c : text) {
    const bool continues_number = is_digit(c) && key.back() == '0';
    if (!continues_number) key += is_digit(c) ? '0' : c == '-' ? '+' : c;
  }
  return key;
}

}  // namespace

RepeatedFindings::Kind* RepeatedFindings::kind_of(DiagnosticCode code, std::string_view text) {
  std::string key = key_of(code, text);
  const auto known = indices_.find(key);
  if (known != indices_.end()) return &kinds_[known->second];
  if (kinds_.size() == kMaxKinds) return nullptr;
  indices_.emplace(std::move(key), kinds_.size());
  return &kinds_.emplace_back(Kind{.code = code});
}

void RepeatedFindings::report() {
  if (kinds_.empty()) return;
  std::vector<std::pair<DiagnosticCode, Finding*>> findings;
  for (Kind& kind : kinds_) {
    if (kind.count >= kMany) {
      kind.first.resize(1);
      kind.first[0].remark.help = fmt::format("{} similar findings in this game", kind.count);
    }
    for (Finding& finding : kind.first) findings.emplace_back(kind.code, &finding);
  }
  std::ranges::stable_sort(findings, {},
                           [](const auto& entry) { return entry.second->place.offset; });
  for (const auto& [code, finding] : findings) {
    if (reporter_.wants_or_counts(code)) {
      reporter_.report(code, finding->place, std::move(finding->remark));
    }
  }
  kinds_.clear();
  indices_.clear();
}

}  // namespace arbiter
