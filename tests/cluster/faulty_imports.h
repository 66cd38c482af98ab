// Imports into a cluster that a test disturbs, and what must be there afterwards.
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

// Games to import, and the one-machine database that has them.
struct Reference {
  TemporaryFolder folder;
  // ARBITER_FAULT_GAMES names them; without it otb-mixed of ARBITER_CORPUS, or games made of
  // testdata.
  std::string games;
  std::string batch;                // games of a batch, so that there are many
  std::string database;             // SQLite
  std::vector<std::string> counts;  // as counts_of() says
  std::string exported;             // as exported_games() says
};
const Reference& reference();

// So often each fault strikes: ARBITER_FAULT_ROUNDS, 1 without it.
int fault_rounds();

enum class Layouts { Plain, Replicated };

// A database of a cluster: two shards on two nodes, each of them on both nodes if it is replicated.
class ImportTarget {
 public:
  // Makes its tables.
  ImportTarget(TestCluster& cluster, Layouts layout, std::string name);
  // Drops them.
  ~ImportTarget();
  ImportTarget(const ImportTarget&) = delete;
  ImportTarget& operator=(const ImportTarget&) = delete;

  std::string url() const { return cluster_.url(name_); }
  std::size_t replicas() const { return layout_ == Layouts::Replicated ? 2 : 1; }

  // The import, as a process of its own; its words are in log().
  std::unique_ptr<ChildProcess> start_import() const;
  std::string log() const;

  // Imports, up to some times, until an import says that all is there.
  void finish_import() const;

  // Of all shards. If they are replicated, of the replica of this number.
  ShardContent content(std::size_t replica = 0) const;

  // Batches that are acknowledged, of all shards.
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

// Fails the running test where the tables of the target are not as they should be, or, from the
// second time on, differ from what the first target had.
void check_tables(const ImportTarget& target);

// What check_tables() saw the first time.
const ShardContent& undisturbed_content();

// Fails the running test where the target differs from the reference: tables, counts, positions and
// trees (so many of them), exported games.
void check_equals_reference(const ImportTarget& target, std::size_t positions, std::uint64_t seed);

// A number from 0 to 1. The seed is ARBITER_FAULT_SEED, or another one each time, which is printed.
double random_fraction();

}  // namespace arbiter::testing
