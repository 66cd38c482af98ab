// A game as written: tags, tokens, and commands in comments. The list of known tags contains the
// seven tag roster (PGN 8.1.1), the supplemental tags (PGN 9) and tags of the large servers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lib/notation/san.h"

namespace arbiter {

// The first seven are the roster, in its order.
// clang-format off
enum class KnownTag : std::uint8_t {
  Event, Site, Date, Round, White, Black, Result,
  WhiteTitle, BlackTitle, WhiteElo, BlackElo, WhiteUscf, BlackUscf,
  WhiteFideId, BlackFideId, WhiteTeam, BlackTeam, WhiteNa, BlackNa, WhiteType, BlackType,
  EventDate, EventSponsor, Section, Stage, Board,
  Opening, Variation, SubVariation, Eco, Nic,
  Time, UtcTime, UtcDate, TimeControl,
  SetUp, Fen, Termination, Annotator, Mode, PlyCount, Variant,
  WhiteClock, BlackClock, Clock,
  Other,
};
// clang-format on

inline constexpr std::size_t kRosterSize = 7;
inline constexpr std::size_t kKnownTagCount = static_cast<std::size_t>(KnownTag::Other);

// Returns the spelling of the standard: "Event", "ECO", "UTCDate".
std::string_view to_string(KnownTag tag);

// Returns the tag with exactly that name; Other for unknown names.
KnownTag known_tag(std::string_view name);

// Returns the tag with that name, ignoring case: "Setup" gives SetUp.
KnownTag known_tag_ignoring_case(std::string_view name);

// Return the length of the quotation mark at the start or end of the text: straight, single, curly,
// or angular; 0 if there is none.
std::size_t quote_length(std::string_view text);
std::size_t last_quote_length(std::string_view text);

// Returns the value of a quoted string (PGN 7), in which \" is a quotation mark and \\ a backslash.
// Any other backslash is kept.
std::string unescape(std::string_view written);

// Returns the value of a tag as written in UTF-8: decoded like decode_text(), then without escapes.
// A line end in the value becomes a space.
std::string utf8_value(std::string_view written);

// Returns the value with quotes, as PGN writes it. Characters that PGN strings cannot contain
// (tabs, line ends and other control characters) become spaces. unescape() restores any other
// value.
std::string quote(std::string_view value);

enum class CommandKind : std::uint8_t {
  TimeLeft,        // clk: time on the player's clock after the move
  Elapsed,         // emt: time used for the move
  ElapsedInGame,   // egt: time used so far
  MechanicalTime,  // mct: time shown by a mechanical clock
  Evaluation,      // eval: an engine's evaluation, in pawns or moves to mate, optionally with depth
  Squares,         // csl: coloured squares
  Arrows,          // cal: coloured arrows
  Other,           // evp, tqu: known, but their values are not parsed
  Unknown,         // any other name
};

// The form of a time: the number of its parts.
enum class ClockForm : std::uint8_t {
  Full,     // h:mm:ss, the form of the standard
  Short,    // m:ss or h:mm, which only the rest of the game can decide
  Seconds,  // seconds only
};

// A command name and its meaning. Commands: [%clk 0:10:00], [%eval 0.35,18], [%csl Ga4,Rb5] (PGN
// supplement 3.2 and the practice of playing sites).
struct NamedCommand {
  std::string_view name;
  CommandKind kind;
};
inline constexpr NamedCommand kNamedCommands[] = {
    {"clk", CommandKind::TimeLeft},       {"eval", CommandKind::Evaluation},
    {"emt", CommandKind::Elapsed},        {"csl", CommandKind::Squares},
    {"cal", CommandKind::Arrows},         {"egt", CommandKind::ElapsedInGame},
    {"mct", CommandKind::MechanicalTime}, {"evp", CommandKind::Other},
    {"tqu", CommandKind::Other},
};

constexpr CommandKind command_kind(std::string_view name) {
  for (const NamedCommand& row : kNamedCommands) {
    if (row.name == name) return row.kind;
  }
  return CommandKind::Unknown;
}

constexpr bool is_time_command(CommandKind kind) { return kind <= CommandKind::MechanicalTime; }

// A command with a well-formed value. Not initialized, since space for millions is reserved.
struct CommentCommand {
  std::uint32_t offset;        // offset of the "[" in the game's text
  std::uint32_t length;        // length including both brackets
  std::uint32_t milliseconds;  // the time; the Short form is read as m:ss
  CommandKind kind;
  ClockForm form;     // form of the time
  bool has_fraction;  // fractions of a second

  // Checks for the form "h:mm:ss".
  bool is_standard_time() const { return form == ClockForm::Full && !has_fraction; }
};
static_assert(sizeof(CommentCommand) == 16 && std::is_trivial_v<CommentCommand>);

enum class TokenKind : std::uint8_t {
  MoveNumber,      // "12." "12..." "12"
  Move,            // a move exactly as in PGN 8.2.3, parsed: san()
  Word,            // any other symbol, possibly a move in another spelling
  Suffix,          // ! ? !! !? ?! ?? (or a longer run) after a move
  Nag,             // $14, and equivalent signs, such as ±: number()
  DrawOffer,       // (=)
  ElapsedTime,     // (0:05)
  BraceComment,    // { ... } with its braces; the closing one may be missing
  LineComment,     // ; to the end of the line
  Escape,          // % in column 1, to the end of the line
  VariationStart,  // (
  VariationEnd,    // )
  Result,          // 1-0 0-1 1/2-1/2 *
  Stray,           // one misplaced character: } ] < > " , ...
};

// A token of movetext (PGN 7, 8.2): 16 bytes; its text begins at `offset` in the game's text. Not
// initialized, since space for millions is reserved.
struct Token {
  std::uint32_t offset;
  std::uint32_t length;
  std::uint32_t payload;  // depends on the kind: see below
  TokenKind kind;
  std::uint8_t dots;  // MoveNumber: number of dots, at most 255; other kinds: see is_plain_move(),
                      // command_count()

