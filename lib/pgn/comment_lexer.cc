#include <array>
#include <iterator>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/pgn/movetext_lexer.h"

namespace arbiter {
namespace command_reader {

namespace {

// The usual start of a known command, such as "[%clk ".
struct Head {
  std::uint64_t bytes = 0;
  std::uint64_t mask = 0;
  std::size_t length = 0;
  CommandKind kind = CommandKind::Unknown;
};

constexpr Head head_of(const NamedCommand& command) {
  Head head;
  const auto add = [&head](char c) {
    head.bytes |= static_cast<std::uint64_t>(c) << 8 * head.length;
    head.mask |= std::uint64_t{0xFF} << 8 * head.length++;
  };
  for (const char c : {'[', '%'}) add(c);
  for (const char c : command.name) add(c);
  add(' ');
  head.kind = command.kind;
  return head;
}

constexpr auto kHeads = [] {
  std::array<Head, std::size(kNamedCommands)> heads;
  for (std::size_t i = 0; i < heads.size(); ++i) heads[i] = head_of(kNamedCommands[i]);
  return heads;
}();

enum Class : std::uint8_t { kBlank = 1, kName = 2, kPlain = 4 };

// The classes of a character: space between words, part of a name, or plain text. Plain text
// neither ends a comment nor begins a command, tag or comment.
constexpr auto kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\n', '\r'}) classes[static_cast<unsigned char>(c)] = kBlank;
  for (char c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kName;
  for (char c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kName;
  for (char c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kName;
  classes['_'] = kName;
  for (std::size_t c = ' '; c < classes.size(); ++c) {
    if (c != '[' && c != ']' && c != '{' && c != '}') classes[c] |= kPlain;
  }
  return classes;
}();

bool is(Class wanted, char c) { return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0; }

const char* skip(Class passed, const char* at) {
  while (is(passed, *at)) ++at;
  return at;
}

// Sets the kind of a command. Returns the start of its value; null without a name.
const char* read_name(const char* bracket, CommentCommand& command) {
  if (bracket[0] != '[' || bracket[1] != '%') return nullptr;
  const char* const name = bracket + 2;
  const char* const at = skip(kName, name);
  if (at == name || !(is(kBlank, *at) || *at == ']')) return nullptr;
  command.kind = command_kind({name, static_cast<std::size_t>(at - name)});
  return skip(kBlank, at);
}

const char* read_head(const char* bracket, CommentCommand& command) {
  std::uint64_t bytes;
  std::memcpy(&bytes, bracket, sizeof bytes);
  for (const Head& head : kHeads) {
    if ((bytes & head.mask) != head.bytes) continue;
    command.kind = head.kind;
    return skip(kBlank, bracket + head.length);
  }
  return read_name(bracket, command);
}

// Reads one to three numbers, "58", "3:00", "335:59:59", without a fraction.
const char* read_numbers(const char* at, CommentCommand& command) {
  constexpr std::ptrdiff_t kMaxDigits = 3;  // up to 999 hours
  std::uint32_t seconds = 0;
  int numbers = 0;
  for (;;) {
    const char* const first = at;
    std::uint32_t number = 0;
    for (; is_digit(*at); ++at) number = number * 10 + static_cast<std::uint32_t>(*at - '0');
    const bool is_in_range =
        at != first && at - first <= kMaxDigits && (numbers == 0 || number < 60);
    if (!is_in_range || numbers == 3) return nullptr;
    seconds = seconds * 60 + number;
    ++numbers;
    if (*at != ':') break;
    ++at;
  }
  command.milliseconds = seconds * 1000;
  command.form = static_cast<ClockForm>(3 - numbers);
  return at;
}

// Reads an optional fraction: ".5".
const char* read_fraction(const char* at, CommentCommand& command) {
  command.has_fraction = *at == '.';
  if (*at != '.') return at;
  if (!is_digit(*++at)) return nullptr;
  for (std::uint32_t unit = 100; is_digit(*at); ++at, unit /= 10) {
    command.milliseconds += static_cast<std::uint32_t>(*at - '0') * unit;
  }
  return at;
}

// The fast path for "0:03:00" and "00:03:00", with minutes and seconds as one word. About 2 ns.
const char* read_full_time(const char* at, CommentCommand& command) {
  auto hours = static_cast<std::uint32_t>(*at - '0');
  if (hours >= 10) return nullptr;
  if (*++at != ':') {
    const auto ones = static_cast<std::uint32_t>(*at - '0');
    if (ones >= 10 || *++at != ':') return nullptr;
    hours = hours * 10 + ones;
  }
  std::uint64_t digits;
  std::memcpy(&digits, at + 1, sizeof digits);
  digits ^= 0x30'30'3A'30'30;  // "00:00", see read_usual_time()
  constexpr std::uint64_t kRoomBelow128 = 0x76'7A'7F'76'7A;
  if ((((digits + kRoomBelow128) | digits) & 0x80'80'80'80'80) != 0) return nullptr;
  const std::uint64_t pairs = digits * 10 + (digits >> 8);
  command.milliseconds = hours * 3'600'000 + static_cast<std::uint32_t>(pairs & 0xFF) * 60'000 +
                         static_cast<std::uint32_t>(pairs >> 24 & 0xFF) * 1000;
  command.form = ClockForm::Full;
  return at + 6;
}

// Reads "0:03:00", "10:03:00.5", "3:00", "58.6".
const char* read_time(const char* text, CommentCommand& command) {
  const char* at = read_full_time(text, command);
  if (at == nullptr || is_digit(*at)) at = read_numbers(text, command);
  return at == nullptr ? nullptr : read_fraction(at, command);
}

// Reads "0.17", "-3", "+1.5,20", "#3", "#-3,18".
const char* read_evaluation(const char* at) {
  constexpr std::ptrdiff_t kMaxDigits = 3;
  const bool is_mate = *at == '#';
  at += is_mate ? 1 : 0;
  at += *at == '-' || *at == '+' ? 1 : 0;
  const char* const first = at;
  bool is_zero = true;
  for (; is_digit(*at); ++at) is_zero &= *at == '0';
  if (at == first || at - first > kMaxDigits || (is_mate && is_zero)) return nullptr;
  if (*at == '.' && !is_mate) {
    if (!is_digit(*++at)) return nullptr;
    while (is_digit(*at)) ++at;
  }
  if (*at != ',') return at;
  if (!is_digit(*++at)) return nullptr;
  while (is_digit(*at)) ++at;
  return at;
}

bool is_square(const char* text) {
  return static_cast<unsigned char>(text[0] - 'a') < 8 &&
         static_cast<unsigned char>(text[1] - '1') < 8;
}

// Reads "Ga4,Rb5", or with `kSquares` = 2: "Ga4a5,Rb5h5".
template <int kSquares>
const char* read_colored(const char* at) {
  for (;; ++at) {
    at = skip(kBlank, at);
    if (*at != 'R' && *at != 'G' && *at != 'Y' && *at != 'B') return nullptr;
    if (!is_square(at + 1)) return nullptr;
    if constexpr (kSquares == 2) {
      if (!is_square(at + 3) || (at[1] == at[3] && at[2] == at[4])) return nullptr;
    }
    at += 1 + 2 * kSquares;
    if (*at != ',') return at;
  }
}

const char* read_value(const char* at, CommentCommand& command) {
  switch (command.kind) {
    case CommandKind::TimeLeft:
    case CommandKind::Elapsed:
    case CommandKind::ElapsedInGame:
    case CommandKind::MechanicalTime:
      return read_time(at, command);
    case CommandKind::Evaluation:
      return read_evaluation(at);
    case CommandKind::Squares:
      return read_colored<1>(at);
    case CommandKind::Arrows:
      return read_colored<2>(at);
    case CommandKind::Other:
      return is(kPlain, *at) ? skip(kPlain, at) : nullptr;
    case CommandKind::Unknown:
      break;
  }
  return skip(kPlain, at);
}

}  // namespace

const char* read_any(const char* bracket, CommentCommand& command) {
  const char* at = read_head(bracket, command);
  if (at != nullptr) at = read_value(at, command);
  if (at == nullptr) return nullptr;
  at = skip(kBlank, at);
  if (*at != ']') return nullptr;
  command.length = static_cast<std::uint32_t>(++at - bracket);
  return at;
}

}  // namespace command_reader

using namespace movetext_characters;

namespace {

const char* find_bracket(const char* at, const char* stop) {
  return static_cast<const char*>(std::memchr(at, '[', static_cast<std::size_t>(stop - at)));
}

// Returns the Event tag in the line above `at`, behind the text of a comment that was cut:
// {[%clk 1:39[Event "..."]. Null if there is none.
const char* event_in_line_above(const char* begin, const char* at) {
  const std::string_view before(begin, static_cast<std::size_t>(at - begin));
  const std::size_t line_end = before.find_last_not_of("\r\n");
  if (line_end == before.npos) return nullptr;
  const std::size_t start = before.find_last_of("\r\n{", line_end) + 1;
  const std::size_t event = before.substr(0, line_end).find("[Event \"", start);
  return event == before.npos ? nullptr : begin + event;
}

}  // namespace

// Reserves space for more commands. Returns false at the limit of a game.
bool CommentLexer::grow() {
  constexpr std::size_t kStep = 4 * Token::kMaxCommands;
  const std::size_t count = command_count();
  if (count + kStep > Token::kMaxCommandsOfGame) return false;
  if (commands_.capacity() < count + kStep) commands_.reserve(2 * count + kStep);
  commands_.resize(count + kStep);
  first_ = commands_.data();
  next_ = first_ + count;
  full_ = next_ + kStep - Token::kMaxCommands + 1;
  return true;
}

// Adds the commands from `at` to `stop`. Returns false, without adding any, if a bracket does not
// begin a well-formed command.
bool CommentLexer::add_commands(const char* at, const char* stop) {
  if (!has_room()) return false;
  CommentCommand* next = next_;
  const CommentCommand* const most = next + Token::kMaxCommands;
  for (at = find_bracket(at, stop); at != nullptr; at = find_bracket(at, stop)) {
    if (next == most) return false;
    at = read_command(at, *next++);
    if (at == nullptr) return false;
  }
  next_ = next;
  return true;
}

// Returns the start of the next game between `at` and `stop`, or `stop`. A game begins with a
// capitalized tag after an empty line, or with an Event tag on any line, or above a tag. Unless
// there is a hard boundary, the brace at `stop` closes the comment if no other comment begins
// before it.
const char* CommentLexer::game_inside(const char* at, const char* stop) const {
  const bool is_closed = stop != end_;
  const std::string_view inside(at, static_cast<std::size_t>(stop - at));
  const std::size_t last_brace = is_closed ? inside.rfind('{') : inside.npos;
  const char* const open = last_brace == inside.npos ? nullptr : at + last_brace;
  const char* first = nullptr;
  for (at = find_bracket(at, stop); at != nullptr; at = find_bracket(at + 1, stop)) {
    const bool is_capital = at[1] >= 'A' && at[1] <= 'Z';
    if (!is_capital || !is_line_start(begin_, at) || !is_tag_start(at, end_)) continue;
    const bool is_below_blank = is_below_empty_line(begin_, at);
    const bool is_event = is_event_tag(at);
    const char* game = at;
    if (!is_below_blank && !is_event) game = event_in_line_above(begin_, at);
    if (game == nullptr) continue;
    if (first == nullptr) first = game;
    const bool is_open = is_closed ? first < open : !horizon_.is_cut;
    if (is_open || (is_below_blank && is_event)) return first;
  }
  return stop;
}

// Like game_inside(), but searches up to the brace stored in the horizon.
const char* CommentLexer::game_on_horizon(const char* at) {
  if (at > horizon_.game) horizon_.game = game_inside(at, horizon_.brace);
  return horizon_.game;
}

// Returns an unclosed comment, without its commands. It ends before `game`, or at the end of the
// text.
LexedComment CommentLexer::unclosed(const char* game) const {
  return {
      .end = game, .signs = Token::kHasText | Token::kHasBracket, .first_command = command_count()};
}

LexedComment CommentLexer::any(const char* open) {
  const char* const inside = open + 1;
  const bool is_known = is_on_horizon(inside);
  if (is_known) {
    const char* const game = game_on_horizon(inside);
    if (game < horizon_.brace || game == end_) return unclosed(game);
  }
  CommentSigns signs;
  const char* const stop = find_comment_end(inside, end_, signs);
  if (!is_known && (signs.tag_line != nullptr || stop == end_)) {
    const char* const game = signs.tag_line == nullptr ? stop : game_inside(signs.tag_line, stop);
    horizon_.from = inside;
    horizon_.brace = stop;
    horizon_.game = game;
    if (game < stop || stop == end_) return unclosed(game);
  }
  LexedComment comment;
  comment.is_closed = true;
  comment.end = stop + 1;
  comment.first_command = command_count();
  const bool has_odd_bracket = signs.bracket && !add_commands(inside, stop);
  comment.command_count = command_count() - comment.first_command;
  comment.signs = Token::kHasText | (has_odd_bracket ? Token::kHasBracket : 0) |
                  (signs.open_brace ? Token::kHasBrace : 0) |
                  (signs.number ? Token::kHasNumber : 0);
  return comment;
}

}  // namespace arbiter
