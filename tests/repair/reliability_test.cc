// Checks whether repairs are correct as often as their percentages promise: games spoiled in ten
// ways, and a table of the results.
#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/repair/repair.h"
#include "tests/repair/spoiler.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

struct Kind {
  Spoiling spoiling;
  std::string_view name;
};
constexpr Kind kKinds[] = {
    {Spoiling::Letter, "another piece"},        {Spoiling::Square, "another square"},
    {Spoiling::Dropped, "a move missing"},      {Spoiling::Doubled, "a move twice"},
    {Spoiling::Swapped, "two moves swapped"},   {Spoiling::LookAlike, "a look-alike"},
    {Spoiling::Exchanged, "letters exchanged"}, {Spoiling::CutShort, "cut short"},
    {Spoiling::Page, "a page missing"},         {Spoiling::Column, "a column missing"},
};
constexpr int kBounds[] = {0, 10, 30, 50, 70, 80, 90, 95, 99, 101};  // percent
constexpr std::size_t kBins = std::size(kBounds) - 1;
constexpr std::size_t kSure = 6;  // the first bin of repairs that are applied

struct Count {
  int all = 0;
  int right = 0;
};

class Reader {
 public:
  explicit Reader(const std::string& pgn)
      : padded_(pgn + std::string(kTextPadding, '\0')),
        reader_({.text = std::string_view(padded_).substr(0, pgn.size())}, nobody_) {
    REQUIRE(reader_.next(game_));
  }
  const PgnGame& game() const { return game_; }

 private:
  CollectingSink nobody_{CodeSet()};
  std::string padded_;
  PgnReader reader_;
  PgnGame game_;
};

// The judge: compares the moves of the text one by one, and nothing else.
bool is_whole_game(const std::string& pgn, const WholeGame& game) {
  const Reader read(pgn);
  std::vector<Move> moves;
  Position position;
  for (const Token& token : read.game().tokens) {
    if (token.kind == TokenKind::Word) return false;
    if (token.kind != TokenKind::Move) continue;
    const SanResolution resolution = resolve(token.san(), position);
    if (resolution.status != SanStatus::Legal) return false;
    position.play(resolution.move);
    moves.push_back(resolution.move);
  }
  return moves == game.moves;
}

class Table {
 public:
  void add(const WholeGame& game, const Kind& kind, std::uint64_t seed) {
    const Numbering numbering = seed % 2 == 0 ? Numbering::AsPlayed : Numbering::AsWritten;
    const auto spoiled = spoil(game, {kind.spoiling, numbering, seed});
    if (!spoiled) return;
    ++games_;
    const Reader read(spoiled->pgn);
    const auto broken = find_repairs(read.game(), {});
    const auto row = static_cast<std::size_t>(&kind - kKinds);
    ++by_kind_[row].games;
    if (!broken) return;
    by_kind_[row].missing += broken->missing.has_value();
    if (broken->repairs.empty()) return;
    const Repair& repair = broken->repairs.front();
    const bool is_right = is_whole_game(repaired_text(read.game(), *broken, repair), game);
    std::size_t bin = 0;
    while (100 * repair.share >= kBounds[bin + 1]) ++bin;
    for (Count* count : {&by_kind_[row].bins[bin], &all_[bin]}) {
      ++count->all;
      count->right += is_right;
    }
  }

  void print() const {
    std::string text = fmt::format("{:18} {:>5} {:>5}", "", "games", "said");
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      text += fmt::format(" {:>9}", fmt::format("{}-{} %", kBounds[bin], kBounds[bin + 1] - 1));
    }
    text += '\n';
    for (std::size_t row = 0; row < std::size(kKinds); ++row) {
      text += fmt::format("{:18} {:5} {:5}", kKinds[row].name, by_kind_[row].games,
                          by_kind_[row].missing);
      text += cells(by_kind_[row].bins);
    }
    text += fmt::format("{:18} {:5} {:5}", "all", games_, "");
    text += cells(all_);
    std::fputs(text.c_str(), stdout);
  }

  Count sure() const {
    Count sum;
    for (std::size_t bin = kSure; bin < kBins; ++bin) {
      sum.all += all_[bin].all;
      sum.right += all_[bin].right;
    }
    return sum;
  }

  int games() const { return games_; }

 private:
  struct Row {
    int games = 0;
    int missing = 0;  // with a message about a missing page or column
    std::array<Count, kBins> bins{};
  };

  static std::string cells(const std::array<Count, kBins>& bins) {
    std::string text;
    for (const Count& count : bins) {
      text += fmt::format(" {:>9}",
                          count.all == 0 ? "." : fmt::format("{}/{}", count.right, count.all));
    }
    return text + '\n';
  }

  int games_ = 0;
  std::array<Row, std::size(kKinds)> by_kind_{};
  std::array<Count, kBins> all_{};
};

// The results of `count` games in all, each spoiled in one way after the other.
Table table_of(const std::vector<WholeGame>& games, std::size_t count) {
  Table table;
  for (std::size_t i = 0; i < count; ++i) {
    table.add(games[i % games.size()], kKinds[(i + i / games.size()) % std::size(kKinds)], i);
  }
  table.print();
  return table;
}

TEST_CASE("more than 97 % of repairs at 90 % and above are correct", "[reliability]") {
  const auto games = whole_games(testdata("tournament.pgn").string(), 1);
  const Table table = table_of(games, 300);
  const Count sure = table.sure();
  CHECK(table.games() > 270);
  CHECK(sure.all >= 90);
  CHECK(100 * sure.right >= 97 * sure.all);
}

TEST_CASE("in master games 97 % of repairs at 90 % and above are correct",
          "[reliability][corpus]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  const auto games = whole_games((*folder / "games" / "otb-players.pgn.zst").string(), 20);
  const std::size_t count = is_nightly() ? 3300 : 880;
  const Table table = table_of(games, count);
  const Count sure = table.sure();
  CHECK(10 * table.games() >= 9 * static_cast<int>(count));
  CHECK(2 * sure.all >= table.games());
  CHECK(100 * sure.right >= 97 * sure.all);
}

}  // namespace
}  // namespace arbiter::testing
