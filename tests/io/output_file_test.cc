// Tests the internals of the class that writes all files.
#include "lib/io/output_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "lib/io/byte_source.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t files_beside(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

// Writes the text to the path. Returns the lost attributes.
std::vector<std::string> replace(const std::string& path, std::string_view text) {
  auto file = OutputFile::open(path);
  REQUIRE(file);
  (*file)->write(text);
  auto losses = (*file)->finish();
  REQUIRE(losses);
  return *losses;
}

struct stat status_of(const std::string& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status;
}

constexpr const char* kAccessList = "system.posix_acl_access";

// Returns the access control list rw-r----- with rw- for a user, as stored by the kernel.
std::string access_list(std::uint32_t user) {
  constexpr std::uint32_t kNobody = UINT32_MAX;
  struct Entry {
    std::uint16_t tag;
    std::uint16_t permissions;
    std::uint32_t id;
  };
  constexpr std::uint32_t kVersion = 2;
  const Entry entries[] = {{0x01, 6, kNobody},
                           {0x02, 6, user},
                           {0x04, 4, kNobody},
                           {0x10, 6, kNobody},
                           {0x20, 0, kNobody}};
  std::string bytes(reinterpret_cast<const char*>(&kVersion), sizeof kVersion);
  return bytes.append(reinterpret_cast<const char*>(entries), sizeof entries);
}

// Returns the value of an extended attribute; empty if there is none.
std::string attribute_of(const std::string& path, const char* name) {
  std::string value(1000, '\0');
  const ssize_t size = ::getxattr(path.c_str(), name, value.data(), value.size());
  value.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return value;
}

std::set<int> open_descriptors() {
  std::set<int> descriptors;
  for (int i = 0; i < 1024; ++i) {
    if (::fcntl(i, F_GETFD) >= 0) descriptors.insert(i);
  }
  return descriptors;
}

}  // namespace

