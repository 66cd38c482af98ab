// Tables of a store's games and positions (tools/docs/parquet.md), and lists of main-line moves
// with the values in their comments.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/storage.h"
#include "db/parquet/table_writer.h"
#include "lib/export/game_layout.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// A function that receives the number of games read, and the total number of games.
using TableProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

// The columns of a games table.
enum class TableLayout : std::uint8_t {
  Plain,    // columns of the database, with the moves as text
  Lists,    // Plain, plus lists of moves, clocks and evaluations
  Lichess,  // columns of the public Lichess data set
  Fens,     // a row per position of the main line, with its FEN and the next move
};

constexpr std::string_view to_string(TableLayout layout) {
  constexpr std::string_view kNames[] = {"plain", "lists", "lichess", "fens"};
  return kNames[static_cast<std::size_t>(layout)];
}

struct GamesTable {
  FindQuery query = {};
  TableLayout layout = TableLayout::Plain;
  unsigned jobs = 1;  // number of threads that read games and write their moves
  TableProgress on_progress = {};
  std::string source = {};  // names of the inputs, for the metadata
};

// Writes a table of the games in the order of the query. Returns the number of rows. Throws IoError
// if the store is damaged. Passes on exceptions of `sink`.
std::uint64_t write_games(Storage& storage, const GamesTable& order, TableWriter::Sink sink);

// A table of the positions in main lines, each at its first occurrence in a game, sorted by key.
// Positions are buffered in an unnamed file, 16 bytes each, grouped by the first byte of their key.
// Memory: 16 bytes per game, and one group.
class PositionsTable {
 public:
  static constexpr unsigned kMaxPartitions = 256;

  PositionsTable(Storage& storage, const FindQuery& query, unsigned jobs,
                 const TableProgress& on_progress = {});

  // Writes one of `partitions` tables, each with an equal range of keys, sorted by key and game.
  // Returns the number of rows. Preconditions: `partitions` is a power of two and at most
  // kMaxPartitions; `index` is less than `partitions`.
  std::uint64_t write(unsigned index, unsigned partitions, TableWriter::Sink sink);

  std::uint64_t games() const { return facts_.size(); }

  // Sets the inputs, for the metadata.
  void set_source(std::string source) { source_ = std::move(source); }

 private:
  struct Row;
  struct Facts {
    std::int64_t id;
    std::uint16_t white_elo;  // 0 if unknown, like black_elo and year
    std::uint16_t black_elo;
    std::uint16_t year;
    std::uint8_t result;
  };
  struct Piece {
    std::uint64_t offset;
    std::size_t size;
  };
  struct Bucket {
    std::string waiting;
    std::vector<Piece> pieces;
  };

  void put(const Row& row);
  std::vector<Row> rows_of(Bucket& bucket);
  void add_row(const Row& row, TableWriter& table);
  const std::string& text_of(std::uint16_t move);

  std::string source_;
  std::vector<Facts> facts_;
  std::array<Bucket, kMaxPartitions> buckets_;
  Spool spool_;
  std::vector<std::string> texts_;  // UCI notation of moves, indexed by their bits
};

// Lists with one element for each move of the main line.
struct MoveLists {
  std::string_view fen;  // FEN of the initial position; empty without a board
  std::vector<std::string_view> san;
  std::vector<std::string_view> uci;
  std::vector<std::optional<std::int64_t>> clocks;       // in seconds, as the bits of a double
  std::vector<std::optional<std::int64_t>> evaluations;  // in pawns, as the bits of a double
  std::vector<std::optional<std::int64_t>> mates;  // number of moves to mate, negative for Black
};

// Returns a layout that writes one line per game.
std::unique_ptr<GameLayout> move_list_layout();

// Reads a line written by move_list_layout(). The lists are views of the line.
void read_move_lists(std::string_view line, MoveLists& lists);

}  // namespace arbiter
