#include "lib/validate/other_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/io/file_kind.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/tag_pair.h"
#include "lib/validate/validator.h"

namespace arbiter {
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
    // Tags among other lines, without moves and result, may be sections of another file format.
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

  // Checks for "1. e4 e5", "40. Kg2 Kg7" or "1. Ke2 oops *": whose words are remarks without
  // braces.
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
  bool has_numbered_words_ = false;  // a game begins with a number
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
