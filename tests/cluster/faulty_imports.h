// Imports into a cluster that a test disturbs, and their expected results.
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

// Games to import, and the one-machine database with them.
struct Reference {
  TemporaryFolder folder;
  // From ARBITER_FAULT_GAMES; by default otb-mixed of ARBITER_CORPUS, or games made from testdata.
  std::string games;
  std::string batch;                // games per batch, few enough for many batches
  std::string database;             // SQLite
  std::vector<std::string> counts;  // from counts_of()
  std::string exported;             // from exported_games()
};
const Reference& reference();

// The number of times that each fault strikes: ARBITER_FAULT_ROUNDS, by default 1.
int fault_rounds();

// Drops the tables of a database with two shards. A failure is printed.
void drop_database(TestCluster& cluster, const std::string& name);

enum class Layouts { Plain, Replicated };

// A database of a cluster: two shards on two nodes, each of them on both nodes if it is replicated.
class ImportTarget {
 public:
  // Creates its tables.
  ImportTarget(TestCluster& cluster, Layouts layout, std::string name);
  // Drops them.
  ~ImportTarget();
  ImportTarget(const ImportTarget&) = delete;
  ImportTarget& operator=(const ImportTarget&) = delete;

  std::string url() const { return cluster_.url(name_); }
  std::size_t replicas() const { return layout_ == Layouts::Replicated ? 2 : 1; }

  // Starts the import as a process of its own; its output is in log().
  std::unique_ptr<ChildProcess> start_import() const;
  std::string log() const;

  // Runs the import, several times if necessary, until one completes.
  void finish_import() const;

  // The content of all shards. If they are replicated, of the replica with this number.
  ShardContent content(std::size_t replica = 0) const;

  // The acknowledged batches of all shards.
  std::vector<std::uint64_t> done() const;

  // Waits until the replicas have fetched everything from each other.
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

// Fails the running test if the tables of the target are wrong or, from the second call on, differ
// from those of the first target.
void check_tables(const ImportTarget& target);

// The content in the first call of check_tables().
const ShardContent& undisturbed_content();

// Fails the running test if the target differs from the reference: in tables, counts, exported
// games, or in `positions` random positions and their trees.
void check_equals_reference(const ImportTarget& target, std::size_t positions, std::uint64_t seed);

// A number from 0 to 1. The seed is ARBITER_FAULT_SEED, or another one each time, which is printed.
double random_fraction();

}  // namespace arbiter::testing
