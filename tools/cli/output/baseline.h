// A baseline: a file that lists known findings, which are not reported any more.
//
// Findings are matched by id, message, position and marked text. Their place does not matter, so a
// game can move in its file or to another one. An entry that occurs twice suppresses two findings.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "lib/base/result.h"
#include "lib/validate/file_validation.h"

namespace arbiter {

class Baseline {
 public:
  using Key = std::pair<std::string, std::uint64_t>;  // id and hash
  static Key key_of(const LocatedDiagnostic& finding);

  // Fails if the file cannot be read, or at the first line that is not a baseline's.
  static Result<Baseline> read(const std::string& path);

  // Returns whether the finding is known, and removes one of its entries.
  bool take(const LocatedDiagnostic& finding);

  bool contains(const Key& key) const { return known_.contains(key); }
  void add(const LocatedDiagnostic& finding);
  void add(const Baseline& other);
  std::uint64_t size() const { return size_; }  // findings

  // Returns the text of the file for read().
  std::string text() const;

 private:
  struct Known {
    std::uint64_t count = 0;
    std::string message = {};  // for readers
  };
  std::map<Key, Known> known_;
  std::uint64_t size_ = 0;
};

class KnownFindings {
 public:
  // No finding is known.
  KnownFindings() = default;
  // The findings of the baseline are known.
  explicit KnownFindings(Baseline baseline) : baseline_(std::move(baseline)) {}
  // All findings are known and recorded in `written`, which outlives this.
  explicit KnownFindings(Baseline* written) : written_(written) {}

  // Returns whether take() can be true: then it needs every finding that is on, shown or not.
  bool has_any() const { return baseline_ || written_ != nullptr; }

  void begin_file() { in_file_ = {}; }
  // Returns whether the finding is known, and removes one of its entries.
  bool take(const LocatedDiagnostic& finding);
  // Subtracts the known findings of the file from its counts; a finding that is counted once per
  // file disappears with the first one.
  void subtract_from(FileTotals& totals) const;

  // Returns how many findings a baseline suppressed; nothing without one.
  std::optional<std::uint64_t> count() const;

 private:
  std::optional<Baseline> baseline_;
  Baseline* written_ = nullptr;
  std::array<std::uint64_t, kDiagnosticCount> in_file_ = {};
  std::uint64_t count_ = 0;
};

}  // namespace arbiter
