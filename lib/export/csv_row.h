// Comma-separated values by RFC 4180, row by row.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

class CsvRow {
 public:
  // In quotes where it needs them. Bytes that are not UTF-8 are taken for Windows-1252. Blanks
  // stand for control characters (see neutral_text.h) other than line ends and tabs. What a
  // spreadsheet would take for a formula begins with an apostrophe, as OWASP advises.
  CsvRow& add(std::string_view text);
  // A number, or a text that is none of that.
  CsvRow& add_written(std::string_view text);
  CsvRow& add(std::unsigned_integral auto number) {
    separate();
    row_ += fmt::format_int(number).c_str();
    return *this;
  }
  // Nothing is an empty field.
  template <class T>
  CsvRow& add(const std::optional<T>& number) {
    return number ? add(*number) : add(std::string_view());
  }

  // The row and its line end. Then the next row begins.
  std::string_view finish();

 private:
  void separate();

  std::string row_;
  bool is_first_ = true;
  bool is_finished_ = false;
};

}  // namespace arbiter
