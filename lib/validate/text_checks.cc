#include "lib/validate/text_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/validator.h"

namespace arbiter {
namespace {

constexpr std::size_t kExportColumns = 79;   // PGN 8.2.1
constexpr std::size_t kImportColumns = 254;  // PGN 4.3: 255 including the line end

bool is_blank(char c) { return c == ' ' || c == '\t'; }

bool is_control(unsigned char byte) {
  return (byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f;
}

std::string_view name_of_control(unsigned char byte) {
  constexpr std::pair<unsigned char, std::string_view> kNames[] = {
      {0x08, "a backspace"},
      {0x0c, "a form feed"},
      {0x1a, "the end-of-file mark of DOS"},
      {0x1b, "an escape character"},
      {0x7f, "a delete character"}};
  for (const auto& [control, name] : kNames) {
    if (control == byte) return name;
  }
  return "a control character";
}

// Returns the Windows-1252 character of the byte; empty if undefined.
std::string character_of(char byte) {
  const std::string read = utf8_from_windows_1252({&byte, 1});
  const bool is_undefined =
      static_cast<unsigned char>(byte) < 0xa0 && read.size() == 2 && read[0] == '\xC2';
  return is_undefined ? std::string() : read;
}

// Like character_of(), but describes invisible characters.
std::string visible_character_of(char byte) {
  const auto number = static_cast<unsigned char>(byte);
  if (number == 0xa0) return "a no-break space";
  return number == 0xad ? "a soft hyphen" : character_of(byte);
}

// Returns the message for a byte of 80..FF.
std::string message_of_byte(char byte) {
  const std::string read = visible_character_of(byte);
  const auto number = static_cast<unsigned char>(byte);
  if (read.empty()) {
    return fmt::format("the byte {:02X} is not UTF-8, and no character of Windows-1252", number);
  }
  return fmt::format("the byte {:02X} is not UTF-8; in {} it is {}", number,
                     number < 0xa0 ? "Windows-1252" : "Latin-1 and Windows-1252", read);
}

std::string message_of_c1(char byte) {
  const std::string meant = character_of(byte);
  return fmt::format("the control character {}{}", static_cast<unsigned char>(byte),
                     meant.empty() ? ", which PGN does not use"
                                   : fmt::format("; {} may be meant, as in Windows-1252", meant));
}

// Returns the Windows-1252 byte of a UTF-8 character.
std::optional<char> byte_of(std::string_view character) {
  if (character.size() == 2 && (character[0] == '\xC2' || character[0] == '\xC3')) {
    return static_cast<char>((character[0] == '\xC3' ? 0x40 : 0) | character[1]);
  }
  for (int byte = 0x80; byte < 0xA0; ++byte) {
    const char candidate = static_cast<char>(byte);
    if (utf8_from_windows_1252({&candidate, 1}) == character) return candidate;
  }
  return std::nullopt;
}

struct DoubleEncoded {
  std::size_t size;
  std::string character;
};

// Returns the double-encoded character at the start of the text. After first bytes that are unusual
// for Western text, quotes and dashes count only inside words.
std::optional<DoubleEncoded> double_encoded(std::string_view text) {
  DoubleEncoded found{};
  std::size_t length = 1;
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t size = character_length(text.substr(found.size));
    const auto byte = byte_of(text.substr(found.size, size));
    if (!byte) return std::nullopt;
    const auto lead = static_cast<unsigned char>(*byte);
    if (i == 0) length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    found.character += *byte;
    found.size += size;
  }
  if (length == 0 || !is_utf8(found.character)) return std::nullopt;
  const bool is_western = found.character[0] == '\xC2' || found.character[0] == '\xC3';
  const bool may_be_sign = length == 2 && !is_western &&
                           (found.character[1] == '\x85' ||
                            (found.character[1] >= '\x91' && found.character[1] <= '\x97'));
  const char next = found.size < text.size() ? text[found.size] : ' ';
  if (may_be_sign && !is_letter(next) && next != '\xC3') return std::nullopt;
  return found;
}

// Checks one chunk of text.
struct TextCheck {
  void check_control_characters() const {
    for (std::size_t at = 0; at < text().size(); ++at) {
      const auto byte = static_cast<unsigned char>(text()[at]);
      if (!is_control(byte)) [[likely]]
        continue;
      if (byte == 0) {
        report(DiagnosticCode::NulByte, {at, 1},
               [] { return "a NUL byte; a part of the text may have been lost here"; });
      } else if (byte == '\v') {
        report(DiagnosticCode::VerticalTab, {at, 1},
               [] { return "a vertical tab instead of a space or a line end"; });
      } else {
        report(DiagnosticCode::ControlCharacter, {at, 1}, [&] {
          return fmt::format("{} (byte {:02X}), which PGN does not use", name_of_control(byte),
                             byte);
        });
      }
    }
  }

