// The in-process ClickHouse as a server of a cluster.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/wire/endpoint.h"
#include "tests/cluster/current_engine.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;

class EngineEndpoint final : public clickhouse::Endpoint {
 public:
  explicit EngineEndpoint(std::shared_ptr<CurrentEngine> engine) : engine_(std::move(engine)) {}

  const std::string& name() const override { return name_; }
  clickhouse::Answer ask(const clickhouse::Request& request) override;

 private:
  std::string name_ = "engine";
  TemporaryFolder folder_;
  std::shared_ptr<CurrentEngine> engine_;
};

// Returns a cluster of two shards in one engine, with the tables that the program creates.
std::unique_ptr<clickhouse::Cluster> cluster_in(const std::shared_ptr<CurrentEngine>& engine,
                                                const std::string& database);

}  // namespace arbiter::testing
