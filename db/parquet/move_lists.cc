#include "db/parquet/move_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "lib/base/numbers.h"
#include "lib/export/movetext_sink.h"
#include "lib/notation/fen.h"

namespace arbiter {
namespace {

constexpr char kSeparator = '\t';
constexpr std::string_view kUnknown = "-";

// Writes the FEN, then for each move its SAN, UCI, clock in milliseconds, evaluation and mate.
class MoveListLayout final : public GameLayout, private MovetextSink {
 public:
  MovetextSink& start_game() override {
    line_.clear();
    depth_ = 0;
    has_move_ = false;
    return *this;
  }

  void finish_game(const FinishedGame&, std::string& text) override {
    end_move();
    text.append(line_) += '\n';
  }

 private:
  void begin(const Position* start) override {
    castling_ = castling_in_uci(start);
    if (start != nullptr) line_ = fen_of(*start);
  }

  void move(const WrittenMove& move) override {
    if (depth_ > 0) return;
    end_move();
    has_move_ = true;
    values_ = {};
    line_ += kSeparator;
    line_ += move.san;
    line_ += kSeparator;
    line_ += move.move ? uci_of(*move.move, move.color, castling_) : "0000";
  }

  // Appends the values of the last move.
  void end_move() {
    if (!std::exchange(has_move_, false)) return;
    const auto add = [this](const auto& value) {
      line_ += kSeparator;
      if (!value) {
        line_ += kUnknown;
      } else {
        fmt::format_to(std::back_inserter(line_), "{}", *value);
      }
    };
    add(values_.clock ? std::optional(values_.clock->count()) : std::nullopt);
    add(values_.evaluation);
    add(values_.mate);
  }

  void comment(std::string_view text) override {
    if (depth_ == 0) add_values(text, values_);
  }

  void word(std::string_view) override {}
  void nag(std::uint32_t) override {}
  void escape(std::string_view) override {}
  void start_variation() override { ++depth_; }
  void end_variation() override { --depth_; }

  std::string line_;
  UciCastling castling_ = UciCastling::KingsSquare;
  std::size_t depth_ = 0;
  bool has_move_ = false;
  CommentValues values_;
};

std::int64_t bits_of(double number) { return std::bit_cast<std::int64_t>(number); }

}  // namespace

std::unique_ptr<GameLayout> move_list_layout() { return std::make_unique<MoveListLayout>(); }

void read_move_lists(std::string_view line, MoveLists& lists) {
  constexpr double kMilliseconds = 1000;
  lists = {};
  const auto next = [&line] {
    const std::string_view word = line.substr(0, line.find(kSeparator));
    line.remove_prefix(std::min(line.size(), word.size() + 1));
    return word;
  };
  lists.fen = next();
  while (!line.empty()) {
    lists.san.push_back(next());
    lists.uci.push_back(next());
    std::optional<std::int64_t>& clock = lists.clocks.emplace_back();
    if (const auto time = parse_number<std::int64_t>(next())) {
      clock = bits_of(static_cast<double>(*time) / kMilliseconds);
    }
    std::optional<std::int64_t>& evaluation = lists.evaluations.emplace_back();
    if (const auto pawns = parse_number<double>(next())) evaluation = bits_of(*pawns);
    lists.mates.push_back(parse_number<std::int64_t>(next()));
  }
}

}  // namespace arbiter
