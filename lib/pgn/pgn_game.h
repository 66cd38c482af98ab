// Commands in comments: [%clk 0:10:00], [%eval 0.35,18], [%csl Ga4,Rb5] (PGN supplement 3.2 and the
// practice of playing sites).
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lib/notation/san.h"
#include "lib/pgn/tag_pair.h"

namespace arbiter {

enum class CommandKind : std::uint8_t {
  TimeLeft,        // clk: on the player's clock, after the move
  Elapsed,         // emt: used for the move
  ElapsedInGame,   // egt: used so far
  MechanicalTime,  // mct: what a mechanical clock shows
  Evaluation,      // eval: an engine's opinion, in pawns or moves to mate, and perhaps the depth
  Squares,         // csl: squares in colours
  Arrows,          // cal: arrows in colours
  Other,           // evp, tqu: known, but their values are not looked into
  Unknown,         // any other name
};

// How many numbers stand between the colons of a time.
enum class ClockForm : std::uint8_t {
  Full,     // h:mm:ss, the form of the standard
  Short,    // two: m:ss, or h:mm, which only the game can tell
  Seconds,  // one
};

// A name, and what it stands for.
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

constexpr bool tells_time(CommandKind kind) { return kind <= CommandKind::MechanicalTime; }

// A command whose value is well formed, and what it says. Without values of its own to begin with.
struct CommentCommand {
  std::uint32_t offset;        // of the "[" in the game's text
  std::uint32_t length;        // with both brackets
  std::uint32_t milliseconds;  // of one that tells a time; of a Short one as m:ss
  CommandKind kind;
  ClockForm form;     // of the time
  bool has_fraction;  // of a second

  // Whether the time is written "h:mm:ss".
  bool is_standard_time() const { return form == ClockForm::Full && !has_fraction; }
};
static_assert(sizeof(CommentCommand) == 16 && std::is_trivial_v<CommentCommand>);

// The words of movetext (PGN 7, 8.2).

enum class TokenKind : std::uint8_t {
  MoveNumber,      // "12." "12..." "12"
  Move,            // a move exactly as PGN 8.2.3 writes it, parsed: san()
  Word,            // any other symbol; perhaps a move in other spelling
  Suffix,          // ! ? !! !? ?! ?? (or a longer run) behind a move
  Nag,             // $14: number()
  BraceComment,    // { ... } with its braces; the closing one may be missing
  LineComment,     // ; to the end of the line
  Escape,          // % in column 1, to the end of the line
  VariationStart,  // (
  VariationEnd,    // )
  Result,          // 1-0 0-1 1/2-1/2 *
  Stray,           // one character that means nothing here: } ] < > " , ...
};

// 16 bytes; the text lies at `offset` of the game's text. Without values of its own
// to begin with: millions are made room for.
struct Token {
  std::uint32_t offset;
  std::uint32_t length;
  std::uint32_t payload;  // by kind: see below
  TokenKind kind;
  std::uint8_t dots;  // behind a MoveNumber; 255 for more. Of a BraceComment: command_count()

  // What a Move says.
  San san() const { return San::from_bits(payload); }

  // The value of a MoveNumber or a Nag; kHugeNumber where it is larger.
  std::uint32_t number() const { return payload; }
  static constexpr std::uint32_t kHugeNumber = 1'000'000'000;

  // Of a BraceComment: whether it has more than commands in it, and whether something in it wants
  // to be read with care: a "[" that begins none of its commands, a "{" or what may number a move
  // ("12.").
  bool has_text() const { return (payload & kHasText) != 0; }
  bool has_inner_sign() const { return (payload & (kHasBracket | kHasBrace | kHasNumber)) != 0; }
  static constexpr std::uint32_t kHasBracket = 1;
  static constexpr std::uint32_t kHasBrace = 2;
  static constexpr std::uint32_t kHasNumber = 4;
  static constexpr std::uint32_t kHasText = 8;

  // Of a BraceComment: the commands in it, as PgnGame::commands has them, if each is well formed;
  // else none.
  std::size_t command_count() const { return dots; }
  std::size_t first_command() const { return payload >> kCommandShift; }
  void set_commands(std::size_t first, std::size_t count) {
    payload |= static_cast<std::uint32_t>(first) << kCommandShift;
    dots = static_cast<std::uint8_t>(count);
  }
  static constexpr unsigned kCommandShift = 4;
  // Of a comment, and of a game; others are read with care.
  static constexpr std::size_t kMostCommands = 255;
  static constexpr std::size_t kMostOfGame = 1 << (32 - kCommandShift);
};

// Comments and escapes, which are no part of the moves.
constexpr bool is_remark(const Token& token) {
  return token.kind == TokenKind::BraceComment || token.kind == TokenKind::LineComment ||
         token.kind == TokenKind::Escape;
}

// Room for tokens and commands is not written to before they are.
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

// A game as written: its tags and the words of its movetext, in order, each with
// its place in the file. Nothing is left out, nothing is judged.

// One tag pair (PGN 8.1). Offsets are bytes from the start of the game's text.
struct PgnTag {
  std::string_view name;
  std::string_view value;          // between the quotes, as written: see unescape()
  std::uint32_t offset = 0;        // of the name
  std::uint32_t value_offset = 0;  // of the value
  KnownTag known = KnownTag::Other;
};

// Views point into the reader's text and live until it reads on.
struct PgnGame {
  // Beside those of the roster, which writers add. Tags beyond are text among the tags: see
  // damaged_tags().
  static constexpr std::size_t kMostTags = 1000;

  std::string_view text;     // from the first byte of the game to behind its last
  std::uint64_t offset = 0;  // of the text in the (decompressed) file, in bytes
  std::uint64_t number = 0;  // in the file, from 1
  std::vector<PgnTag> tags;
  Tokens tokens;
  CommentCommands commands;  // of all comments: see commands_of()
  bool has_variations = false;
  bool has_words = false;      // tokens that are a Word
  bool has_set_aside = false;  // a comment that begins with kUnreadable
  // Where moves that were set aside begin: see ended_line().
  std::vector<std::uint32_t> line_ends;

  std::string_view text_of(const Token& token) const {
    return text.substr(token.offset, token.length);
  }

  // The commands of a brace comment, in order, if each is well formed; else none, and the comment
  // has_inner_sign().
  std::span<const CommentCommand> commands_of(const Token& comment) const {
    return {commands.data() + comment.first_command(), comment.command_count()};
  }
  std::string_view text_of(const CommentCommand& command) const {
    return text.substr(command.offset, command.length);
  }

  // The last word is a comment that no brace closes.
  bool ends_in_open_comment() const {
    return !tokens.empty() && tokens.back().kind == TokenKind::BraceComment &&
           !text_of(tokens.back()).ends_with('}');
  }

  // The first tag of that name, or null.
  const PgnTag* tag(KnownTag known) const {
    for (const PgnTag& candidate : tags) {
      if (candidate.known == known) return &candidate;
    }
    return nullptr;
  }
  const PgnTag* tag(std::string_view name) const {
    for (const PgnTag& candidate : tags) {
      if (candidate.name == name) return &candidate;
    }
    return nullptr;
  }
};

}  // namespace arbiter
