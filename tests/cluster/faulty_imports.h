// Imports into a cluster during faults, and their expected results.
#pragma once

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/cluster/shard_content.h"
#include "tests/cluster/test_cluster.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Games to import, and the local database that contains them.
struct Reference {
  TemporaryFolder folder;
  // The file in ARBITER_FAULT_GAMES. By default, it contains otb-mixed of ARBITER_CORPUS, or games
  // generated from testdata.
  std::string games;
  std::string batch;                // games per batch; few, so that there are many batches
  std::string database;             // path of an SQLite database
  std::vector<std::string> counts;  // from counts_of()
  std::string exported;             // from exported_games()
};
const Reference& reference();

// Returns the number of repetitions of each fault: ARBITER_FAULT_ROUNDS, by default 1.
int fault_rounds();

// Drops the tables of a database with two shards. Prints a failure.
void drop_database(TestCluster& cluster, const std::string& name);

enum class Layouts { Plain, Replicated };

// A database of a cluster: two shards on two nodes, or on both nodes each if replicated.
class ImportTarget {
 public:
  // Creates the tables.
  ImportTarget(TestCluster& cluster, Layouts layout, std::string name);
  // Drops the tables.
  ~ImportTarget();
  ImportTarget(const ImportTarget&) = delete;
  ImportTarget& operator=(const ImportTarget&) = delete;

  std::string url() const { return cluster_.url(name_); }
  std::size_t replicas() const { return layout_ == Layouts::Replicated ? 2 : 1; }

  // Starts the import in its own process. Its output is in log().
  std::unique_ptr<ChildProcess> start_import() const;
  std::string log() const;

  // Runs the import, repeatedly if necessary, until it completes.
  void finish_import() const;

  // Returns the contents of all shards; if they are replicated, those of the replica with this
  // number.
  ShardContent content(std::size_t replica = 0) const;

  // Returns the acknowledged batches of all shards.
  std::vector<std::uint64_t> done() const;

  // Waits until the replicas are in sync.
  void settle() const;

 private:
  struct Place {
    std::size_t node;
    std::string database;
  };
  std::vector<Place> places(std::size_t replica) const;

  TestCluster& cluster_;
  Layouts layout_;
  std::string name_;
  std::string log_;
};

// Fails the running test if the tables of the target are wrong, or differ from those in the first
// call.
void check_tables(const ImportTarget& target);

// Returns the contents in the first call of check_tables().
const ShardContent& undisturbed_content();

// Fails the running test if the target differs from the reference in tables, counts, exported
// games, or in `positions` random positions and their trees.
void check_equals_reference(const ImportTarget& target, std::size_t positions, std::uint64_t seed);

// Returns a number from 0 to 1. The seed is ARBITER_FAULT_SEED, or otherwise a random one, which is
// printed.
double random_fraction();

}  // namespace arbiter::testing
