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
      "db/sqlite/care/compaction.cc",  // creates the hidden copy that SQLite fills
      "db/sqlite/file/connection.cc",  // replaces a database under SQLite's
                                       // locks
      "lib/io/output_file.cc",         // writes all other files
      "lib/os/file_posix.cc",          // opens files for these sources
      "lib/os/file_windows.cc", "lib/os/system_wasi.cc",
      "lib/os/process_posix.cc",  // opens only /dev/null
  };
  std::set<std::string> found;
  for (const SourceFile& file : source_files()) {
    if (std::regex_search(without_comments_and_strings(file.text), opens)) found.insert(file.path);
  }
  CHECK(found == allowed);
}
