// What is asked of a store of games, whatever keeps them. Commands and the importer know nothing
// else; open_storage.h says which stores there are.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/model/find_query.h"
#include "db/model/game_draft.h"
#include "db/model/game_filter.h"
#include "db/model/game_statistics.h"
#include "db/model/game_stream.h"
#include "db/model/integrity_report.h"
#include "db/model/opening_tree.h"
#include "db/model/question_cost.h"
#include "db/model/source.h"
#include "db/model/source_replacement.h"

namespace arbiter {

// Whether erase() may take more than half of the games.
enum class EraseLimit : std::uint8_t { None, HalfOfAll };

struct Erasure {
  std::uint64_t fitting = 0;  // games that fit
  std::uint64_t erased = 0;   // all of them, or none because of the limit
  std::uint64_t left = 0;     // afterwards
};

// Games by their numbers, each once.
struct ChosenGames {
  std::vector<GameId> games;
  std::vector<GameId> kept = {};  // that have what is lost with `games`
};

// Games are numbered from 1 as they are added. A game that is erased is in no answer, and its
// number is not given again. What is asked of a store that was opened for reading is asked of one
// moment of it. Everything throws IoError where the store breaks.
class Storage {
 public:
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  virtual ~Storage() = default;

  // The games that fit, by their numbers. Those that are listed have been replayed to the position;
  // the total of the others can be too high by games with another position whose key has the same
  // 48 bits and where the same next move is legal, once in millions of questions. Positions beyond
  // index_plies() are not found.
  virtual FoundGames games(const FindQuery& query) = 0;

  // How many games fit; order, offset and limit do not matter.
  std::uint64_t count(const FindQuery& query) {
    return games({.filter = query.filter, .position = query.position, .limit = 0}).total;
  }

  // The same games with all that is known about them, in their order.
  virtual FoundGames stream(const FindQuery& query, const GameStream& stream) = 0;

  // What was played in a position, and what came of it. Where there are few games the answer is
  // exact; of more, moves that are not legal there are another position's, and left out.
  virtual TreeNode tree(const TreeQuery& query) = 0;

  // The games that fit, counted.
  virtual Totals totals(const GameFilter& filter) = 0;
  // Years, codes, ratings and lengths rising, the rest by the number of games; what is not known
  // comes last. With GroupBy::Player a game counts for both of its players.
  virtual std::vector<StatisticsRow> groups(const GameFilter& filter, GroupBy by) = 0;

  // What the questions so far have read.
  virtual std::vector<ReadCount> reads() = 0;
  // The same question by question, where other programs answer.
  virtual std::vector<AskedQuestion> questions() { return {}; }
  // Parts that do not answer, one sentence each; answers are without their games, which whoever
  // opened the store has to have asked for.
  virtual std::vector<std::string> missing_parts() { return {}; }

  // The deepest ply whose positions can be found; nothing: all can.
  virtual std::optional<std::uint32_t> index_plies() = 0;

  // The files that were read.
  virtual SourceRecords sources() = 0;
  // All of them, by rising number, with what is in the store of each.
  virtual std::vector<SourceContents> source_contents() = 0;
  // A file of which nothing has been read yet.
  virtual SourceId add_source(const SourceFile& file) = 0;
  // The file has changed on disk since: there may be more in it.
  virtual void reopen_source(SourceId source, const SourceFile& file) = 0;

  // All of the batch and the marks, or nothing. The batch's games are from the sources of `marks`
  // in that order; it may have no games, where a source has none. Games of a source that begin
  // before what has been read of it are there already, and are left out, so that a batch that comes
  // twice is added once. Returns the number of the first game that was added.
  virtual GameId append(DraftBatch& batch, std::span<const SourceMark> marks) = 0;

  // Instead of append(), for a source that is read once more from its start.
  virtual std::unique_ptr<SourceReplacement> replace(const ReplacedSource& replaced) = 0;

  // After the last of many batches: makes what is cheaper to make at once.
  virtual void settle() {}

  // For each game of the batch whether it is in the store, or earlier in the batch: the same moves,
  // and nothing known that differs (same_game.h).
  virtual std::vector<bool> find_duplicates(const DraftBatch& batch) = 0;

  // Takes out the games that fit, unless they are more than the limit allows.
  virtual Erasure erase(const GameFilter& filter, EraseLimit limit) = 0;
  // Takes out `games` if these and `kept` are all in the store. False: some are not, and nothing
  // was taken out.
  virtual bool erase(const ChosenGames& chosen) = 0;
  // As the first one with all games of these sources, which then have never been read.
  virtual Erasure forget(std::span<const SourceId> sources, EraseLimit limit) = 0;

  // Looks whether the store is what it says, and tells every fault.
  virtual IntegrityTotals check(const IntegrityOptions& options, IntegrityListener& listener) = 0;
};

}  // namespace arbiter
