// Text made safe for terminals, logs, JSON and CSV.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// Active characters that neutral() keeps.
enum class Kept : std::uint8_t {
  Nothing,
  Lines,         // line ends and tabs
  ColoredLines,  // line ends, tabs, and the colour and weight sequences of terminals
};

// Replaces each character that has an effect but no shape with a space. These are control
// characters (C0, DEL and C1; also as a byte if the text is not UTF-8), line and paragraph
// separators, and bidirectional overrides. If line ends are kept, no line begins with "::", a
// command to GitHub Actions: a space replaces the first colon.
std::string neutral(std::string_view text, Kept kept = Kept::Nothing);

// Returns whether neutral() changes nothing.
bool is_neutral(std::string_view text, Kept kept = Kept::Nothing);

struct Character {
  std::uint32_t code_point = 0;
  std::size_t size = 1;  // bytes
};

// Returns the first character of `text` if neutral() would replace it. Precondition: `text` is not
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
  // replace control characters other than line ends and tabs (see neutral()). Text that a
  // spreadsheet would read as a formula is prefixed with an apostrophe, as OWASP advises.
  CsvRow& add(std::string_view text);
  // Adds a number, or text without control characters or formulas.
  CsvRow& add_written(std::string_view text);
  CsvRow& add(std::unsigned_integral auto number) {
    return add_written(fmt::format_int(number).c_str());
  }
  // Adds a number, or an empty field.
  template <class T>
  CsvRow& add(const std::optional<T>& number) {
    return number ? add(*number) : add(std::string_view());
  }

  // Returns the row with its line end. The next field starts a new row.
  std::string_view finish();

 private:
  std::string row_;  // fields with a comma after each, or a finished row
};

}  // namespace arbiter
