#include "lib/pgn/tag_lexer.h"

#include "lib/pgn/byte_block.h"

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

bool ends_name(char c) { return c == '"' || c == ']' || static_cast<unsigned char>(c) <= ' '; }

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

LexedTag malformed(std::string_view name, std::string_view value, const char* text,
                   const char* end) {
  return {name, value, line_end(text, end), TagFault::Malformed, text};
}

// The value runs to the end of the line, or to the bracket that ends it.
LexedTag unterminated(std::string_view name, const char* quote, const char* stop) {
  const char* last = stop;
  while (last > quote + 1 && static_cast<unsigned char>(last[-1]) <= ' ') --last;
  if (last > quote + 1 && last[-1] == ']') --last;
  return {name, span_of(quote + 1, last), stop, TagFault::UnterminatedString, quote};
}

}  // namespace

LexedTag lex_tag(const char* text, const char* end) {
  const char* at = skip_blanks(text + 1);
  const char* name_start = at;
  while (!ends_name(*at)) ++at;
  const std::string_view name = span_of(name_start, at);
  const char* quote = skip_blanks(at);
  if (name.empty() || quote >= end || *quote != '"') return malformed(name, {}, text, end);

  const char* closing = value_end(quote + 1, end);
  if (ends_line(closing, end)) return unterminated(name, quote, closing);
  const char* bracket = skip_blanks(closing + 1);
  if (*bracket == ']') {
    return {name, span_of(quote + 1, closing), bracket + 1, TagFault::None, nullptr};
  }
  if (const char* last = closing_quote(closing + 1, end)) {
    return {name, span_of(quote + 1, last), skip_blanks(last + 1) + 1, TagFault::UnescapedQuote,
            closing};
  }
  return malformed(name, span_of(quote + 1, closing), text, end);
}

}  // namespace arbiter
