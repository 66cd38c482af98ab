// Findings that are known: a file beside the games that says which are not reported any more.
//
// A finding is known by its id, its sentence, the position and the marked text, not by its place,
// so that a game may move in its file or to another one. What stands there twice is known twice.
#pragma once

#include <cstdint>
#include <map>
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

}  // namespace arbiter
