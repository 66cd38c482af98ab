#include "lib/pgn/tag_section.h"

#include <fmt/format.h>

#include "lib/base/text_scan.h"
#include "lib/pgn/movetext_characters.h"

namespace arbiter {
namespace {

const char* skip_spaces_and_tabs(const char* at) {
  while (*at == ' ' || *at == '\t') ++at;
  return at;
}

bool ends_line(const char* at, const char* end) { return at >= end || *at == '\n' || *at == '\r'; }

// Skips spaces and line ends if `wanted` follows them; otherwise only spaces.
const char* skip_to(char wanted, const char* at, const char* end) {
  const char* next = at;
  while (next < end && static_cast<unsigned char>(*next) <= ' ' && *next != '\0') ++next;
  return next < end && *next == wanted ? next : skip_spaces_and_tabs(at);
}

// Returns the quotation mark, bracket, space or NUL after the name at `at`.
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

// Returns the closing quotation mark of the value at `at`, or the end of its line.
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

// Returns the last quotation mark of the line that is followed only by spaces and a bracket.
const char* closing_quote(const char* from, const char* end) {
  const char* found = nullptr;
  for (const char* at = from; !ends_line(at, end); ++at) {
    if (*at == '"' && *skip_spaces_and_tabs(at + 1) == ']') found = at;
  }
  return found;
}

// Returns a tag without a value that ends with its line.
LexedTag malformed(std::string_view name, const char* text, const char* end) {
  return {name, {}, movetext_characters::line_end(text, end), TagFault::Malformed, text};
}

// Returns a tag whose value ends with the line, or at the bracket that ends it.
LexedTag unterminated(std::string_view name, const char* quote, const char* stop) {
  const char* last = stop;
  while (last > quote + 1 && static_cast<unsigned char>(last[-1]) <= ' ') --last;
  if (last > quote + 1 && last[-1] == ']') --last;
  return {name, span_of(quote + 1, last), stop, TagFault::UnterminatedString, quote};
}

// Returns the length of the curly quotation mark at `at` (U+2018 to U+201F), or 0.
std::size_t curly_quote_length(const char* at) {
  const bool is_curly = at[0] == '\xE2' && at[1] == '\x80' &&
                        static_cast<unsigned char>(at[2]) >= 0x98 &&
                        static_cast<unsigned char>(at[2]) <= 0x9f;
  return is_curly ? 3 : 0;
}

// Returns a tag whose value is between curly quotation marks. The value ends at the last mark
// before the bracket that ends the line; other text is malformed.
LexedTag smart_quoted(std::string_view name, const char* quote, const char* text, const char* end) {
  if (curly_quote_length(quote) == 0) return malformed(name, text, end);
  const char* stop = movetext_characters::line_end(quote, end);
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
  const char* const name_start = skip_spaces_and_tabs(text + 1);
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
    return {name, span_of(quote + 1, last), skip_spaces_and_tabs(last + 1) + 1,
            TagFault::UnescapedQuote, closing};
  }
  // The value may be on a later line than the name.
  return {name, span_of(quote + 1, closing), movetext_characters::line_end(closing, end),
          TagFault::Malformed, text};
}

namespace {

// Returns the length up to the next space. A NUL must follow the text.
std::size_t word_length(const char* at) {
  const char* stop = at;
  while (!is_space_or_control(*stop)) ++stop;
  return static_cast<std::size_t>(stop - at);
}

}  // namespace

void TextReports::report_blank(const char* at) const {
  const std::string_view bytes(at, kMaxCharacterLength);
  report(DiagnosticCode::UnicodeBlank, at, unicode_blank_length(bytes),
         fmt::format("{} where an ordinary space or nothing is meant", name_of_blank(bytes)));
}

bool skip_unicode_blank(TextCursor& cursor, const TextReports& reports) {
  const std::size_t length = movetext_characters::blank_length(cursor.at);
  if (length == 0) return false;
  reports.report_blank(cursor.at);
  cursor.at += length;
  return true;
}

void TagSection::begin_game() {
  roster_.reset();
  surplus_tags_ = 0;
}

// Reports the fault of the tag at the cursor.
void TagSection::report_fault(const LexedTag& tag) {
  struct Fault {
    DiagnosticCode code;
    const char* message;
    std::size_t length;
  };
  using enum DiagnosticCode;
  const Fault faults[] = {
      {},
      {MalformedTag, "this is not a tag pair of the form [Name \"value\"]", cursor_.line().size()},
      {UnterminatedString, "the value of the tag {} has no closing quotation mark",
       static_cast<std::size_t>(tag.end - tag.fault_at)},
      {UnescapedQuote,
       "a quotation mark inside the value of the tag {} needs a backslash before it", 1},
      {SmartQuotes, "the value of the tag {} is between curly quotation marks", 3},
  };
  const Fault& fault = faults[static_cast<std::size_t>(tag.fault)];
  reports_.report(fault.code, tag.fault_at, fault.length,
                  fmt::format(fmt::runtime(fault.message), tag.name));
}

void TagSection::read_tag() {
  const LexedTag lexed = lex_tag(cursor_.at, cursor_.end);
  if (lexed.fault != TagFault::None) report_fault(lexed);
  if (!lexed.name.empty() && lexed.value.data() != nullptr) add_tag(lexed);
  cursor_.at = lexed.end;
}

void TagSection::add_tag(const LexedTag& lexed) {
  const KnownTag known = known_tag(lexed.name);
  const auto place = static_cast<std::size_t>(known);
  const bool completes_roster = place < kRosterSize && !roster_.test(place);
  if (game_.tags.size() >= PgnGame::kMaxTags && !completes_roster &&
      game_.tags.size() - roster_.count() >= PgnGame::kMaxTags) {
    if (surplus_tags_++ == 0) first_surplus_tag_ = cursor_.at;
    return;
  }
  PgnTag& tag = game_.tags.emplace_back();
  tag.name = lexed.name;
  tag.value = lexed.value;
  tag.offset = static_cast<std::uint32_t>(lexed.name.data() - cursor_.start);
  tag.value_offset = static_cast<std::uint32_t>(lexed.value.data() - cursor_.start);
  tag.known = known;
  if (place < kRosterSize) roster_.set(place);
}

void TagSection::report_surplus_tags() {
  if (surplus_tags_ == 0) return;
  reports_.report(
      DiagnosticCode::TooManyTags, first_surplus_tag_, 1,
      fmt::format("the game has more than {} tags; this one and {} more are kept as text",
                  PgnGame::kMaxTags, surplus_tags_ - 1));
  surplus_tags_ = 0;
}

// Checks whether the game already has this tag of the roster.
bool TagSection::is_other_games_tag(const LexedTag& tag) const {
  if (tag.name.empty() || tag.value.data() == nullptr) return false;
  const auto place = static_cast<std::size_t>(known_tag(tag.name));
  return place < kRosterSize && roster_.test(place);
}

// Checks, after an empty line, whether the tags from here to the next one belong to another game,
// even if this one has no moves.
bool TagSection::begins_other_game() const {
  if (is_event_tag(cursor_.at)) return true;
  if (!is_tag_start(cursor_.at, cursor_.end)) return false;
  const char* at = cursor_.at;
  for (std::size_t lines = 0; at < cursor_.end && *at == '[' && lines < 2;) {
    const LexedTag tag = lex_tag(at, cursor_.end);
    if (is_other_games_tag(tag)) return true;
    lines = 0;
    for (at = tag.end; at < cursor_.end && is_space_or_control(*at); ++at)
      lines += ends_line(at) ? 1 : 0;
  }
  return false;
}

// Skips blanks of Unicode. Returns true if a tag follows.
bool TagSection::skip_to_tag() {
  while (skip_unicode_blank(cursor_, reports_)) cursor_.skip_blanks();
  return !cursor_.is_at_end() && *cursor_.at == '[';
}

// Reads the tag section, including escapes.
void TagSection::read() {
  while (!cursor_.is_at_end() && *cursor_.at == '[') {
    read_tag();
    std::size_t lines = cursor_.skip_blanks();
    while (!cursor_.is_at_end() && *cursor_.at == '%' && is_line_start(cursor_.begin, cursor_.at)) {
      lexer_.run_one(cursor_.at, cursor_.start, game_);
      lines = cursor_.skip_blanks();
    }
    if ((cursor_.is_at_end() || *cursor_.at != '[') && !skip_to_tag()) return;
    if (lines < 2) continue;
    if (begins_other_game()) return;
    reports_.report(DiagnosticCode::BlankInsideTags, cursor_.at, cursor_.line().size(),
                    "an empty line between the tags of one game");
  }
}

void TagSection::report_blank_lines_before_moves() const {
  if (cursor_.is_at_end() || *cursor_.at == '[' || !game_.tokens.empty())
    return;  // an escape is between them
  std::size_t lines = 0;
  for (const char* back = cursor_.at; back > cursor_.start && is_space_or_control(back[-1]);
       --back) {
    lines += ends_line(back - 1) ? 1 : 0;
  }
  if (lines == 1) {
    reports_.report(DiagnosticCode::MissingBlankAfterTags, cursor_.at, word_length(cursor_.at),
                    "no empty line between the tags and the moves");
  } else if (lines > 2) {
    reports_.report(DiagnosticCode::TwoBlanksBeforeMoves, cursor_.at, word_length(cursor_.at),
                    "more than one empty line between the tags and the moves");
  }
}

}  // namespace arbiter
