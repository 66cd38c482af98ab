#include "lib/pgn/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cstring>

#include "lib/base/text.h"
#include "lib/notation/san.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/set_aside.h"
#include "lib/pgn/tag_lexer.h"

namespace arbiter::pgn {

namespace {

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Whether a line end is complete with `at`: LF, CR LF or a lone CR. The text is
// followed by a NUL.
bool ends_line(const char* at) { return *at == '\n' || (*at == '\r' && at[1] != '\n'); }

std::string_view rest_of_line(const char* at, const char* end) {
  const char* stop = at;
  while (stop < end && *stop != '\n' && *stop != '\r') ++stop;
  return {at, static_cast<std::size_t>(stop - at)};
}

bool ends_word(char c) {
  return is_blank(c) || std::string_view("{}()[]<>;.!?$*%\"").find(c) != std::string_view::npos;
}

// Up to the next blank. The text is followed by a NUL.
std::size_t word_length(const char* at) {
  const char* stop = at;
  while (!is_blank(*stop)) ++stop;
  return static_cast<std::size_t>(stop - at);
}

// Whether the word at `at` can begin the movetext of a game without tags.
bool begins_movetext(const char* at, const char* end) {
  const std::string_view line = rest_of_line(at, end);
  const std::string_view word(line.begin(), std::ranges::find_if(line, ends_word));
  if (line[0] == '{' || line[0] == ';' || line[0] == '*' || line[0] == '(') return true;
  if (word == "1-0" || word == "0-1" || word == "1/2-1/2") return true;
  const std::size_t digits = line.find_first_not_of("0123456789");
  if (digits == std::string_view::npos) return false;
  if (digits > 0 && digits < 4) {
    if (line[digits] == '.') return true;
    const std::size_t next = line.find_first_not_of(' ', digits);
    if (next != std::string_view::npos && next > digits) {
      const std::string_view move = line.substr(next);
      return parse_san(move.substr(0, move.find_first_of(" \t{(;!?$"))).has_value();
    }
  }
  if (line.size() > 1 && line[0] == '$' && is_digit(line[1])) return true;
  return parse_san(word).has_value();
}

}  // namespace

bool is_hard_boundary(std::string_view text, std::size_t at) {
  return text.size() - at >= 8 && is_line_start(text.data(), text.data() + at) &&
         is_event_tag(text.data() + at) && is_below_empty_line(text.data(), text.data() + at);
}

// One call of PgnReader::next.
class PgnReader::Run {
 public:
  Run(PgnReader& reader, PgnGame& game)
      : reader_(reader),
        begin_(reader.source_.text.data()),
        end_(begin_ + reader.source_.text.size()),
        at_(begin_ + reader.position_),
        start_(at_),
        game_(game),
        lexer_(reader.source_.text, reader.horizon_) {}

  bool all();

 private:
  bool read_game();
  bool find_game();
  bool has_only_comments() const;
  void report_text_between(const char* from, const char* to);
  void skip_rest_of_large_game();
  void read_tags();
  void read_tag();
  bool is_other_games_tag(const LexedTag& tag) const;
  bool begins_other_game() const;
  void add_tag(const LexedTag& lexed);
  void report_surplus_tags();
  void read_movetext();
  void read_behind_result();
  const char* first_tag_line(const char* at) const;
  void unclosed_comment();
  void read_back();
  void report(DiagnosticCode code, const char* at, std::size_t length, std::string_view message);
  void note_blank_lines_before_moves();

  // Skips blanks; the number of line ends that were skipped.
  std::size_t skip_blanks() {
    std::size_t lines = 0;
    for (; at_ < end_ && is_blank(*at_); ++at_) lines += ends_line(at_) ? 1 : 0;
    return lines;
  }

