// Puts a game together from what a JSON parser tells.
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

// The letters of "order", a member that is there where what follows a move does not follow by
// kind: first all NAGs, then all comments, variations, escapes and words.
inline constexpr std::string_view kJsonOrder = "NCVEW";

struct JsonVariation;

// A move, or what stands before the first one of a line.
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

// What is wrong with a text at its place in a game; empty: nothing. So checked, no text can end
// the game or begin another.
std::string fault_of_word(std::string_view word);  // a move, or another word of movetext
std::string fault_of_tag_name(std::string_view name);
std::string fault_of_order(const JsonMove& move);  // its "order" against what it has

// Appends the game in PGN. Precondition: the three above find no fault.
void append_pgn(const JsonGame& game, std::string& pgn);

// Each function returns false where the game cannot be read: fault() says why.
class JsonReading {
 public:
  // Values within values, at most.
  static constexpr std::size_t kMaxDepth = 1000;

  // The next value is a game.
  void start_game();

  const JsonGame& game() const { return game_; }
  const std::string& fault() const { return fault_; }

  bool begin_object();
  bool end_object();
  bool begin_array();
  bool end_array();
  bool key(const std::string& name);
  bool text(std::string&& text);
  bool number(std::uint64_t number);
  // null, true, false, other numbers.
  bool other_value();

 private:
  // What a value is of.
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
  // A value that is open: an object or an array.
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
  // Of the value that begins now.
  Member expected() const;
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
