#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/movetext/movetext_reading.h"
#include "lib/notation/fen.h"
#include "lib/pgn/reader.h"
#include "tests/pgn/mutations.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Records the events of a game, and their positions.
template <bool kPlainLines>
class EventRecorder : public MovetextListener<EventRecorder<kPlainLines>> {
 public:
  EventRecorder() : MovetextListener<EventRecorder>(std::nullopt) {}

  std::vector<std::string> run(const PgnGame& game, const Position& start) {
    this->read(game, start);
    return std::move(events_);
  }

 private:
  friend class MovetextReader<EventRecorder>;

  static constexpr bool kReadsPlainLines = kPlainLines;

  void add(std::string event, const Token& token) {
    event += ' ' + std::to_string(this->index_of(token)) + ' ' + fen_of(this->position());
    if (this->keeps_position_before_last()) event += fen_of(this->position_before_last());
    event += this->has_move() ? "" : " first";
    events_.push_back(std::move(event));
  }
  void played(const Token& token, San san, Move move) {
    add("move " + std::to_string(san.bits()) + ' ' + std::to_string(move.bits()), token);
  }
  std::optional<Position> illegal_move(const Token& token, San, const NamedMove*) {
    add("illegal", token);
    return std::nullopt;
  }
  void garbled_move(const Token& token, std::string_view) { add("garbled", token); }
  void deviating_move(const Token& token, San, const SanResolution&) { add("deviates", token); }
  void nonstandard_move(const Token& token, const NamedMove&) { add("other spelling", token); }
  void null_move(const Token& token, const NamedMove&) { add("null", token); }
  void unreadable_word(const Token& token, std::string_view) { add("unread", token); }
  void sheet_fault(const Token& token, const MendedToken&) { add("fault", token); }
  void number(const Token& token) { add("number", token); }
  void brace_comment(const Token& token) { add("comment", token); }
  void suffix(const Token& token) { add("suffix", token); }
  void unplayed(const Token& token) { add("unplayed", token); }
  VariationUse variation(const Token& token) {
    add("variation", token);
    return VariationUse::Read;
  }
  void variation_closing(std::uint32_t, const Token& close) { add("closing", close); }

  std::vector<std::string> events_;
};

// Compares the events of all games, and returns the number of moves.
std::size_t compare(const std::string& text) {
  const PaddedText padded(text);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(padded.source(), nobody);
  PgnGame game;
  std::size_t moves = 0;
  while (reader.next(game)) {
    CAPTURE(game.text);
    const auto fast = EventRecorder<true>().run(game, Position());
    REQUIRE(fast == EventRecorder<false>().run(game, Position()));
    for (const std::string& event : fast) moves += event.starts_with("move") ? 1 : 0;
  }
  return moves;
}

TEST_CASE("plain lines give the events of reading token by token", "[movetext]") {
  std::mt19937 chance(20261128);
  std::size_t moves = 0;
  for (const std::string& text : sample_files()) {
    moves += compare(text);
    for (int round = 0; round < 40; ++round) moves += compare(mutated(text, chance));
  }
  CHECK(moves > 1'000);
}

}  // namespace
}  // namespace arbiter::testing