  PgnReader& reader_;
  const char* begin_;
  const char* end_;
  const char* at_;
  const char* start_;
  PgnGame& game_;
  std::bitset<kRosterSize> roster_;  // of the game
  MovetextLexer lexer_;
  std::uint64_t surplus_tags_ = 0;
  const char* first_surplus_tag_ = nullptr;
};

void PgnReader::Run::report(DiagnosticCode code, const char* at, std::size_t length,
                            std::string_view message) {
  DiagnosticSink& sink = reader_.sink_;
  if (!sink.wants(code)) return sink.count(code);
  Diagnostic diagnostic{.code = code};
  diagnostic.offset = reader_.source_.offset + static_cast<std::uint64_t>(at - begin_);
  diagnostic.length = static_cast<std::uint32_t>(length);
  diagnostic.message = message;
  diagnostic.game = reader_.games_ + 1;
  sink.report(std::move(diagnostic));
}

void PgnReader::Run::report_text_between(const char* from, const char* to) {
  if (from == to) return;
  while (to > from && is_blank(to[-1])) --to;
  const std::string_view line = rest_of_line(from, to);
  report(DiagnosticCode::TextBetweenGames, from, line.size(),
         "this text belongs to no game and is skipped");
}

// Moves to the first tag or move of the next game. What is neither is reported.
bool PgnReader::Run::find_game() {
  const char* junk = nullptr;
  for (;;) {
    skip_blanks();
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    const bool is_mark = rest.starts_with("\xEF\xBB\xBF");
    const bool is_tag =
        !is_mark && !rest.empty() &&
        (is_tag_start(at_, end_) || (*at_ == '[' && is_line_start(begin_, at_) && rest.size() > 1 &&
                                     static_cast<unsigned char>((at_[1] | 0x20) - 'a') < 26));
    if (rest.empty() || is_mark || is_tag || begins_movetext(at_, end_)) {
      if (junk != nullptr) report_text_between(junk, at_);
      junk = nullptr;
      if (rest.empty()) return false;
      if (!is_mark) return true;
      report(DiagnosticCode::Utf8Bom, at_, 3, "a byte order mark; it is skipped");
      at_ += 3;
      continue;
    }
    const std::string_view line = rest_of_line(at_, end_);
    if (*at_ == '%' && is_line_start(begin_, at_)) {
      if (junk != nullptr) report_text_between(junk, at_);
      junk = nullptr;
      report(DiagnosticCode::PercentEscapeUsed, at_, line.size(),
             "a line that begins with % is skipped");
    } else if (junk == nullptr) {
      junk = at_;
    }
    at_ += line.size();
  }
}

void PgnReader::Run::read_tag() {
  const LexedTag lexed = lex_tag(at_, end_);
  switch (lexed.fault) {
    case TagFault::None:
      break;
    case TagFault::Malformed:
      report(DiagnosticCode::MalformedTag, at_, rest_of_line(at_, end_).size(),
             "this is not a tag pair of the form [Name \"value\"]");
      break;
    case TagFault::UnterminatedString:
      report(DiagnosticCode::UnterminatedString, lexed.fault_at,
             static_cast<std::size_t>(lexed.end - lexed.fault_at),
             fmt::format("the value of the tag {} has no closing quotation mark", lexed.name));
      break;
    case TagFault::SmartQuotes:
      report(
          DiagnosticCode::SmartQuotes, lexed.fault_at, 3,
          fmt::format("the value of the tag {} stands between curly quotation marks", lexed.name));
      break;
    case TagFault::UnescapedQuote:
      report(DiagnosticCode::UnescapedQuote, lexed.fault_at, 1,
             fmt::format("a quotation mark inside the value of the tag {} needs a backslash "
                         "before it",
                         lexed.name));
      break;
  }
  if (!lexed.name.empty() && lexed.value.data() != nullptr) add_tag(lexed);
  at_ = lexed.end;
}

void PgnReader::Run::add_tag(const LexedTag& lexed) {
  const KnownTag known = known_tag(lexed.name);
  const auto place = static_cast<std::size_t>(known);
  const bool completes_roster = place < kRosterSize && !roster_.test(place);
  if (game_.tags.size() >= PgnGame::kMostTags && !completes_roster &&
      game_.tags.size() - roster_.count() >= PgnGame::kMostTags) {
    if (surplus_tags_++ == 0) first_surplus_tag_ = at_;
    return;
  }
  PgnTag& tag = game_.tags.emplace_back();
  tag.name = lexed.name;
  tag.value = lexed.value;
  tag.offset = static_cast<std::uint32_t>(lexed.name.data() - start_);
  tag.value_offset = static_cast<std::uint32_t>(lexed.value.data() - start_);
  tag.known = known;
  if (place < kRosterSize) roster_.set(place);
}

void PgnReader::Run::report_surplus_tags() {
  if (surplus_tags_ == 0) return;
  report(DiagnosticCode::TooManyTags, first_surplus_tag_, 1,
         fmt::format("the game has more than {} tags; this one and {} more are kept as text",
                     PgnGame::kMostTags, surplus_tags_ - 1));
  surplus_tags_ = 0;
}

// Whether the game has such a tag of the roster.
bool PgnReader::Run::is_other_games_tag(const LexedTag& tag) const {
  if (tag.name.empty() || tag.value.data() == nullptr) return false;
  const auto place = static_cast<std::size_t>(known_tag(tag.name));
  return place < kRosterSize && roster_.test(place);
}

// Below an empty line: whether the tags from here to the next one are those of another game, even
// where this one has no moves.
bool PgnReader::Run::begins_other_game() const {
  if (is_event_tag(at_)) return true;
  if (!is_tag_start(at_, end_)) return false;
  const char* at = at_;
  for (std::size_t lines = 0; at < end_ && *at == '[' && lines < 2;) {
    const LexedTag tag = lex_tag(at, end_);
    if (is_other_games_tag(tag)) return true;
    lines = 0;
    for (at = tag.end; at < end_ && is_blank(*at); ++at) lines += ends_line(at) ? 1 : 0;
  }
  return false;
}

// The tag section; escapes may stand in it.
void PgnReader::Run::read_tags() {
  while (at_ < end_ && *at_ == '[') {
    read_tag();
    std::size_t lines = skip_blanks();
    while (at_ < end_ && *at_ == '%' && is_line_start(begin_, at_)) {
      lexer_.run_one(at_, start_, game_);
      lines = skip_blanks();
    }
    if (at_ >= end_ || *at_ != '[') return;
    if (lines < 2) continue;
    if (begins_other_game()) return;
    report(DiagnosticCode::BlankInsideTags, at_, rest_of_line(at_, end_).size(),
           "an empty line between the tags of one game");
  }
}

void PgnReader::Run::note_blank_lines_before_moves() {
  if (at_ >= end_ || *at_ == '[' || !game_.tokens.empty()) return;  // an escape stands between
  std::size_t lines = 0;
  for (const char* back = at_; back > start_ && is_blank(back[-1]); --back) {
    lines += ends_line(back - 1) ? 1 : 0;
  }
  if (lines == 1) {
    report(DiagnosticCode::MissingBlankAfterTags, at_, word_length(at_),
           "no empty line between the tags and the moves");
  } else if (lines > 2) {
    report(DiagnosticCode::TwoBlanksBeforeMoves, at_, word_length(at_),
           "more than one empty line between the tags and the moves");
  }
}

// The first tag from `at` on that begins a line; the end if there is none.
const char* PgnReader::Run::first_tag_line(const char* at) const {
  for (; at < end_; ++at) {
    at = static_cast<const char*>(std::memchr(at, '[', static_cast<std::size_t>(end_ - at)));
    if (at == nullptr) break;
    if (is_line_start(begin_, at) && is_tag_start(at, end_)) return at;
  }
  return end_;
}

// The last token, which ends with its last word. If nothing else ends it, the
// first tag that begins a line does.
void PgnReader::Run::unclosed_comment() {
  Token& comment = game_.tokens.back();
  const char* at = start_ + comment.offset;
  if (at_ >= end_ && reader_.source_.ends_file) {
    at_ = first_tag_line(at);
  }
  const char* comment_end = at_;
  while (is_blank(comment_end[-1])) --comment_end;
  comment.length = static_cast<std::uint32_t>(comment_end - at);
  if (at_ >= end_ && reader_.source_.ends_file) {
    report(DiagnosticCode::TruncatedFile, at, 1, "the file ends inside this comment");
  } else {
    report(DiagnosticCode::UnterminatedBraceComment, at, 1,
           "this comment is never closed; reading continues at the next game");
  }
}

// Comments behind the terminator belong to the game that it ends, as do words
// before the next empty line, unless they begin a game without tags.
void PgnReader::Run::read_behind_result() {
  for (;;) {
    const char* const back = at_;
    const std::size_t lines = skip_blanks();
    const bool ends = at_ >= end_ || lines > 1 || is_tag_start(at_, end_) || *at_ == '[' ||
                      (lines == 1 && *at_ != '{' && *at_ != ';' && begins_movetext(at_, end_)) ||
                      (lines == 1 && *at_ == '%');
    if (ends) {
      const char next = at_ < end_ ? *at_ : reader_.source_.next;
      if (lines < 2 && next == '[') {
        report(DiagnosticCode::MissingBlankAfterMoves, at_, 1,
               "no empty line between the moves and the next game");
      }
      at_ = back;
      return;
    }
    const auto end = lexer_.run_one(at_, start_, game_);
    if (end == MovetextEnd::UnclosedComment) return unclosed_comment();
  }
}

// Comments may stand before the tags too, but not before an empty line and an
// Event tag: there a game certainly begins.
void PgnReader::Run::read_movetext() {
  for (;;) {
    const MovetextEnd end = lexer_.run(at_, start_, game_);
    if (end == MovetextEnd::Result) return read_behind_result();
    if (end == MovetextEnd::UnclosedComment) return unclosed_comment();
    if (end != MovetextEnd::Tag || !game_.tags.empty() || !has_only_comments()) return;
    if (is_hard_boundary(reader_.source_.text, static_cast<std::size_t>(at_ - begin_))) return;
    read_tags();
  }
}

bool PgnReader::Run::has_only_comments() const {
  return std::ranges::all_of(game_.tokens, is_remark);
}

bool PgnReader::Run::read_game() {
  game_.tags.clear();
  game_.tokens.clear();
  game_.commands.clear();
  game_.has_variations = false;
  game_.has_words = false;
  roster_.reset();
  game_.has_set_aside = false;
  game_.line_ends.clear();
  if (!find_game()) return false;
  start_ = at_;
  if (*at_ == '[') {
    read_tags();
    note_blank_lines_before_moves();
  }
  read_movetext();
  report_surplus_tags();
  return true;
}

// To the first tag that begins a line: there is no other sign of where the game ends.
void PgnReader::Run::skip_rest_of_large_game() {
  report(DiagnosticCode::GameTooLarge, at_, 1,
         "the game is too large; what follows, up to the next tag, is skipped");
  at_ = first_tag_line(at_);
}

bool PgnReader::Run::all() {
  if (at_ == begin_ && reader_.source_.continues_game) skip_rest_of_large_game();
  bool found = read_game();
  // Comments alone are no game.
  while (found && game_.tags.empty() && has_only_comments()) {
    report_text_between(start_, at_);
    found = read_game();
  }
  reader_.position_ = static_cast<std::size_t>(at_ - begin_);
  if (!found) return false;
  game_.text = std::string_view(start_, static_cast<std::size_t>(at_ - start_));
  game_.offset = reader_.source_.offset + static_cast<std::uint64_t>(start_ - begin_);
  game_.number = ++reader_.games_;
  if (game_.has_set_aside && reader_.set_aside_ == SetAside::ReadBack) read_back();
  return true;
}

// The game once more, from a text in which moves that were set aside are no comment.
void PgnReader::Run::read_back() {
  auto moves = with_moves_back(game_);
  if (!moves) return;
  for (const Token& token : game_.tokens) {
    const char* at = start_ + token.offset;
    if (moves->text[token.offset] == *at) continue;
    report(DiagnosticCode::CommentUnreadable, at, kUnreadable.size(),
           "`arbiter fmt` set these moves aside; they are read as moves");
  }
  reader_.read_back_ = std::move(moves->text);
  const std::size_t size = reader_.read_back_.size();
  reader_.read_back_.append(kTextPadding, '\0');
  const std::string_view whole = std::string_view(reader_.read_back_).substr(0, size);
  CollectingSink nobody{CodeSet()};
  PgnReader again({.text = whole, .ends_file = false, .next = '['}, nobody, SetAside::Keep);
  PgnGame uncovered;
  again.next(uncovered);
  game_.text = whole;
  game_.tokens = std::move(uncovered.tokens);
  game_.commands = std::move(uncovered.commands);
  game_.has_variations = uncovered.has_variations;
  game_.has_words = uncovered.has_words;
  game_.line_ends = std::move(moves->beginnings);
}

PgnReader::PgnReader(PgnText source, DiagnosticSink& sink, SetAside set_aside)
    : source_(source), sink_(sink), set_aside_(set_aside) {}

bool PgnReader::next(PgnGame& game) { return Run(*this, game).all(); }

}  // namespace arbiter::pgn
