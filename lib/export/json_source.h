// Games in JSON, converted to PGN. Games are built from JSON parser events;
// tools/docs/game.schema.json is the schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// Reads what JsonLayout writes: one array of games, or game after game. One game at a time is in
// memory. A game of more than kMaxGameSize bytes or kMaxMoves moves is rejected, as are members
// that are not in tools/docs/game.schema.json. Derived members ("uci", "clock", ...) are ignored.
// Reading stops at the first fault, which damage() describes with line and column; earlier games
// are read.
class JsonSource final : public ByteSource {
 public:
  static constexpr std::size_t kMaxGameSize = std::size_t{64} << 20;
  static constexpr std::size_t kMaxMoves = 1'000'000;

  // `source` must outlive this object.
  explicit JsonSource(ByteSource& source);
  ~JsonSource() override;

  std::size_t read(std::span<char> into) override;
  std::optional<std::string> damage() const override;
  bool is_cpu_bound() const override { return true; }

  std::uint64_t games() const;

 private:
  class Reader;

  std::unique_ptr<Reader> reader_;
  std::string pgn_;  // of the last game
  std::size_t given_ = 0;
};

struct JsonVariation;

// A move, or the text before the first move of a line.
struct JsonMove {
  std::string san = {};  // empty before the first move
  std::vector<std::uint32_t> nags = {};
  std::vector<std::string> comments = {};
  std::vector<JsonVariation> variations;
  std::vector<std::string> escapes = {};
  std::vector<std::string> words = {};
  std::string order = {};  // empty: the usual order
};

struct JsonVariation {
  JsonMove beginning = {};
  std::vector<JsonMove> moves = {};
};

struct JsonGame {
  std::vector<std::pair<std::string, std::string>> tags = {};
  JsonVariation main_line = {};
  std::string result = {};                // empty: none
  std::vector<std::string> between = {};  // only these lines, without a game
};

// Each returns why a string is invalid in its place; empty if it is valid. A valid string cannot
// end the game or begin another.
std::string fault_of_word(std::string_view word);  // a move, or another word of movetext
std::string fault_of_tag_name(std::string_view name);
std::string fault_of_order(const JsonMove& move);  // its "order", compared with its members

// Appends the game in PGN. Precondition: the three functions above find no fault.
void append_pgn(const JsonGame& game, std::string& pgn);

// Builds a game. Each function returns false if the game cannot be read; fault() is the reason.
class JsonReading final : public nlohmann::json_sax<nlohmann::json> {
 public:
  // The maximum nesting of values.
  static constexpr std::size_t kMaxDepth = 1000;

  // Starts a game, which is the next value.
  void start_game();

  const JsonGame& game() const { return game_; }
  const std::string& fault() const { return fault_; }

  // Returns the fault found by the parser, or an empty string.
  const std::string& syntax_error() const { return syntax_error_; }

  bool start_object(std::size_t) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override { return close(); }
  bool key(string_t& name) override;
  bool string(string_t& text) override;
  bool number_unsigned(number_unsigned_t number) override;
  bool null() override { return other_value(); }
  bool boolean(bool) override { return other_value(); }
  bool number_integer(number_integer_t) override { return other_value(); }
  bool number_float(number_float_t, const string_t&) override { return other_value(); }
  bool binary(binary_t&) override { return false; }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override;

 private:
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
  struct Frame {
    Member of;
    JsonVariation* line = nullptr;  // the variation that contains the value
    JsonMove* move = nullptr;       // the move that contains it
  };
  struct NamedMember {
    std::string_view name;
    Member member;
  };

  static std::span<const NamedMember> members_of(Member object);
  bool fail(std::string fault);
  bool expect(std::string_view what);
  bool other_value();
  // Returns the member whose value begins now.
  Member expected() const;
  bool ignore_nested();
  bool open(Member of, JsonVariation* line, JsonMove* move);
  bool close();
  bool end_move(const JsonMove& move);

  JsonGame game_;
  std::vector<Frame> open_;
  Member member_ = Member::Game;  // in the open object
  std::string tag_name_;
  std::size_t ignored_depth_ = 0;
  std::size_t moves_ = 0;
  std::string fault_;
  std::string syntax_error_;
};

}  // namespace arbiter
