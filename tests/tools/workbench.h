// A folder of files to be changed by commands, whose contents are compared before and after.
#pragma once

#include <map>
#include <string>

#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {

// The entries of a folder by name: the contents of a file, the target of a link, "a pipe" or "a
// folder".
using FolderContent = std::map<std::string, std::string>;

// A folder with games.pgn, which fmt and repair would both change, other.pgn, and rounds.txt (games
// of a tournament). Its databases are base.db (of games.pgn) and foreign.db (of another program).
class Workbench {
 public:
  Workbench();

  // Runs a bash command line in the folder.
  ProgramRun run(const std::string& line) const;

  std::string path(const std::string& name) const { return folder_.path(name); }
  std::string text(const std::string& name) const { return read_text(path(name)); }
  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }

  FolderContent content() const;

 private:
  TemporaryFolder folder_;
};

}  // namespace arbiter::testing
