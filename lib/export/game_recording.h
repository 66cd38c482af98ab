// A movetext kept to be told again, line by line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/export/movetext_sink.h"

namespace arbiter {

class GameRecording final : public MovetextSink {
 public:
  // Lines that would have more moves together are not divided.
  static constexpr std::uint64_t kMostMoves = 1'000'000;

  void clear();

  // The main line and each variation: 1 where they are too long together, and nothing is divided.
  std::size_t lines() const;

  // Tells one of them, the first is the main line. A variation is told from the start of the game:
  // the moves that lead to it, then its own with all that stands between them but variations.
  void tell(std::size_t line, MovetextSink& sink) const;

  void begin(const Position* start) override;
  void move(const WrittenMove& move) override;
  void word(std::string_view text) override { add(Kind::Word, text); }
  void nag(std::uint32_t number) override { add(Kind::Nag, {}, number); }
  void comment(std::string_view text) override { add(Kind::Comment, text); }
  void escape(std::string_view line) override { add(Kind::Escape, line); }
  void start_variation() override;
  void end_variation() override;

 private:
  enum class Kind : std::uint8_t { Move, Word, Nag, Comment, Escape, StartVariation, EndVariation };
  struct Event {
    Kind kind;
    std::uint32_t number = 0;  // of the NAG
    std::string text = {};
    WrittenMove move = {};  // but for its text and position
    std::optional<Position> after = {};
  };
  // The main line, or a variation.
  struct Line {
    std::size_t parent = 0;
    std::size_t moves_of_parent = 0;  // that come first
    std::vector<std::uint32_t> events = {};
    std::vector<std::uint32_t> moves = {};  // the moves among them
    std::uint64_t length = 0;               // of the way there and of the line
  };

  void add(Kind kind, std::string_view text, std::uint32_t number = 0);
  void tell_event(const Event& event, MovetextSink& sink) const;
  void tell_way(const Line& line, std::size_t moves, MovetextSink& sink) const;

  std::optional<Position> start_;
  std::vector<Event> events_;
  std::vector<Line> lines_;
  std::vector<std::size_t> open_;  // lines
  std::uint64_t moves_ = 0;        // of all lines together
};

}  // namespace arbiter
