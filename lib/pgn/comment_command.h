// Commands in comments: [%clk 0:10:00], [%eval 0.35,18], [%csl Ga4,Rb5] (PGN supplement 3.2 and the
// practice of playing sites).
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

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

CommandKind command_kind(std::string_view name);

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

}  // namespace arbiter
