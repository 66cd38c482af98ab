// JSON output of the program, parsed for tests. The JSON library is not included here, because it
// would add seconds to the compilation of every file.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// A JSON value. Member functions throw if the value has another type, or if the requested member
// does not exist.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;  // by name

  // Throws if `text` is not exactly one value.
  static Json parse(std::string_view text);

  Json() = default;  // constructs null
  Json(bool value) : value_(value) {}
  template <std::integral Number>
  Json(Number value) requires(!std::same_as<Number, bool>)
      : value_(static_cast<std::int64_t>(value)) {}
  Json(double value) : value_(value) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  explicit Json(Array elements) : value_(std::move(elements)) {}
  explicit Json(Object members) : value_(std::move(members)) {}

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }
  bool is_array() const { return std::holds_alternative<Array>(value_); }
  bool is_text() const { return std::holds_alternative<std::string>(value_); }
  bool is_whole_number() const { return std::holds_alternative<std::int64_t>(value_); }
  bool is_number() const;
  bool contains(std::string_view name) const;

  const std::string& text() const { return std::get<std::string>(value_); }
  std::int64_t number() const { return std::get<std::int64_t>(value_); }
  // Returns a non-negative integer.
  std::uint64_t count() const;
  const Array& elements() const { return std::get<Array>(value_); }
  const Object& members() const { return std::get<Object>(value_); }

  const Json& operator[](std::string_view name) const;
  const Json& operator[](std::size_t index) const { return elements().at(index); }

  // Returns the number of elements of an array or object.
  std::size_t size() const;
  bool empty() const { return size() == 0; }

  bool operator==(const Json& other) const;
  // Compares numbers.
  friend bool operator<(const Json& left, const Json& right);
  friend bool operator>(const Json& left, const Json& right) { return right < left; }
  friend bool operator<=(const Json& left, const Json& right) { return !(right < left); }
  friend bool operator>=(const Json& left, const Json& right) { return !(left < right); }

  friend std::ostream& operator<<(std::ostream& out, const Json& value);

 private:
  double real() const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

}  // namespace arbiter::testing