  void check_encoding() const {
    std::size_t from = 0;
    while (const auto found = find_invalid_utf8(text().substr(from))) {
      const std::size_t at = from + *found;
      report(DiagnosticCode::NotUtf8, {at, 1}, [&] { return message_of_byte(text()[at]); });
      from = at + 1;
    }
  }

  // Checks for C1 controls, which are C2 80 to C2 9F in UTF-8.
  void check_c1_controls() const {
    for (std::size_t at = text().find('\xC2'); at != std::string_view::npos;
         at = text().find('\xC2', at + 1)) {
      if (at + 1 == text().size()) return;
      const char next = text()[at + 1];
      if ((static_cast<unsigned char>(next) & 0xe0) != 0x80) continue;
      report(DiagnosticCode::C1Control, {at, 2}, [&] { return message_of_c1(next); });
    }
  }

  // The first byte of a UTF-8 character is a letter from U+00C2 to U+00F4 in Windows-1252.
  void check_double_encoding() const {
    for (std::size_t at = text().find('\xC3'); at != std::string_view::npos;
         at = text().find('\xC3', at + 1)) {
      const bool is_alone = at + 2 >= text().size() || (text()[at + 2] & 0x80) == 0;
      if (is_alone) continue;
      const auto found = double_encoded(text().substr(at));
      if (!found) continue;
      report(DiagnosticCode::DoubleEncoding, {at, found->size}, [&] {
        return fmt::format("'{}' is '{}', encoded as UTF-8 twice", text().substr(at, found->size),
                           found->character);
      });
      at += found->size - 1;
    }
  }

  void check_line_ends(const TextSummary& summary, LineEnd expected) const {
    const std::size_t returns = summary.carriage_returns - summary.crlf_pairs;
    const std::size_t feeds = summary.line_feeds - summary.crlf_pairs;
    const std::size_t as_expected = expected == LineEnd::Both       ? summary.crlf_pairs
                                    : expected == LineEnd::LineFeed ? feeds
                                                                    : returns;
    report_line_ends(
        DiagnosticCode::LoneCr, returns,
        [](LineEnd found) { return found == LineEnd::CarriageReturn; },
        [](LineEnd) { return "this line ends with a carriage return alone"; });
    report_line_ends(
        DiagnosticCode::MixedNewlines, summary.line_breaks() - as_expected,
        [&](LineEnd found) { return found != expected; },
        [&](LineEnd found) {
          return fmt::format("this line ends with {}, the file's first line with {}",
                             to_string(found), to_string(expected));
        });
  }

