// Whether a cluster is what it says.
#pragma once

#include "db/clickhouse/query/inquiry.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

// The ledger against the rows of games, positions and sums; names against the games that have them;
// each game replayed, against its row and its positions; sums against positions. Reads everything
// once; about 100 MB for a million games at a time.
IntegrityTotals check_cluster(Inquiry& inquiry, const IntegrityOptions& options,
                              IntegrityListener& listener);

}  // namespace arbiter::clickhouse
