#include "lib/repair/file_repair.h"

#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text_scan.h"
#include "lib/base/threads.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/validate/other_content.h"

namespace arbiter {
namespace {

// The maximum number of repairs in one game, which has as many words like Rfl.
constexpr std::uint32_t kMaxRepairs = 200;

// Reads a text as one game; nothing if it does not contain exactly one.
class GameOfText {
 public:
  explicit GameOfText(std::string text) : games_(read_games(std::move(text), nobody_)) {
    PgnGame more;
    is_one_ = games_.next(game_) && !games_.next(more);
  }
  const PgnGame* game() const { return is_one_ ? &game_ : nullptr; }

 private:
  CollectingSink nobody_{CodeSet()};
  GamesInText games_;
  PgnGame game_;
  bool is_one_ = false;
};

// Returns whether the last game of `text` has this size.
bool ends_with_game(std::string text, std::size_t size) {
  CollectingSink nobody{CodeSet()};
  GamesInText games = read_games(std::move(text), nobody);
  std::size_t last = 0;
  for (PgnGame game; games.next(game);) last = game.text.size();
  return last == size;
}

// Returns the place of the end of `text`, which begins at `start`.
Place place_after(const Place& start, std::string_view text) {
  const std::size_t line_end = text.find_last_of("\r\n");
  const bool is_same_line = line_end == std::string_view::npos;
  const std::string_view last_line = is_same_line ? text : text.substr(line_end + 1);
  return {start.line + count_line_breaks(text),
          (is_same_line ? start.column : 1) + count_code_points(last_line)};
}

struct FoundGame {
  BrokenGameInFile in_file;
  std::uint32_t applied = 0;
};

// A chunk with its repairs. Numbers of games and lines count from its start.
struct RepairedChunk {
  TextChunk chunk;  // games view its bytes
  FileRepairTotals totals = {};
  std::vector<FoundGame> found = {};
  std::vector<TextChange> changes = {};
};

class ChunkRepair {
 public:
  // `games_before` is the number of games before the chunk, if options.only_game needs it.
  ChunkRepair(RepairedChunk& chunk, const FileRepairOptions& options, std::uint64_t games_before)
      : chunk_(chunk),
        source_(chunk.chunk.source),
        options_(options),
        games_before_(games_before) {}

  void run() {
    CollectingSink nobody{CodeSet()};
    PgnReader reader(source_, nobody);
    PgnGame game;
    while (reader.next(game)) {
      game.number = ++chunk_.totals.games;
      const std::uint64_t number = games_before_ + game.number;
      if (options_.only_game.value_or(number) == number) visit(game);
    }
  }

 private:
  Place place_of(const PgnGame& game, const RepairMove& move) const {
    return place_after(before_, source_.text.substr(counted_, game.tokens[move.token].offset));
  }

  // Returns whether an unclosed comment before the game would swallow it after the repair: the
  // comment ends only at the next game. Text that was checked once is not checked again.
  bool is_swallowed(std::size_t start, const std::string& repaired) {
    const std::string_view before = source_.text.substr(sound_, start - sound_);
    const std::size_t open = before.rfind('{');
    const std::size_t close = before.rfind('}');
    constexpr std::size_t kNone = std::string_view::npos;
    if (open != kNone && (close == kNone || open > close)) {
      const bool is_known = swallowed_ && (close == kNone || sound_ + close < *swallowed_);
      if (is_known || !ends_with_game(std::string(before) + repaired, repaired.size())) {
        swallowed_ = start;
        return true;
      }
    }
    sound_ = start;
    return false;
  }