  // Precondition: the lines are longer than 79 bytes.
  void check_long_lines(std::span<const ByteRange> lines) const {
    for (const ByteRange line : lines) {
      const std::string_view bytes = text().substr(line.offset, line.size);
      const auto columns = [&] { return is_ascii_ ? bytes.size() : count_code_points(bytes); };
      const auto is_longer = [&](std::size_t limit) {
        return bytes.size() > kMaxCharacterLength * limit || columns() > limit;
      };
      if (is_longer(kImportColumns)) {
        report(DiagnosticCode::LineTooLong, line, [&] {
          return fmt::format("a line of {} characters; PGN allows 255 with the line end",
                             columns());
        });
      }
      if (sink_.wants(DiagnosticCode::LineOver79) && is_longer(kExportColumns)) {
        const std::size_t kept = size_of_code_points(bytes, kExportColumns);
        report(DiagnosticCode::LineOver79, {line.offset + kept, line.size - kept}, [&] {
          return fmt::format("a line of {} characters; the export format has at most 79",
                             columns());
        });
      }
    }
  }

  void check_layout() const {
    const char* const begin = text().data();
    const char* const end = begin + text().size();
    for (const char* line = begin; line < end;) {
      const char* const stop = find_line_end(line, end);
      check_line_layout(
          {static_cast<std::size_t>(line - begin), static_cast<std::size_t>(stop - line)});
      line = stop + 1;
    }
  }

  std::string_view text() const { return source_.text; }

  // Formats the message only if the sink receives it.
  template <class Message>
  void report(DiagnosticCode code, ByteRange span, Message message) const {
    if (!sink_.wants(code)) return sink_.count(code);
    Diagnostic diagnostic{.code = code};
    diagnostic.offset = source_.offset + span.offset;
    diagnostic.length = static_cast<std::uint32_t>(span.size);
    diagnostic.message = message();
    sink_.report(std::move(diagnostic));
  }

  template <class Predicate, class Message>
  void report_line_ends(DiagnosticCode code, std::size_t times, Predicate is_meant,
                        Message message) const {
    if (times == 0) return;
    if (!sink_.wants(code)) return sink_.count(code, times);
    const char* const begin = text().data();
    const char* const end = begin + text().size();
    for (const char* at = find_line_end(begin, end); at < end; at = find_line_end(at, end)) {
      const auto offset = static_cast<std::size_t>(at - begin);
      const LineEnd found = line_end_at(text(), offset);
      const std::size_t size = found == LineEnd::Both ? 2 : 1;
      if (is_meant(found)) {
        report(code, {offset, size}, [&] { return message(found); });
        break;
      }
      at += size;
    }
    sink_.count(code, times - 1);
  }

  void check_line_layout(ByteRange line) const {
    const std::string_view bytes = text().substr(line.offset, line.size);
    std::size_t end = bytes.size();
    while (end > 0 && is_blank(bytes[end - 1])) --end;
    std::size_t start = 0;
    while (start < end && is_blank(bytes[start])) ++start;
    if (start > 0) {
      report(DiagnosticCode::LeadingSpace, {line.offset, start},
             [] { return "white space at the start of the line"; });
    }
    if (end < bytes.size()) {
      report(DiagnosticCode::TrailingSpace, {line.offset + end, bytes.size() - end},
             [] { return "white space at the end of the line"; });
    }
  }