  San san() const { return San::from_bits(payload); }
  // Checks for a Move that the lexer has determined to be plain, see San::is_plain().
  bool is_plain_move() const { return kind == TokenKind::Move && dots == kPlainMove; }
  static constexpr std::uint8_t kPlainMove = 1;

  // Returns the value of a MoveNumber or a Nag; kHugeNumber if it is larger.
  std::uint32_t number() const { return payload; }
  static constexpr std::uint32_t kHugeNumber = 1'000'000'000;

  // For a MoveNumber: returns the number of half-moves before the move.
  std::int64_t plies_before() const {
    return 2 * (std::int64_t{number()} - 1) + (dots >= 2 ? 1 : 0);
  }

  // For a BraceComment: checks for text other than commands, and for suspicious signs. These are a
  // "[" outside of well-formed commands, a "{", and a possible move number ("12.").
  bool has_text() const { return (payload & kHasText) != 0; }
  bool has_inner_sign() const { return (payload & (kHasBracket | kHasBrace | kHasNumber)) != 0; }
  static constexpr std::uint32_t kHasBracket = 1;
  static constexpr std::uint32_t kHasBrace = 2;
  static constexpr std::uint32_t kHasNumber = 4;
  static constexpr std::uint32_t kHasText = 8;

  // For a BraceComment: returns the number of its commands, if all are well formed; otherwise 0.
  std::size_t command_count() const { return dots; }
  std::size_t first_command() const { return payload >> kCommandShift; }
  void set_commands(std::size_t first, std::size_t count) {
    payload |= static_cast<std::uint32_t>(first) << kCommandShift;
    dots = static_cast<std::uint8_t>(count);
  }
  static constexpr unsigned kCommandShift = 4;
  // The maximum number of commands in a comment and in a game; command_fault() handles further
  // commands.
  static constexpr std::size_t kMaxCommands = 255;
  static constexpr std::size_t kMaxCommandsOfGame = 1 << (32 - kCommandShift);
};

// Checks for comments and escapes, which are not part of the moves.
constexpr bool is_remark(const Token& token) {
  return token.kind == TokenKind::BraceComment || token.kind == TokenKind::LineComment ||
         token.kind == TokenKind::Escape;
}

// An allocator that leaves tokens and commands uninitialized.
template <class T>
struct UnfilledAllocator : std::allocator<T> {
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
};
using Tokens = std::vector<Token, UnfilledAllocator<Token>>;

using CommentCommands = std::vector<CommentCommand, UnfilledAllocator<CommentCommand>>;

static_assert(sizeof(San) == 4 && sizeof(Token) == 16 && std::is_trivial_v<Token>);

// A tag pair (PGN 8.1). Offsets are bytes from the start of the game's text.
struct PgnTag {
  std::string_view name;           // as written, but a known name has its own capitals
  std::string_view value;          // text between the quotes as written; see unescape()
  std::uint32_t offset = 0;        // offset of the name
  std::uint32_t value_offset = 0;  // offset of the value
  KnownTag known = KnownTag::Other;
};

// A game as written: its tags and tokens in order, complete and uninterpreted. Views refer to the
// reader's text and are valid until it reads the next game.
struct PgnGame {
  // The maximum number of tags in addition to the roster. Further tags are treated as text between
  // tags: see damaged_tags().
  static constexpr std::size_t kMaxTags = 1000;

  std::string_view text;     // the text from the first byte of the game to its last
  std::uint64_t offset = 0;  // byte offset of the text in the (decompressed) file
  std::uint64_t number = 0;  // game number in the file, from 1
  std::vector<PgnTag> tags;
  Tokens tokens;
  CommentCommands commands;  // commands of all comments: see commands_of()
  bool has_variations = false;
  bool has_words = false;       // has Word tokens
  bool has_set_aside = false;   // a comment that begins with kUnreadable
  bool has_raised_one = false;  // has a superscript 1: a footnote or a sign
  bool has_two_boards = false;  // its moves are numbered as in bughouse: "1A." "1a."
  // Offset of the first non-ASCII space or invisible character.
  std::optional<std::uint32_t> unicode_blank;
  // The beginnings of moves that were set aside: see ended_line().
  std::vector<std::uint32_t> line_ends;

  std::string_view text_of(const Token& token) const {
    return text.substr(token.offset, token.length);
  }

  // Returns the commands of a brace comment in order if all are well formed; otherwise none, and
  // has_inner_sign() is true.
  std::span<const CommentCommand> commands_of(const Token& comment) const {
    return {commands.data() + comment.first_command(), comment.command_count()};
  }
  std::string_view text_of(const CommentCommand& command) const {
    return text.substr(command.offset, command.length);
  }

  // Checks whether the last token is a comment without a closing brace.
  bool ends_in_open_comment() const {
    return !tokens.empty() && tokens.back().kind == TokenKind::BraceComment &&
           !text_of(tokens.back()).ends_with('}');
  }

  // Returns the first tag of that name, or null.
  const PgnTag* tag(KnownTag known) const {
    const auto found = std::ranges::find(tags, known, &PgnTag::known);
    return found == tags.end() ? nullptr : &*found;
  }
  const PgnTag* tag(std::string_view name) const {
    const auto found = std::ranges::find(tags, name, &PgnTag::name);
    return found == tags.end() ? nullptr : &*found;
  }
};

}  // namespace arbiter
