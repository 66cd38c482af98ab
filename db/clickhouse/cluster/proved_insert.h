// Inserts that are verified by reading the rows back.
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
  std::string condition;      // selects exactly the rows included in the block's sums
  std::string batch = {};     // batch name in messages, such as "batch 0123"; empty: none
  std::string query_id = {};  // unique id of the block; empty: the rows may be inserted twice
  bool may_exist = false;     // true if a program that has ended may have inserted the rows
};

// The number of a block's rows on a server.
struct RowCount {
  std::uint64_t expected = 0;
  std::uint64_t found = 0;
  // True if the column sums equal those of the block or a multiple.
  bool has_same_sums = false;

  bool is_exact() const { return found == expected && has_same_sums; }
};

// Inserts the rows, and reads them back. Nothing is inserted again while the table may contain rows
// of the block. Retries temporary failures until a timeout, and switches to the next replica that
// is up to date. Returns the number of rows on the server, which may exceed the number sent if a
// proxy repeats requests. Throws IoError with the shard, the batch and the table if the server does
// not add the rows.
RowCount insert_rows(Cluster& cluster, const ProvedRows& rows);

// Inserts rows that may be inserted twice. Throws IoError unless the table contains them
// afterwards.
void insert_repeatable(Cluster& cluster, const ProvedRows& rows);

// Returns a description of the rows for messages, such as "shard 2, batch 0123, table games".
std::string place_of(const ProvedRows& rows);

// Returns a message about an incorrect number of rows.
std::string fault_of(const ProvedRows& rows, const RowCount& count);

}  // namespace arbiter::clickhouse
