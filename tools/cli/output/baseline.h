// Findings that are known: a file beside the games that says which are not reported any more.
//
// A finding is known by its id, its sentence, the position and the marked text, not by its place,
// so that a game may move in its file or to another one. What stands there twice is known twice.
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

  // Whether the finding is known. Each time that it is known answers once.
  bool take(const LocatedDiagnostic& finding);

  void add(const LocatedDiagnostic& finding);
  void add(const Baseline& other);
  std::uint64_t size() const { return size_; }  // findings

  // As read() takes it.
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
  // Those of the baseline are.
  explicit KnownFindings(Baseline baseline) : baseline_(std::move(baseline)) {}
  // All findings are, and `written`, which outlives this, takes them down.
  explicit KnownFindings(Baseline* written) : written_(written) {}

  // Whether take() can be true: then every finding that is on has to be offered, shown or not.
  bool has_any() const { return baseline_ || written_ != nullptr; }

  void begin_file() { in_file_ = {}; }
  // Whether the finding is known. Each time that the baseline has it answers once.
  bool take(const LocatedDiagnostic& finding);
  // Takes those of the file out of its counts. What is counted once a file goes with the first.
  void subtract_from(FileTotals& totals) const;

  // How many a baseline has answered for; nothing without one.
  std::optional<std::uint64_t> count() const;

 private:
  std::optional<Baseline> baseline_;
  Baseline* written_ = nullptr;
  std::array<std::uint64_t, kDiagnosticCount> in_file_ = {};
  std::uint64_t count_ = 0;
};

}  // namespace arbiter
