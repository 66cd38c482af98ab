// Text made safe for output: in a terminal or a log, in JSON, in CSV.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// The active characters (see neutral()) that are kept.
enum class Kept : std::uint8_t {
  Nothing,
  Lines,         // line ends and tabs
  ColoredLines,  // and a terminal's sequences for colours and weights
};

// Returns `text` with a space for each character that has an effect instead of a shape. These are
// control characters (C0, DEL and C1; also as a byte if the text is not UTF-8), line and paragraph
// separators, and bidirectional overrides. If line ends are kept, no line begins with "::", a
// command to GitHub Actions: a space replaces the first colon.
std::string neutral(std::string_view text, Kept kept = Kept::Nothing);

// Returns whether neutral() changes nothing.
bool is_neutral(std::string_view text, Kept kept = Kept::Nothing);

struct Character {
  std::uint32_t code_point = 0;
  std::size_t size = 1;  // bytes
};

// Returns the first character of `text` if neutral() replaces it. Precondition: `text` is not
// empty.
std::optional<Character> first_active(std::string_view text);

// Returns how many bytes at the start of `text` are printable ASCII.
std::size_t size_of_plain(std::string_view text);

// Appends `text` in quotes with the escapes of RFC 8259, also for characters that neutral() would
// replace. Bytes that are not UTF-8 are read as Windows-1252.
void append_json_string(std::string_view text, std::string& json);

// Writes comma-separated values row by row (RFC 4180).
class CsvRow {
 public:
  // Adds a field, in quotes if necessary. Bytes that are not UTF-8 are read as Windows-1252. Spaces
  // replace control characters other than line ends and tabs (see neutral()). A formula for a
  // spreadsheet gets an apostrophe before it, as OWASP advises.
  CsvRow& add(std::string_view text);
  // Adds a number, or text without control characters or formulas.
  CsvRow& add_written(std::string_view text);
  CsvRow& add(std::unsigned_integral auto number) {
    return add_written(fmt::format_int(number).c_str());
  }
  // Adds an empty field for nothing.
  template <class T>
  CsvRow& add(const std::optional<T>& number) {
    return number ? add(*number) : add(std::string_view());
  }

  // Returns the row with its line end. The next field starts a new row.
  std::string_view finish();

 private:
  std::string row_;  // with a comma after each field, or finished
};

}  // namespace arbiter
