#include "tests/cluster/faulty_imports.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/cluster/store_answers.h"
#include "tests/cluster/waiting.h"
#include "tests/support/corpus.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int kMadeCopies = 500;
constexpr int kMaxImports = 6;
constexpr int kBatches = 16;  // per import

// Writes copies of the tournament in testdata, each as a separate event.
std::string made_games(const TemporaryFolder& folder) {
  const std::string text = read_text((repository() / "testdata/tournament.pgn").string());
  const std::string path = folder.path("made.pgn");
  std::ofstream file(path, std::ios::binary);
  for (int copy = 0; copy < kMadeCopies; ++copy) {
    std::string changed = text;
    const std::string event = "[Event \"";
    for (auto at = changed.find(event); at != changed.npos; at = changed.find(event, at + 1)) {
      changed.insert(at + event.size(), fmt::format("{} ", copy));
    }
    file << changed << "\n";
  }
  return path;
}

std::string games_to_import(const TemporaryFolder& folder) {
  if (const char* given = std::getenv("ARBITER_FAULT_GAMES")) return given;
  const fs::path real = corpus().value_or("") / "games/otb-mixed.pgn.zst";
  return is_nightly() && corpus() && fs::exists(real) ? real.string() : made_games(folder);
}

std::unique_ptr<Reference> made_reference() {
  auto reference = std::make_unique<Reference>();
  reference->games = games_to_import(reference->folder);
  reference->database = reference->folder.path("reference.db");
  const ProgramRun run = run_arbiter({"import", "-q", reference->database, reference->games});
  if (run.status > 1) throw std::runtime_error(run.errors);
  const auto store = opened(reference->database);
  reference->batch = std::to_string(store->totals({}).all.games / kBatches);
  reference->counts = counts_of(*store);
  reference->exported = exported_games(reference->database);
  return reference;
}

std::mt19937_64& random_engine() {
  static std::mt19937_64 engine = [] {
    const char* given = std::getenv("ARBITER_FAULT_SEED");
    const auto seed = given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
    std::cout << "ARBITER_FAULT_SEED=" << seed << std::endl;
    return std::mt19937_64(seed);
  }();
  return engine;
}

// Returns the first differing lines, for a message.
std::string difference(const std::vector<std::string>& expected,
                       const std::vector<std::string>& found) {
  std::string text;
  for (std::size_t i = 0; i < std::max(expected.size(), found.size()); ++i) {
    const std::string one = i < expected.size() ? expected[i] : "(nothing)";
    const std::string other = i < found.size() ? found[i] : "(nothing)";
    if (one != other) text += fmt::format("expected {}\nfound    {}\n", one, other);
    if (text.size() > 2000) break;
  }
  return text;
}

// Returns the contents of an undisturbed cluster.
ShardContent& undisturbed() {
  static ShardContent content;
  return content;
}

}  // namespace

const Reference& reference() {
  static const std::unique_ptr<Reference> made = made_reference();
  return *made;
}

int fault_rounds() {
  const char* rounds = std::getenv("ARBITER_FAULT_ROUNDS");
  return rounds == nullptr ? 1 : std::atoi(rounds);
}

void drop_database(TestCluster& cluster, const std::string& name) {
  try {
    for (std::size_t node = 0; node < cluster.size(); ++node) {
      for (const char* end : {"", "_s1", "_s2"}) {
        cluster.node(node).query("DROP DATABASE IF EXISTS " + name + end);
      }
    }
  } catch (const std::exception& exception) {
    std::cout << "not dropped: " << exception.what() << std::endl;
  }
}

double random_fraction() { return std::uniform_real_distribution<>(0, 1)(random_engine()); }

ImportTarget::ImportTarget(TestCluster& cluster, Layouts layout, std::string name)
    : cluster_(cluster),
      layout_(layout),
      name_(std::move(name)),
      log_(cluster.folder_of(0) + "/log/import-" + name_) {
  const ProgramRun run = run_arbiter({"cluster", "init", url(), "--shards", "2", "--replicas",
                                      layout_ == Layouts::Replicated ? "2" : "1"});
  if (run.status != 0) throw std::runtime_error(run.errors);
}

ImportTarget::~ImportTarget() { drop_database(cluster_, name_); }

std::unique_ptr<ChildProcess> ImportTarget::start_import() const {
  const std::string program = fs::absolute(arbiter_binary()).string();
  return std::make_unique<ChildProcess>(ChildStart{
      .words = {program, "import", url(), reference().games, "--batch", reference().batch},
      .folder = repository().string(),
      .log = log_,
  });
}

std::string ImportTarget::log() const { return fs::exists(log_) ? read_text(log_) : ""; }

void ImportTarget::finish_import() const {
  for (int i = 0; i < kMaxImports; ++i) {
    if (start_import()->wait() <= 1) return;
    std::this_thread::sleep_for(1s);
  }
  throw std::runtime_error("the import does not end: " + log());
}

std::vector<ImportTarget::Place> ImportTarget::places(std::size_t replica) const {
  const std::size_t shift = layout_ == Layouts::Replicated ? replica : 0;
  return {{shift % 2, name_ + "_s1"}, {(1 + shift) % 2, name_ + "_s2"}};
}

ShardContent ImportTarget::content(std::size_t replica) const {
  ShardContent all;
  for (const Place& place : places(replica)) {
    all.add(content_of(cluster_.node(place.node), place.database));
  }
  return all;
}

std::vector<std::uint64_t> ImportTarget::done() const {
  std::vector<std::uint64_t> all;
  for (const Place& place : places(0)) {
    const auto batches = done_batches(cluster_.node(place.node), place.database);
    all.insert(all.end(), batches.begin(), batches.end());
  }
  return all;
}

void ImportTarget::settle() const {
  if (layout_ == Layouts::Plain) return;
  // In a table that never had rows, log_pointer and log_max_index are both 0.
  const std::string behind =
      "SELECT sum(queue_size) + sum(is_readonly) + countIf(log_pointer <= log_max_index AND "
      "log_max_index > 0)"
      " FROM system.replicas WHERE database LIKE '" +
      name_ + "%'";
  wait_until("the replicas are equal", 120s, [&] {
    return cluster_.node(0).query(behind) == "0\n" && cluster_.node(1).query(behind) == "0\n";
  });
}

void check_tables(const ImportTarget& target) {
  target.settle();
  for (std::size_t replica = 0; replica < target.replicas(); ++replica) {
    const ShardContent content = target.content(replica);
    CAPTURE(replica, target.log());
    CHECK(content.faults == std::vector<std::string>{});
    if (undisturbed().games == 0) undisturbed() = content;
    CHECK(content.games == undisturbed().games);
    CHECK(content.game_hashes == undisturbed().game_hashes);
    CHECK(content.positions == undisturbed().positions);
    CHECK(content.position_hashes == undisturbed().position_hashes);
  }
}

const ShardContent& undisturbed_content() { return undisturbed(); }

void check_equals_reference(const ImportTarget& target, std::size_t positions, std::uint64_t seed) {
  check_tables(target);
  const auto expected = opened(reference().database);
  const auto found = opened(target.url());
  const std::string counts = difference(reference().counts, counts_of(*found));
  CHECK(counts == "");
  for (const std::string& fen : random_positions(reference().database, positions, seed)) {
    CHECK(answer_at(*expected, fen) == answer_at(*found, fen));
  }
  CHECK(exported_games(target.url()) == reference().exported);
}

}  // namespace arbiter::testing
