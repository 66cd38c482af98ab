// A game in JSON, built from the events of a JSON parser; tools/docs/game.schema.json describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

// The letters of "order", a member for unusual orders after a move. The usual order is all NAGs,
// then all comments, variations, escapes and words.
inline constexpr std::string_view kJsonOrder = "NCVEW";

struct JsonVariation;

// A move, or the beginning of a line.
struct JsonMove {
  std::string san = {};  // empty: the beginning
  std::vector<std::uint32_t> nags = {};
  std::vector<std::string> comments = {};
  std::vector<JsonVariation> variations;
  std::vector<std::string> escapes = {};
  std::vector<std::string> words = {};
  std::string order = {};  // empty: by kind
};

struct JsonVariation {
  JsonMove beginning = {};
  std::vector<JsonMove> moves = {};
};

struct JsonGame {
  std::vector<std::pair<std::string, std::string>> tags = {};
  JsonVariation main_line = {};
  std::string result = {};                // empty: none
  std::vector<std::string> between = {};  // these lines alone, and no game
};

// Return the fault of a text at its place in a game; empty if there is none. Texts without a fault
// cannot end the game or begin another.
std::string fault_of_word(std::string_view word);  // a move, or another word of movetext
std::string fault_of_tag_name(std::string_view name);
std::string fault_of_order(const JsonMove& move);  // its "order" against what it has

// Appends the game in PGN. Precondition: the three functions above find no fault.
void append_pgn(const JsonGame& game, std::string& pgn);

// Builds a game. Each function returns false if the game cannot be read; fault() is the reason.
class JsonReading {
 public:
  // The maximum nesting of values.
  static constexpr std::size_t kMaxDepth = 1000;

  // Starts a game, which is the next value.
  void start_game();

  const JsonGame& game() const { return game_; }
  const std::string& fault() const { return fault_; }

  bool begin_object();
  bool end_object();
  bool begin_array();
  bool end_array() { return close(); }
  bool key(const std::string& name);
  bool text(std::string&& text);
  bool number(std::uint64_t number);
  // Reads null, true, false or another number.
  bool other_value();

 private:
  // The meaning of a value.
  enum class Member : std::uint8_t {
    Game,
    Tags,
    TagValue,
    Moves,
    Move,
    San,
    Variations,
    Variation,
    Nags,
    Comments,
    Escapes,
    Words,
    Order,
    Result,
    Between,
    Ignored,
  };
  // An open object or array.
  struct Frame {
    Member of;
    JsonVariation* line = nullptr;  // that the value is in
    JsonMove* move = nullptr;       // the same
  };
  struct NamedMember {
    std::string_view name;
    Member member;
  };

  static std::span<const NamedMember> members_of(Member object);
  bool fail(std::string fault);
  bool expect(std::string_view what);
  // Returns the meaning of the value that begins now.
  Member expected() const;
  bool ignore_nested();
  bool open(Member of, JsonVariation* line, JsonMove* move);
  bool close();
  bool end_move(const JsonMove& move);

  JsonGame game_;
  std::vector<Frame> open_;
  Member member_ = Member::Game;  // in the object that is open
  std::string tag_name_;
  std::size_t ignored_depth_ = 0;
  std::size_t moves_ = 0;
  std::string fault_;
};

}  // namespace arbiter
