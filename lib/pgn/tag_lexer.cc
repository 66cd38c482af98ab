#include "lib/pgn/tag_lexer.h"

#include "lib/base/byte_block.h"

namespace arbiter {
namespace {

const char* skip_blanks(const char* at) {
  while (*at == ' ' || *at == '\t') ++at;
  return at;
}

bool ends_line(const char* at, const char* end) { return at >= end || *at == '\n' || *at == '\r'; }

const char* line_end(const char* at, const char* end) {
  while (!ends_line(at, end)) ++at;
  return at;
}

// Blanks and line ends, if `wanted` follows them; else only blanks.
const char* skip_to(char wanted, const char* at, const char* end) {
  const char* next = at;
  while (next < end && static_cast<unsigned char>(*next) <= ' ' && *next != '\0') ++next;
  return next < end && *next == wanted ? next : skip_blanks(at);
}

// The quotation mark, bracket, blank or NUL behind the name at `at`.
const char* name_end(const char* at) {
  for (;; at += ByteBlock::kSize) {
    const ByteBlock block(at);
    const std::uint32_t ends = block.at_most(' ') | block.equal_to('"') | block.equal_to(']');
    if (ends != 0) return at + std::countr_zero(ends);
  }
}

std::string_view span_of(const char* from, const char* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

// The closing quotation mark of the value at `at`, or where its line ends.
const char* value_end(const char* at, const char* end) {
  for (;;) {
    const ByteBlock block(at);
    std::uint32_t signs = block.equal_to('"') | block.equal_to('\\') | block.equal_to('\n') |
                          block.equal_to('\r') | block.equal_to('\0');
    if (signs == 0) {
      at += ByteBlock::kSize;
      continue;
    }
    at += std::countr_zero(signs);
    if (ends_line(at, end) || *at == '"') return at;
    at += *at == '\\' && (at[1] == '"' || at[1] == '\\') ? 2 : 1;
  }
}

// The last quotation mark of the line that only blanks and a bracket follow.
const char* closing_quote(const char* from, const char* end) {
  const char* found = nullptr;
  for (const char* at = from; !ends_line(at, end); ++at) {
    if (*at == '"' && *skip_blanks(at + 1) == ']') found = at;
  }
  return found;
}

// Without a value; ends with its line.
LexedTag malformed(std::string_view name, const char* text, const char* end) {
  return {name, {}, line_end(text, end), TagFault::Malformed, text};
}

// The value runs to the end of the line, or to the bracket that ends it.
LexedTag unterminated(std::string_view name, const char* quote, const char* stop) {
  const char* last = stop;
  while (last > quote + 1 && static_cast<unsigned char>(last[-1]) <= ' ') --last;
  if (last > quote + 1 && last[-1] == ']') --last;
  return {name, span_of(quote + 1, last), stop, TagFault::UnterminatedString, quote};
}

// The length of the curly quotation mark at `at` (U+2018 to U+201F), or 0.
std::size_t curly_quote_length(const char* at) {
  const bool is_curly = at[0] == '\xE2' && at[1] == '\x80' &&
                        static_cast<unsigned char>(at[2]) >= 0x98 &&
                        static_cast<unsigned char>(at[2]) <= 0x9f;
  return is_curly ? 3 : 0;
}

// A value between curly quotation marks, up to the last before the bracket that
// ends the line; anything else is malformed.
LexedTag smart_quoted(std::string_view name, const char* quote, const char* text, const char* end) {
  if (curly_quote_length(quote) == 0) return malformed(name, text, end);
  const char* stop = line_end(quote, end);
  while (stop > quote && *stop != ']') --stop;
  const char* last = stop;
  while (last > quote + 3 && (last[-1] == ' ' || last[-1] == '\t')) --last;
  if (last < quote + 6 || curly_quote_length(last - 3) == 0) {
    return malformed(name, text, end);
  }
  return {name, span_of(quote + 3, last - 3), stop + 1, TagFault::SmartQuotes, quote};
}

}  // namespace

LexedTag lex_tag(const char* text, const char* end) {
  const char* const name_start = skip_blanks(text + 1);
  const char* const at = name_end(name_start);
  const std::string_view name = span_of(name_start, at);
  const char* quote = skip_to('"', at, end);
  if (name.empty() || quote >= end) return malformed(name, text, end);
  if (*quote != '"') return smart_quoted(name, quote, text, end);

  const char* closing = value_end(quote + 1, end);
  if (ends_line(closing, end)) return unterminated(name, quote, closing);
  const char* bracket = skip_to(']', closing + 1, end);
  if (*bracket == ']') {
    return {name, span_of(quote + 1, closing), bracket + 1, TagFault::None, nullptr};
  }
  if (const char* last = closing_quote(closing + 1, end)) {
    return {name, span_of(quote + 1, last), skip_blanks(last + 1) + 1, TagFault::UnescapedQuote,
            closing};
  }
  // The value may stand on a later line than the name.
  return {name, span_of(quote + 1, closing), line_end(closing, end), TagFault::Malformed, text};
}

}  // namespace arbiter
