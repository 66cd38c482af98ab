// Baselines: files with known findings, which are not reported again.
//
// Findings match if their id, message, position and marked text are equal. The position in the file
// is ignored, so that games can move within a file or to another file. An entry that occurs twice
// suppresses two findings.
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

  // Reads a baseline. Fails if the file cannot be read, or at the first line that is not a baseline
  // entry.
  static Result<Baseline> read(const std::string& path);

  // Returns whether the finding is known, and removes one of its entries.
  bool take(const LocatedDiagnostic& finding);

  bool contains(const Key& key) const { return known_.contains(key); }
  void add(const LocatedDiagnostic& finding);
  void add(const Baseline& other);
  std::uint64_t size() const { return size_; }  // number of findings

  // Returns the text of a file that read() accepts.
  std::string text() const;

 private:
  struct Known {
    std::uint64_t count = 0;
    std::string message = {};  // for human readers
  };
  std::map<Key, Known> known_;
  std::uint64_t size_ = 0;
};

class KnownFindings {
 public:
  KnownFindings() = default;
  explicit KnownFindings(Baseline baseline) : baseline_(std::move(baseline)) {}
  // Treats all findings as known, and records them in `written`, which must outlive this object.
  explicit KnownFindings(Baseline* written) : written_(written) {}

  // Returns whether take() may return true. If so, it must be called for every finding that is on,
  // whether shown or not.
  bool has_any() const { return baseline_ || written_ != nullptr; }

  void begin_file() { in_file_ = {}; }
  // Returns whether the finding is known, and removes one of its entries.
  bool take(const LocatedDiagnostic& finding);
  // Subtracts the file's known findings from its counts. Codes counted once per file are removed
  // with their first occurrence.
  void subtract_from(FileTotals& totals) const;

  // Returns the number of findings that a baseline suppressed; nothing if there is no baseline.
  std::optional<std::uint64_t> count() const;

 private:
  std::optional<Baseline> baseline_;
  Baseline* written_ = nullptr;
  std::array<std::uint64_t, kDiagnosticCount> in_file_ = {};
  std::uint64_t count_ = 0;
};

}  // namespace arbiter
