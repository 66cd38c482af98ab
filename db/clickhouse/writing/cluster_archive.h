// The games of a cluster, to be imported into another store.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/writing/stored_names.h"
#include "db/model/game_draft.h"
#include "db/model/storage.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

// Games are fetched many at a time, in the order of places(), of which there is one list with 24
// bytes a game. What is deleted meanwhile is omitted.
class ClusterArchive final : public GameArchive {
 public:
  ClusterArchive(std::string name, std::unique_ptr<Cluster> cluster);

  const std::string& name() const override { return name_; }
  std::vector<SourceRecord> sources() override;
  std::vector<PlacedGame> places() override;
  bool add(GameId game, DraftBatch& batch) override;

 private:
  void fetch_from(GameId game);

  std::string name_;
  std::unique_ptr<Cluster> cluster_;
  StoredNames names_;
  std::vector<GameId> order_;
  std::size_t next_ = 0;  // in order_: the first game that was not fetched
  DraftBatch page_;
  std::unordered_map<GameId, std::size_t> places_in_page_;
};

// For the name of a cluster.
Result<std::unique_ptr<GameArchive>> open_archive(const std::string& name);

}  // namespace arbiter::clickhouse
