// One tag pair: [Name "value"] (PGN 8.1). Used by the reader only.
#pragma once

#include <cstdint>
#include <string_view>

namespace arbiter {

enum class TagFault : std::uint8_t {
  None,
  Malformed,           // no name, no value or no closing bracket
  UnterminatedString,  // no closing quotation mark before the end of the line
  UnescapedQuote,      // a quotation mark inside the value
  SmartQuotes,         // curly quotation marks around the value
};

struct LexedTag {
  std::string_view name;      // may be empty where the fault is Malformed
  std::string_view value;     // between the quotes, as written
  const char* end = nullptr;  // behind the tag: where to read on
  TagFault fault = TagFault::None;
  const char* fault_at = nullptr;
};

// Reads the tag at `text`, which points to "["; its name, value and brackets may
// stand on lines of their own. Never reads past `end`, which is followed by a NUL
// and readable bytes, nor, where there is a fault, past the line. What can be made
// out of a damaged tag is returned with the fault.
LexedTag lex_tag(const char* text, const char* end);

}  // namespace arbiter
