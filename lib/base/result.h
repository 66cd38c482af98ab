// A value, or the reason for its absence.
#pragma once

#include <cassert>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include "lib/base/text.h"

namespace arbiter {

// The reason for a failure: a human-readable sentence, in lower case and without a full stop, so
// that it can follow "arbiter: <what failed>: ".
struct Error {
  std::string message;
};

// Either a `T` or an `Error`, for failures that the caller handles. Faults in a user's game are
// Diagnostics instead.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // Precondition: has_value().
  const T& value() const& { return assert(has_value()), *std::get_if<0>(&content_); }
  T& value() & { return assert(has_value()), *std::get_if<0>(&content_); }
  T&& value() && { return assert(has_value()), std::move(*std::get_if<0>(&content_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  // Precondition: !has_value().
  const std::string& error() const {
    assert(!has_value());
    return std::get_if<1>(&content_)->message;
  }

 private:
  std::variant<T, Error> content_;
};

// The only exception type: a failure of the disk, a pipe or SQLite.

// An error that ends the program: no caller can recover from it. It is caught once, in main. The
// message has the form of an Error.
class IoError : public std::runtime_error {
 public:
  explicit IoError(const std::string& message) : std::runtime_error(message) {}
};

// Returns the system's message in the form of an Error, such as "no such file or directory".
inline std::string reason_of(const std::error_code& code) {
  std::string text = code.message();
  if (!text.empty()) text[0] = to_small(text[0]);
  return text;
}

// Returns the system's message for a value of errno, in the form of an Error.
inline std::string reason_of_errno(int error_number) {
  return reason_of(std::error_code(error_number, std::generic_category()));
}

}  // namespace arbiter