  void visit(const PgnGame& game) {
    auto broken = find_repairs(game, options_.repair);
    if (!broken) return;
    ++chunk_.totals.broken;
    const std::size_t start = game.offset - source_.offset;
    before_ = place_after(before_, source_.text.substr(counted_, start - counted_));
    counted_ = start;
    const auto& moves = broken->line.moves;
    BrokenGameInFile found{.text = std::string(game.text),
                           .game = game,
                           .place = place_of(game, moves[broken->broken])};
    for (const Repair& repair : broken->repairs) {
      found.changes.push_back(place_of(game, moves[repair.at]));
    }
    auto repaired = repaired_game(game, *broken, options_);
    if (repaired && is_swallowed(start, repaired->text)) repaired.reset();
    found.broken = *std::move(broken);
    chunk_.found.push_back({std::move(found), repaired ? repaired->repairs : 0});
    if (!repaired) return;
    ++chunk_.totals.changed;
    chunk_.totals.repaired += repaired->is_legal ? 1 : 0;
    chunk_.changes.push_back({start, game.text.size(), std::move(repaired->text)});
  }

  RepairedChunk& chunk_;
  const PgnText& source_;
  const FileRepairOptions& options_;
  std::uint64_t games_before_;
  Place before_;                               // the place of `counted_` in the chunk
  std::size_t counted_ = 0;                    // an offset in the text
  std::size_t sound_ = 0;                      // no comment opened before here is still open
  std::optional<std::size_t> swallowed_ = {};  // the last game that a comment would swallow
};

}  // namespace

std::optional<RepairedGame> repaired_game(const PgnGame& game, const BrokenGame& broken,
                                          const FileRepairOptions& options) {
  const std::uint64_t number = options.named.value_or(1);
  if (number > broken.repairs.size()) return std::nullopt;
  RepairedGame repaired{.text = repaired_text(game, broken, broken.repairs[number - 1]),
                        .repairs = 1};
  if (options.named) {
    const GameOfText read(repaired.text);
    repaired.is_legal = read.game() != nullptr && !find_repairs(*read.game(), options.repair);
    return repaired;
  }
  const Repair* next = &broken.repairs.front();
  std::optional<BrokenGame> again;
  while (next->share >= options.min_share && repaired.repairs <= kMaxRepairs) {
    const GameOfText read(repaired.text);
    if (read.game() == nullptr) return std::nullopt;
    again = find_repairs(*read.game(), options.repair);
    repaired.is_legal = !again;
    if (!again) return repaired;
    if (again->repairs.empty()) return std::nullopt;
    next = &again->repairs.front();
    repaired.text = repaired_text(*read.game(), *again, *next);
    ++repaired.repairs;
  }
  return std::nullopt;
}

Result<FileRepairTotals> repair_file(ByteSource& source, const FileRepairOptions& options,
                                     FileRepairListener& listener) {
  FileRepairTotals totals;
  TextChunks chunks(source);
  TextChunk next;
  bool has_next = chunks.next(next);
  if (has_next) {
    if (const auto other = find_other_content(next, chunks)) {
      return Error{"it is " + other->description()};
    }
  }
  std::uint64_t lines = 0;
  const auto take = [&]() -> std::optional<TextChunk> {
    if (!has_next) return std::nullopt;
    TextChunk chunk = std::exchange(next, {});
    has_next = chunks.next(next);
    return chunk;
  };
  const auto repair = [&](unsigned /*worker*/, TextChunk& chunk) {
    RepairedChunk repaired{std::move(chunk)};
    ChunkRepair(repaired, options, options.only_game ? totals.games : 0).run();
    return repaired;
  };
  const auto receive = [&](RepairedChunk repaired) {
    for (auto& [game, applied] : repaired.found) {
      game.game.text = game.text;
      game.game.number += totals.games;
      game.place.line += lines;
      for (Place& change : game.changes) change.line += lines;
      listener.on_broken(game, applied);
    }
    const std::string_view text = repaired.chunk.source.text;
    listener.on_chunk(text, repaired.changes);
    lines += count_line_breaks(text);
    totals.games += repaired.totals.games;
    totals.broken += repaired.totals.broken;
    totals.repaired += repaired.totals.repaired;
    totals.changed += repaired.totals.changed;
  };
  run_in_order(options.only_game ? 1 : options.jobs, take, repair, receive);
  return totals;
}

}  // namespace arbiter