TEST_CASE("a finished file appears complete or not at all") {
  const TemporaryFolder folder;
  const std::string path = folder.path("out.pgn");
  for (const std::string before : {"", "old"}) {
    if (!before.empty()) folder.write("out.pgn", before);
    const std::size_t files = files_beside(path);
    {
      auto file = OutputFile::open(path);
      REQUIRE(file);
      (*file)->write(std::string(100'000, 'x'));
      CHECK(files_beside(path) == files);
    }
    CHECK(files_beside(path) == files);
    CHECK(content_of(path) == before);
    CHECK(replace(path, "new").empty());
    CHECK(content_of(path) == "new");
    CHECK(files_beside(path) == 1);
  }
}

TEST_CASE("a file keeps the permissions and the owner of the one it replaces") {
  const TemporaryFolder folder;
  const std::string path = folder.write("out.pgn", "old");
  const mode_t mode = GENERATE(0600u, 0644u, 0664u, 0751u);
  ::chmod(path.c_str(), mode);
  // Root may change the owner, but not in every sandbox.
  const bool is_anothers = ::chown(path.c_str(), 1234, 2345) == 0;
  CHECK(replace(path, "new").empty());
  const struct stat after = status_of(path);
  CHECK((after.st_mode & 07777) == mode);
  CHECK(after.st_uid == (is_anothers ? 1234 : ::geteuid()));
  if (is_anothers) CHECK(after.st_gid == 2345);
}

TEST_CASE("a changed owner is reported if it cannot be set") {
  const TemporaryFolder folder;
  const std::string path = folder.write("out.pgn", "old");
  if (::chown(path.c_str(), 1234, 1234) != 0) SKIP_TEST("only root may give files away");
  ::chmod(path.c_str(), 04664);
  ::chmod(folder.path(".").c_str(), 0777);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setgid(4321) != 0 || ::setuid(4321) != 0) ::_exit(3);
    auto file = OutputFile::open(path);
    if (!file) ::_exit(4);
    const auto losses = (*file)->finish();
    ::_exit(losses && losses->size() == 1 ? 0 : 5);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(status_of(path).st_uid == 4321);
  CHECK((status_of(path).st_mode & 07777) == 0644);  // no user gains permissions
}

TEST_CASE("access control lists and extended attributes of a replaced file are kept") {
  const TemporaryFolder folder;
  const std::string path = folder.write("out.pgn", "old");
  if (::setxattr(path.c_str(), "user.origin", "club", 4, 0) != 0) SKIP_TEST("no attributes here");
  const std::string list = access_list(4321);
  if (::setxattr(path.c_str(), kAccessList, list.data(), list.size(), 0) != 0) {
    SKIP_TEST("no access control lists here");
  }
  const mode_t mode = status_of(path).st_mode;
  CHECK(replace(path, "new").empty());
  CHECK(content_of(path) == "new");
  CHECK(attribute_of(path, "user.origin") == "club");
  CHECK(attribute_of(path, kAccessList) == list);
  CHECK(status_of(path).st_mode == mode);
}

TEST_CASE("a replaced file does not inherit the access control list of its folder") {
  const TemporaryFolder folder;
  const std::string path = folder.write("out.pgn", "old");
  const std::string list = access_list(4321);
  if (::setxattr(folder.path(".").c_str(), "system.posix_acl_default", list.data(), list.size(),
                 0) != 0) {
    SKIP_TEST("no access control lists here");
  }
  CHECK(replace(path, "new").empty());
  CHECK(attribute_of(path, kAccessList).empty());
}

TEST_CASE("until a file is replaced, only its owner can read the new contents") {
  const TemporaryFolder folder;
  const std::string path = folder.write("out.pgn", "old");
  REQUIRE(::chmod(path.c_str(), 0644) == 0);
  const std::set<int> before = open_descriptors();
  auto file = OutputFile::open(path);
  REQUIRE(file);
  for (const int descriptor : open_descriptors()) {
    if (before.contains(descriptor)) continue;
    struct stat status {};
    REQUIRE(::fstat(descriptor, &status) == 0);
    CHECK((status.st_mode & 07777) == 0600);
  }
  REQUIRE((*file)->finish());
  CHECK((status_of(path).st_mode & 07777) == 0644);
}

TEST_CASE("a link to a file that does not exist stays, and the file is created") {
  const TemporaryFolder folder;
  fs::create_symlink("second.pgn", folder.path("first.pgn"));
  fs::create_symlink("out.pgn", folder.path("second.pgn"));
  CHECK(replace(folder.path("first.pgn"), "new").empty());
  CHECK(fs::is_symlink(folder.path("first.pgn")));
  CHECK(fs::is_symlink(folder.path("second.pgn")));
  CHECK(content_of(folder.path("out.pgn")) == "new");
}

TEST_CASE("hard links to the old file are reported") {
  const TemporaryFolder folder;
  const std::string path = folder.write("out.pgn", "old");
  fs::create_hard_link(path, folder.path("second.pgn"));
  const auto losses = replace(path, "new");
  REQUIRE(losses.size() == 1);
  CHECK(losses[0] == "it had 2 names (hard links); the others keep the old contents");
  CHECK(content_of(folder.path("second.pgn")) == "old");
  fs::create_symlink(path, folder.path("link.pgn"));
  CHECK(replace(folder.path("link.pgn"), "newer").empty());
  CHECK(fs::is_symlink(folder.path("link.pgn")));
  CHECK(content_of(path) == "newer");
}

TEST_CASE("a file that was changed meanwhile is not replaced") {
  const TemporaryFolder folder;
  const std::string path = folder.path("out.pgn");
  struct Change {
    std::string_view name;
    void (*make)(const TemporaryFolder&);
  };
  const Change change =
      GENERATE(as<Change>{},
               Change{"longer", [](const TemporaryFolder& f) { f.write("out.pgn", "longer"); }},
               Change{"another of the same size and time",
                      [](const TemporaryFolder& f) {
                        const auto time = fs::last_write_time(f.path("out.pgn"));
                        f.write("other", "own");
                        fs::last_write_time(f.path("other"), time);
                        fs::rename(f.path("other"), f.path("out.pgn"));
                      }},
               Change{"touched",
                      [](const TemporaryFolder& f) {
                        fs::last_write_time(f.path("out.pgn"), fs::file_time_type::min());
                      }},
               Change{"removed", [](const TemporaryFolder& f) { fs::remove(f.path("out.pgn")); }});
  CAPTURE(change.name);
  folder.write("out.pgn", "old");
  auto file = OutputFile::open(path);
  REQUIRE(file);
  (*file)->write("new");
  change.make(folder);
  const std::string theirs = content_of(path);
  const auto finished = (*file)->finish();
  REQUIRE_FALSE(finished);
  CHECK(finished.error() == "another program has changed it; it was not replaced");
  CHECK(content_of(path) == theirs);
}

TEST_CASE("a named temporary file is removed if a signal ends the program") {
  const TemporaryFolder folder;
  const std::string path = folder.path("out.pgn.tmp");
  std::array<int, 2> ready{};
  REQUIRE(::pipe(ready.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGTERM, [](int) {
      remove_unfinished_files();
      ::_exit(0);
    });
    const UnfinishedFile unfinished(path);
    folder.write("out.pgn.tmp", "half");
    if (::write(ready[1], "x", 1) == 1) ::pause();
    ::_exit(1);
  }
  char ignored = 0;
  REQUIRE(::read(ready[0], &ignored, 1) == 1);
  CHECK(fs::exists(path));
  ::kill(child, SIGTERM);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("an unfinished file is removed with its object, and a renamed one stays") {
  const TemporaryFolder folder;
  { const UnfinishedFile unfinished(folder.write("a.tmp", "a")); }
  CHECK_FALSE(fs::exists(folder.path("a.tmp")));
  {
    UnfinishedFile unfinished(folder.write("b.tmp", "b"));
    CHECK_FALSE(unfinished.rename_to(folder.path("missing/b")));
    CHECK(unfinished.rename_to(folder.path("b")));
    remove_unfinished_files();
    folder.write("b.tmp", "of somebody else");
  }
  CHECK(content_of(folder.path("b")) == "b");
  CHECK(fs::exists(folder.path("b.tmp")));
}

TEST_CASE("a file is the same under all its names, and only itself") {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.pgn", "a");
  fs::create_hard_link(path, folder.path("b.pgn"));
  fs::create_symlink("b.pgn", folder.path("c.pgn"));
  CHECK(identity_of(path).has_value());
  CHECK(identity_of(path) == identity_of(folder.path("b.pgn")));
  CHECK(identity_of(path) == identity_of(folder.path("c.pgn")));
  CHECK(identity_of(path) != identity_of(folder.write("d.pgn", "a")));
  for (const std::string other : {"/dev/null", "/dev", "/no such file"}) {
    CHECK_FALSE(identity_of(other).has_value());
  }
}

}  // namespace arbiter::testing
