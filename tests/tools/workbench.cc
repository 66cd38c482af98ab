#include "tests/tools/workbench.h"

#include <catch2/catch.hpp>
#include <filesystem>

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;

// An illegal game in a layout that differs from fmt's, and other games.
constexpr const char* kGames =
    "[White \"A\"]\n[Black \"B\"]\n\n1.d4  d5 2.c4 e6 3.Nc3 Nf6 4.Bf4 Be7 5.Bxf6 Bxf6\n"
    "6.e3 O-O 1/2-1/2\n\n[White \"C\"]\n[Black \"D\"]\n\n1. e4   e5 *\n";

constexpr const char* kRounds =
    "[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n"
    "[Round \"2\"]\n[White \"B\"]\n[Black \"A\"]\n[Result \"1-0\"]\n\n1. d4 1-0\n";

// Returns the first page of an SQLite file, which identifies it. The rest is not read.
std::string foreign_database() {
  std::string bytes(4096, '\0');
  bytes.replace(0, 15, "SQLite format 3");
  return bytes;
}

std::string content_of(const fs::path& path) {
  if (fs::is_symlink(path)) return "a link to " + fs::read_symlink(path).string();
  if (fs::is_directory(path)) return "a folder";
  return fs::is_regular_file(path) ? read_text(path.string()) : "a pipe";
}

}  // namespace

Workbench::Workbench() {
  write("games.pgn", kGames);
  write("other.pgn", "[White \"E\"]\n\n1. c4 *\n");
  write("rounds.txt", kRounds);
  write("foreign.db", foreign_database());
  static std::string database;  // created once
  if (database.empty()) {
    REQUIRE(run("arbiter import --quiet base.db games.pgn").status == 1);  // a game is illegal
    database = text("base.db");
  }
  write("base.db", database);
}

ProgramRun Workbench::run(const std::string& line) const {
  return run_shell("cd '" + path(".") + "' && { " + line + "\n}");
}

FolderContent Workbench::content() const {
  FolderContent content;
  for (const fs::directory_entry& entry : fs::directory_iterator(path("."))) {
    content[entry.path().filename().string()] = content_of(entry.path());
  }
  return content;
}

}  // namespace arbiter::testing
