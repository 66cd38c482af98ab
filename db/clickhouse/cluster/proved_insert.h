// Inserts of rows that are read back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {

// Rows for one table of a shard.
struct ProvedRows {
  unsigned shard = 0;
  std::string_view table;
  const NativeBlock& block;
  std::string condition;      // for those of its rows that its sums are of, and no other rows
  std::string batch = {};     // the batch in messages, like "batch 0123"; empty: none
  std::string query_id = {};  // unique to the block; empty: the rows may be inserted twice
  bool may_exist = false;     // a program that has ended may have inserted them
};

// The rows that a server has of a block.
struct RowCount {
  std::uint64_t expected = 0;
  std::uint64_t found = 0;
  bool has_same_sums = false;  // the columns' sums are those of the block, or a multiple of them

  bool is_exact() const { return found == expected && has_same_sums; }
};

// Inserts the rows, and reads them back. Nothing is inserted again while the table may have rows of
// the block. Retries temporary failures until a timeout, and switches to the next replica that is
// up to date. Throws IoError with the shard, the batch and the table if the server does not add the
// rows. Returns the rows that it has, which may be more than were sent if something between the
// programs repeats requests.
RowCount insert_rows(Cluster& cluster, const ProvedRows& rows);

// Inserts rows that may be inserted twice. Throws IoError unless the table has them.
void insert_repeatable(Cluster& cluster, const ProvedRows& rows);

// Returns "shard 2, batch 0123, table games".
std::string place_of(const ProvedRows& rows);

// Returns a message about the rows, with the place.
std::string fault_of(const ProvedRows& rows, const RowCount& count);

}  // namespace arbiter::clickhouse
