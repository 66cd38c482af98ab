// Tests imports by several workers that are killed, or lose a server, after a random request. Then
// the import is repeated, and the export is identical to that of an undisturbed import.
//
// ARBITER_FAULT_SEED=N repeats a run with the same moments.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>
#include <thread>

#include "tests/cluster/child_process.h"
#include "tests/cluster/faulty_imports.h"
#include "tests/cluster/lying_proxy.h"
#include "tests/cluster/test_cluster.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using namespace std::chrono_literals;

enum class Victim { Client, Server };

struct Kills {
  Victim victim;
  int replicas;
  int times;
};

// With ARBITER_NIGHTLY, clients and servers are killed 20 times each. Replicated imports are
// slower, so fewer of them are interrupted.
constexpr Kills kKills[] = {
    {Victim::Client, 1, 14},
    {Victim::Client, 2, 6},
    {Victim::Server, 1, 14},
    {Victim::Server, 2, 6},
};

constexpr int kFiles = 4;
constexpr int kGamesOfFile = 400;
constexpr const char* kGamesOfBatch = "100";  // enough for sums of frequent positions

std::string games_of(int file) {
  constexpr const char* kMoves[] = {"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
                                    "1. f3 e5 2. g4 Qh4# 0-1",
                                    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 1/2-1/2"};
  std::string text;
  for (int number = 0; number < kGamesOfFile; ++number) {
    const std::string moves = kMoves[number % 3];
    text += fmt::format(
        "[Event \"Cup {}\"]\n[Site \"Ulm\"]\n[Date \"2024.01.{:02}\"]\n[Round \"{}\"]\n[White "
        "\"Player{:05}\"]\n"
        "[Black \"Guest\"]\n[Result \"{}\"]\n\n{}\n\n",
        file, number % 28 + 1, number, file * 1000 + number, moves.substr(moves.rfind(' ') + 1),
        moves);
  }
  return text;
}

// The files to import, and the export of a local database that contains their games.
struct Games {
  TemporaryFolder folder;
  std::vector<std::string> files;
  std::string exported;

  Games() {
    for (int file = 0; file < kFiles; ++file) {
      files.push_back(folder.write(fmt::format("{}.pgn", file), games_of(file)));
    }
    const std::string database = folder.path("games.db");
    std::vector<std::string> words = {"import", "-q", database};
    words.insert(words.end(), files.begin(), files.end());
    REQUIRE(run_arbiter(words).status == 0);
    exported = run_arbiter({"export", "-q", database}).output;
  }
};

// A database on both servers, behind proxies that count requests.
class CountedCluster {
 public:
  CountedCluster(TestCluster& cluster, int replicas) : cluster_(cluster) {
    static int number = 0;
    name_ = fmt::format("games{}", ++number);
    const std::string replica_count = std::to_string(replicas);
    const ProgramRun run =
        run_arbiter({"cluster", "init", url(), "--shards", "2", "--replicas", replica_count});
    if (run.status != 0) throw std::runtime_error(run.errors);
    for (LyingProxy* proxy : {&first_, &second_}) {
      proxy->set_plan({.lie = Lie::Drop, .first = 1'000'000});  // counts only
    }
  }
  ~CountedCluster() { drop_database(cluster_, name_); }
  CountedCluster(const CountedCluster&) = delete;
  CountedCluster& operator=(const CountedCluster&) = delete;

  std::string url() const {
    return fmt::format("clickhouse://127.0.0.1:{},127.0.0.1:{}/{}", first_.port(), second_.port(),
                       name_);
  }
  int requests() const { return first_.requests() + second_.requests(); }

 private:
  TestCluster& cluster_;
  std::string name_;
  LyingProxy first_{cluster_.node(0).port()};
  LyingProxy second_{cluster_.node(1).port()};
};

ChildProcess started_import(const Games& games, const CountedCluster& database) {
  const std::string program = std::filesystem::absolute(arbiter_binary()).string();
  std::vector<std::string> words = {program, "import",  "-q",          "--workers",
                                    "4",     "--batch", kGamesOfBatch, database.url()};
  words.insert(words.end(), games.files.begin(), games.files.end());
  return ChildProcess(
      {.words = words, .folder = repository().string(), .log = games.folder.path("log")});
}

// Returns the number of requests of an undisturbed import, and checks its result.
int undisturbed_requests(TestCluster& cluster, const Games& games, int replicas) {
  const CountedCluster database(cluster, replicas);
  REQUIRE(started_import(games, database).wait() == 0);
  const int requests = database.requests();
  CHECK((run_arbiter({"export", "-q", database.url()}).output == games.exported));
  return requests;
}

void kill_server(ServerNode& node) {
  node.kill();
  std::this_thread::sleep_for(random_fraction() * 1s);
  node.start();
}

// Returns whether the import was still running.
bool kill_after(int requests, Victim victim, TestCluster& cluster, const CountedCluster& database,
                ChildProcess& import) {
  while (import.is_running() && database.requests() < requests) std::this_thread::sleep_for(1ms);
  const bool is_running = import.is_running();
  if (victim == Victim::Client) {
    import.kill();
  } else {
    kill_server(cluster.node(random_fraction() < 0.5 ? 0 : 1));
    import.wait();
  }
  return is_running;
}

TEST_CASE("an import by four workers that is killed and repeated exports the same bytes") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.has_zookeeper = HasZooKeeper::Yes});
  const Games games;
  int struck_in_all = 0;
  for (const auto& [victim, replicas, times] : kKills) {
    const int all = undisturbed_requests(cluster, games, replicas);
    int struck = 0;
    const int rounds = is_nightly() ? times : times / 5;
    for (int number = 1; number <= rounds; ++number) {
      const CountedCluster database(cluster, replicas);
      const int requests = static_cast<int>(random_fraction() * all);
      ChildProcess import = started_import(games, database);
      struck += kill_after(requests, victim, cluster, database, import) ? 1 : 0;
      const int status = started_import(games, database).wait();
      CAPTURE(static_cast<int>(victim), replicas, number, requests,
              read_text(games.folder.path("log")));
      CHECK(status == 0);
      CHECK((run_arbiter({"export", "-q", database.url()}).output == games.exported));
      CHECK(run_arbiter({"verify", database.url()}).status == 0);
    }
    std::cout << fmt::format("{} killed, {} replicas: {} of {} imports were interrupted",
                             victim == Victim::Client ? "client" : "server", replicas, struck,
                             rounds)
              << std::endl;
    struck_in_all += struck;
  }
  CHECK(struck_in_all > 0);
}

}  // namespace
}  // namespace arbiter::testing
