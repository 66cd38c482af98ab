// Text from anywhere that can command neither a terminal nor whoever reads a log.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// What stays of what is otherwise replaced.
enum class Kept : std::uint8_t {
  Nothing,
  Lines,         // line ends and tabs
  ColoredLines,  // and a terminal's sequences for colours and weights
};

// `text` with a blank in place of each character that does something rather than being shown:
// control characters (C0, DEL and C1; as a byte too where it is no UTF-8), separators of lines and
// paragraphs, and what changes the direction of writing. Where line ends stay, no line begins
// with "::", which would command GitHub Actions: a blank stands for the first colon.
std::string neutral(std::string_view text, Kept kept = Kept::Nothing);

// Whether neutral() changes nothing.
bool is_neutral(std::string_view text, Kept kept = Kept::Nothing);

struct Character {
  std::uint32_t code_point = 0;
  std::size_t size = 1;  // bytes
};

// The character at the start of `text`, if neutral() replaces it. Precondition: text is not empty.
std::optional<Character> first_active(std::string_view text);

// How many bytes at the start of `text` are printable ASCII.
std::size_t size_of_plain(std::string_view text);

// Appends `text` in quotes, with the escapes of RFC 8259, also for what neutral() would replace.
// Bytes that are not UTF-8 are taken for Windows-1252.
void append_json_string(std::string_view text, std::string& json);

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