  const PgnText& source_;
  bool is_ascii_;
  DiagnosticSink& sink_;
};

}  // namespace

TextChecker::TextChecker(DiagnosticSink& sink)
    : sink_(sink),
      checks_layout_(sink.wants(DiagnosticCode::LeadingSpace) ||
                     sink.wants(DiagnosticCode::TrailingSpace)) {}

std::uint64_t TextChecker::check(const PgnText& source, LineEnd expected) {
  long_lines_.clear();
  const std::size_t columns =
      sink_.wants(DiagnosticCode::LineOver79) ? kExportColumns : kImportColumns;
  const TextSummary summary = summarize(source.text, columns, long_lines_);
  const TextCheck check(source, !summary.has_high, sink_);
  if (summary.has_control) check.check_control_characters();
  if (summary.has_high) {
    check.check_encoding();
    check.check_c1_controls();
    check.check_double_encoding();
  }
  check.check_line_ends(summary, expected);
  check.check_long_lines(long_lines_);
  if (checks_layout_) check.check_layout();
  return summary.line_breaks();
}

std::vector<LocatedDiagnostic> findings_before_reading(const TextForm& form) {
  std::vector<LocatedDiagnostic> findings;
  if (form.parts.utf16) {
    findings.push_back(
        {.diagnostic = {
             .code = DiagnosticCode::Utf16,
             .message = fmt::format("the file is in {}, which other PGN readers cannot read; it is "
                                    "converted to UTF-8 and checked",
                                    to_string(*form.parts.utf16))}});
  }
  if (form.is_html) {
    findings.push_back(
        {.diagnostic = {.code = DiagnosticCode::HtmlPage,
                        .message = "the file is an HTML page; its tags and entities are removed "
                                   "before it is checked"}});
  }
  if (!form.frame.empty()) {
    findings.push_back({.diagnostic = {.code = DiagnosticCode::TextFrame, .message = form.frame}});
  }
  return findings;
}

std::vector<LocatedDiagnostic> findings_after_reading(const TextForm& form,
                                                      const FileTotals& totals) {
  std::vector<LocatedDiagnostic> findings;
  const auto add = [&](DiagnosticCode code, std::string message) {
    findings.push_back(
        {.diagnostic = {.code = code, .offset = totals.bytes, .message = std::move(message)},
         .line = totals.lines + 1});
  };
  if (form.parts.is_mixed()) {
    add(DiagnosticCode::Utf16,
        fmt::format("parts of the file are in {} and other parts are not; each part is converted",
                    to_string(*form.parts.utf16)));
  }
  if (!form.guess.encoding.empty()) {
    add(form.converted_from.empty() ? DiagnosticCode::EncodingUnsure
                                    : DiagnosticCode::EncodingGuessed,
        guess_text(form));
  }
  return findings;
}

namespace {

std::string_view first_line_of(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
}

// Removes the first line with its end, and the empty lines after it.
void remove_line(std::string_view& text) {
  text.remove_prefix(first_line_of(text).size());
  text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
}

// Checks for a bracket and a known tag name. The value may be malformed: `[White 'Alder']`.
bool begins_known_tag(std::string_view line) {
  if (!line.starts_with('[')) return false;
  line.remove_prefix(1);
  const std::size_t name_end = line.find_first_of(" \t");
  return name_end != std::string_view::npos &&
         known_tag_ignoring_case(line.substr(0, name_end)) != KnownTag::Other;
}

bool begins_tag_section(std::string_view text) {
  if (!begins_known_tag(first_line_of(text))) return false;
  remove_line(text);
  return begins_known_tag(first_line_of(text));
}

bool begins_with_tags(std::string_view text) {
  if (text.starts_with(kUtf8Bom)) text.remove_prefix(kUtf8Bom.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return begins_tag_section(text);
}

// Checks for a patch in the format of `diff -u`, which may contain whole games.
bool is_patch(std::string_view text) {
  constexpr std::size_t kMaxHeader = 4096;
  for (std::string_view rest = text.substr(0, kMaxHeader); !rest.empty();) {
    const bool is_old_name = rest.starts_with("--- ");
    remove_line(rest);
    if (is_old_name && rest.starts_with("+++ ")) return true;
  }
  return false;
}

// Checks for a word that may be a move in some notation: "5254", "P-K4", "Nf9", "QxQ".
bool may_be_move(std::string_view word) {
  constexpr std::size_t kMaxSize = 8;
  if (word.size() > kMaxSize) return false;
  const bool is_capture = word.size() > 2 && word.find_first_of("x-", 1) == 1 &&
                          word.find_first_not_of("KQRBNPx-+#=") == std::string_view::npos;
  return is_capture || std::ranges::any_of(word, is_digit);
}

// Counts of evidence for and against PGN in a text.
class TextBalance {
 public:
  TextBalance() : validator_({.rules = {}, .sought = {}}, sink_) {}

  void add(const PgnText& source) {
    PgnReader reader(source, sink_);
    std::size_t position = 0;
    for (PgnGame game;;) {
      const std::uint64_t malformed = malformed_lines();
      if (!reader.next(game)) break;
      malformed_in_game_ = malformed_lines() - malformed;
      const std::size_t start = game.offset - source.offset;
      add_between(source.text.substr(position, start - position));
      position = start + game.text.size();
      add_game(game);
    }
    add_between(source.text.substr(position));
  }

  bool is_pgn() const {
    if (tags_ + moves_ == 0 && has_words_ && !has_numbered_words_) return false;
    const std::uint64_t malformed = tags_ > 0 ? malformed_without_moves_ : malformed_lines();
    return words_ + malformed <= tags_ + moves_ &&
           lines_ + (tags_ > 0 ? 0 : lines_in_braces_) <=
               kLinesForTag * tags_ + kLinesForMove * moves_;
  }

 private:
  // The number of lines of other text that a known tag, or a move, outweighs.
  static constexpr std::uint64_t kLinesForTag = 40;
  static constexpr std::uint64_t kLinesForMove = 4;

  // Counts lines outside of comments. Without tags, braces are source code.
  void add_between(std::string_view between) {
    bool is_in_comment = false;
    for_each_line_between(between, [&](std::string_view line) {
      const bool is_comment = is_in_comment || line.starts_with('{');
      if (is_comment) is_in_comment = line.find('}') == std::string_view::npos;
      if (is_comment) ++lines_in_braces_;
      if (!is_comment && !line.starts_with('%') && !line.starts_with(';')) ++lines_;
    });
  }

  void add_game(const PgnGame& game) {
    const auto count = [&](TokenKind kind) {
      return static_cast<std::uint64_t>(std::ranges::count(game.tokens, kind, &Token::kind));
    };
    const std::uint64_t plies = validator_.check(game).plies;
    const std::uint64_t written = count(TokenKind::Move);
    tags_ += static_cast<std::uint64_t>(std::ranges::count_if(game.tags, is_known));
    moves_ += begins_at_first_move(game) ? std::max(plies, written) : plies;
    // If tags are among other lines, without moves and result, they may be sections of another file
    // format.
    const bool is_torn = malformed_in_game_ > 0 && plies == 0 && !ends_with_result(game);
    if (is_torn) malformed_without_moves_ += malformed_in_game_;
    if ((has_tags(game) && !is_torn) || begins_with_moves(game, plies)) return;
    has_words_ |= count(TokenKind::Word) + written > 0;
    has_numbered_words_ |= !game.tokens.empty() && is_number(game.tokens.front());
    const auto others =
        static_cast<std::uint64_t>(std::ranges::count_if(game.tokens, [&](const Token& token) {
          return token.kind == TokenKind::Word && !may_be_move(game.text_of(token));
        }));
    words_ += others - std::min(others, plies - std::min(plies, written));
  }

  std::uint64_t malformed_lines() const { return sink_.count_of(DiagnosticCode::MalformedTag); }

  static bool is_known(const PgnTag& tag) { return tag.known != KnownTag::Other; }

  static bool is_number(const Token& token) { return token.kind == TokenKind::MoveNumber; }
  static bool is_move(const Token& token) { return token.kind == TokenKind::Move; }

  static bool ends_with_result(const PgnGame& game) {
    return !game.tokens.empty() && game.tokens.back().kind == TokenKind::Result;
  }

  // Checks for two known tags, or one in a game with a result.
  static bool has_tags(const PgnGame& game) {
    const auto known = std::ranges::count_if(game.tags, is_known);
    return known + (ends_with_result(game) ? 1 : 0) >= 2;
  }

  // Checks whether the game begins with numbered moves, as in "1. e4 e5", "40. Kg2 Kg7" or "1. Ke2
  // oops *". Other words of such a game are remarks without braces.
  static bool begins_with_moves(const PgnGame& game, std::uint64_t plies) {
    const Tokens& tokens = game.tokens;
    if (tokens.size() < 3 || !is_number(tokens[0]) || !is_move(tokens[1])) return false;
    return plies >= 2 || is_move(tokens[2]) || ends_with_result(game);
  }

  static bool begins_at_first_move(const PgnGame& game) {
    const auto first = std::ranges::find(game.tokens, TokenKind::MoveNumber, &Token::kind);
    return first == game.tokens.end() ? ends_with_result(game) : first->number() == 1;
  }

  CollectingSink sink_{CodeSet()};
  Validator validator_;
  std::uint64_t tags_ = 0;               // known tags
  std::uint64_t moves_ = 0;              // legal moves, and moves in PGN notation
  std::uint64_t malformed_in_game_ = 0;  // malformed lines of the last game
  std::uint64_t malformed_without_moves_ = 0;
  std::uint64_t words_ = 0;  // words that cannot be moves, in games without tags
  std::uint64_t lines_ = 0;  // lines between games
  std::uint64_t lines_in_braces_ = 0;
  bool has_words_ = false;
  bool has_numbered_words_ = false;  // true if a game begins with a number
};

std::optional<OtherContent> find_binary(const TextChunk& first) {
  const std::string_view text = first.source.text;
  if (!summarize(text).has_control) return std::nullopt;
  if (const std::string_view kind = foreign_kind_of(text); !kind.empty()) {
    return OtherContent{.format = kind};
  }
  if (first.precedes_game || !has_binary_controls(text)) return std::nullopt;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    if (is_line_start(begin, begin + at) && is_tag_start(begin + at, end)) return std::nullopt;
  }
  const auto is_odd = [](char c) { return is_control(c) && c != '\t' && c != '\n' && c != '\r'; };
  return OtherContent{
      .offset = static_cast<std::size_t>(std::ranges::find_if(text, is_odd) - text.begin())};
}

// Appends the next chunk of the file. Returns false if there is none.
bool append_next(TextChunk& first, TextChunks& rest) {
  TextChunk next;
  if (!rest.next(next)) return false;
  const std::size_t size = first.source.text.size();
  const std::size_t added = next.source.text.size();
  first.bytes.resize(size + added + kTextPadding);
  std::memcpy(first.bytes.data() + size, next.bytes.data(), added + kTextPadding);
  first.source.text = {first.bytes.data(), size + added};
  first.source.ends_file = next.source.ends_file;
  first.source.next = next.source.next;
  first.line_end = next.line_end;
  first.precedes_game = next.precedes_game;
  return true;
}

bool is_pgn(TextChunk& first, TextChunks& rest) {
  constexpr std::size_t kMaxJudged = std::size_t{4} << 20;
  if (begins_with_tags(first.source.text)) return true;
  if (is_patch(first.source.text)) return false;
  TextBalance balance;
  for (std::size_t known = 0;;) {
    PgnText added = first.source;
    added.text.remove_prefix(known);
    added.offset += known;
    balance.add(added);
    if (balance.is_pgn()) return true;
    known = first.source.text.size();
    if (first.source.ends_file || known >= kMaxJudged) return false;
    if (!append_next(first, rest)) return false;
    if (begins_with_tags(first.source.text.substr(known))) return true;
  }
}

}  // namespace

std::string OtherContent::description() const {
  if (kind == Kind::Text) return "not PGN";
  if (format.empty()) return "not text, so it has no games";
  return fmt::format("{}, not PGN; export the games as PGN from the program that wrote it", format);
}

std::optional<OtherContent> find_other_content(TextChunk& first, TextChunks& rest) {
  if (const auto binary = find_binary(first)) return binary;
  if (is_pgn(first, rest)) return std::nullopt;
  return OtherContent{.kind = OtherContent::Kind::Text};
}

}  // namespace arbiter
