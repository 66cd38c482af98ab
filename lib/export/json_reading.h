// Puts a game together from what a JSON parser tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/export/json_game.h"

namespace arbiter {

// Each function returns false where the game cannot be read: fault() says why.
class JsonReading {
 public:
  // Values within values, at most.
  static constexpr std::size_t kDeepest = 1000;

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
