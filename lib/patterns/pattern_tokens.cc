#include "lib/patterns/pattern_tokens.h"

#include <fmt/format.h>

#include <utility>

#include "lib/base/text.h"

namespace arbiter {
namespace {

// Returns the number of characters, if the text is UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_quote(char c) { return c == '"' || c == '\''; }
bool is_sign(char c) { return c == '<' || c == '>' || c == '='; }

// Checks for the "=" of "e8=N".
bool is_promotion(std::string_view text, std::size_t at) {
  if (text[at] != '=' || at == 0 || at + 1 >= text.size()) return false;
  return (text[at - 1] == '8' || text[at - 1] == '1') &&
         std::string_view("NBRQnbrqKP").find(text[at + 1]) != std::string_view::npos;
}

}  // namespace

std::string to_string(const PatternError& error, std::string_view text) {
  std::string line(text);
  // Replaces characters one by one, so that the mark has the right place.
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  const std::size_t offset = std::min(error.offset, line.size());
  const std::string_view before = std::string_view(line).substr(0, offset);
  const std::string_view marked = std::string_view(line).substr(offset, error.length);
  std::string result =
      fmt::format("{}\n  {}\n  {:{}}{:^>{}}", error.message, line, "", width_of(before), "",
                  std::max<std::size_t>(width_of(marked), 1));
  if (!error.help.empty()) result += fmt::format("\n  = help: {}", error.help);
  return result;
}

PatternTokens::PatternTokens(std::string_view text) : text_(text) {
  while (read_ < text.size()) {
    const char c = text[read_];
    const std::size_t begin = read_;
    if (is_space(c)) {
      ++read_;
    } else if (c == '(' || c == ')') {
      add(c == '(' ? PatternToken::Kind::Open : PatternToken::Kind::Close, begin, 1);
    } else if (is_quote(c)) {
      read_quoted(begin);
    } else if (is_sign(c)) {
      const bool is_two = c != '=' && begin + 1 < text.size() && text[begin + 1] == '=';
      add(PatternToken::Kind::Sign, begin, is_two ? 2 : 1);
    } else {
      add(PatternToken::Kind::Word, begin, end_of_word(begin) - begin);
    }
  }
  tokens_.push_back({.offset = text.size()});
  if (fault_) next_ = tokens_.size() - 1;
}

void PatternTokens::add(PatternToken::Kind kind, std::size_t offset, std::size_t length) {
  tokens_.push_back({kind, text_.substr(offset, length), offset, length});
  read_ = offset + length;
}

void PatternTokens::read_quoted(std::size_t begin) {
  const std::size_t end = text_.find(text_[begin], begin + 1);
  const bool is_closed = end != std::string_view::npos;
  const std::size_t length = is_closed ? end + 1 - begin : text_.size() - begin;
  add(PatternToken::Kind::Quoted, begin, length);
  tokens_.back().text = text_.substr(begin + 1, length - (is_closed ? 2 : 1));
  if (!is_closed) fail(tokens_.back(), "the quote is not closed");
}

std::size_t PatternTokens::end_of_word(std::size_t begin) const {
  std::size_t end = begin;
  for (; end < text_.size(); ++end) {
    const char c = text_[end];
    if (is_space(c) || is_quote(c) || c == '(' || c == ')') break;
    if (is_sign(c) && !is_promotion(text_, end)) break;
  }
  return end;
}

void PatternTokens::fail(const PatternToken& token, std::string message, std::string help) {
  fail({std::move(message), token.offset, std::max<std::size_t>(token.length, 1), std::move(help)});
}

void PatternTokens::fail(PatternError error) {
  if (!fault_) fault_ = std::move(error);
  next_ = tokens_.size() - 1;
}

}  // namespace arbiter
