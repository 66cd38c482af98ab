#include <catch2/catch.hpp>
#include <regex>
#include <set>
#include <string>

#include "tests/source/source_files.h"

using namespace arbiter::testing;

TEST_CASE("few sources open files for writing", "[source]") {
  static const std::regex opens(
      R"(\b(O_WRONLY|O_RDWR|O_CREAT|OpenMode::(Write|ReadAndWrite|Create|CreatePrivate)|ofstream|fstream\b.*\bout|fopen|creat\(|rename\())");
  const std::set<std::string> allowed = {
      "db/sqlite/care/compaction.cc",  // the copy that SQLite fills is created here, hidden
      "db/sqlite/file/connection.cc",  // a database replaces another under SQLite's
                                       // locks
      "lib/io/output_file.cc",         // the one source
      "lib/os/file_posix.cc",          // opens them for the others
      "lib/os/file_windows.cc", "lib/os/system_wasi.cc",
      "lib/os/process_posix.cc",  // opens only /dev/null
  };
  std::set<std::string> found;
  for (const SourceFile& file : source_files()) {
    if (std::regex_search(without_comments_and_strings(file.text), opens)) found.insert(file.path);
  }
  CHECK(found == allowed);
}
