#include "tools/commands/laws/marks_in_game.h"

#include <memory>
#include <utility>

#include "lib/diagnostics/sink.h"
#include "lib/export/game_export.h"
#include "lib/export/game_layout.h"
#include "lib/pgn/reader.h"

namespace arbiter {
namespace {

// Hears a game, and writes nothing.
class MarksReader final : public GameLayout, private MovetextSink {
 public:
  MarksReader(std::size_t ply, BoardMarks& marks) : ply_(ply), marks_(marks) {}

  MovetextSink& start_game() override { return *this; }
  void finish_game(const FinishedGame&, std::string&) override {}

 private:
  void begin(const Position*) override {}
  void move(const WrittenMove&) override { plies_ += depth_ == 0 ? 1 : 0; }
  void word(std::string_view) override {}
  void nag(std::uint32_t) override {}
  void comment(std::string_view text) override {
    if (depth_ == 0 && plies_ == ply_) add_marks(text, marks_);
  }
  void escape(std::string_view) override {}
  void start_variation() override { ++depth_; }
  void end_variation() override { --depth_; }

  std::size_t ply_;
  BoardMarks& marks_;
  std::size_t plies_ = 0;  // of the main line
  std::size_t depth_ = 0;  // variations that are open
};

}  // namespace

BoardMarks marks_at(std::string pgn, std::size_t ply) {
  BoardMarks marks;
  GameExporter exporter(std::make_unique<MarksReader>(ply, marks));
  CollectingSink nobody{CodeSet()};
  const std::size_t size = pgn.size();
  pgn.append(kTextPadding, '\0');
  PgnReader reader({.text = std::string_view(pgn).substr(0, size)}, nobody);
  PgnGame game;
  std::string nothing;
  if (reader.next(game)) exporter.append(game, nothing);
  return marks;
}

}  // namespace arbiter
