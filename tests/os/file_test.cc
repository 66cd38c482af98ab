#include "lib/os/file.h"

#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "lib/base/result.h"
#include "lib/os/process.h"

// This test includes no system header, so that it also runs on Windows.
using namespace arbiter;
namespace fs = std::filesystem;

namespace {

// A folder with a name in UTF-8, removed with this object.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / fs::u8path(name())) {
    fs::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  std::string path(const std::string& file) const {
    return (path_ / fs::u8path(file)).generic_string();
  }
  std::string write(const std::string& file, const std::string& text) const {
    std::ofstream(path(file), std::ios::binary) << text;
    return path(file);
  }

 private:
  static std::string name() {
    static int count = 0;
    return "arbiter Größe ♞ " + std::to_string(process_id()) + " " + std::to_string(++count);
  }

  fs::path path_;
};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a path keeps its characters on the way through std::filesystem", "[os]") {
  const std::string name = GENERATE(as<std::string>{}, "a b.pgn", "Größe.pgn", "♔♞.pgn", "😀.pgn");
  CAPTURE(name);
  const Folder folder;
  folder.write(name, "x");
  REQUIRE(std::distance(fs::directory_iterator(folder.path("")), {}) == 1);
  const fs::path found = fs::directory_iterator(folder.path(""))->path();
  CHECK(found.filename().string() == name);
  CHECK(state_of_file(found.string())->bytes == 1);
}

TEST_CASE("the state of a file is that of the system", "[os]") {
  const Folder folder;
  const std::string path = folder.write("a", "12345");
  const auto before = state_of_file(path);
  REQUIRE(before);
  CHECK(before->is_regular());
  CHECK(before->bytes == 5);
  CHECK(before->links == 1);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  CHECK(std::chrono::abs(now - std::chrono::nanoseconds(before->modified)) <
        std::chrono::minutes(10));
  const int file = open_file(path, OpenMode::Read);
  REQUIRE(file >= 0);
  CHECK(state_of_file(file)->identity == before->identity);
  CHECK(close_file(file));
  CHECK(state_of_file(folder.write("b", "12345"))->identity != before->identity);
  fs::create_hard_link(path, folder.path("c"));
  CHECK(state_of_file(folder.path("c"))->identity == before->identity);
  CHECK(state_of_file(path)->links == 2);
  CHECK(state_of_file(folder.path("."))->is_folder());
  CHECK_FALSE(state_of_file(folder.path("missing")));
  CHECK(errno == ENOENT);
}

TEST_CASE("each way to open a file has its own errors", "[os]") {
  const Folder folder;
  const std::string path = folder.write("a", "1");
  for (const OpenMode how : {OpenMode::Create, OpenMode::CreatePrivate}) {
    CHECK(open_file(path, how) < 0);
    CHECK(errno == EEXIST);
  }
  for (const OpenMode how : {OpenMode::Read, OpenMode::Write, OpenMode::ReadAndWrite}) {
    CHECK(open_file(folder.path("missing"), how) < 0);
    CHECK(errno == ENOENT);
  }
  CHECK(open_file(folder.path("."), OpenMode::Write) < 0);
  CHECK(errno == EISDIR);
}

TEST_CASE("bytes are written and read unchanged", "[os]") {
  const Folder folder;
  const std::string text("a\r\nb\nc\x1A\0d", 9);
  const int file = open_file(folder.path("a"), OpenMode::Create);
  REQUIRE(file >= 0);
  CHECK(write_all(file, text) == 0);
  CHECK(sync_to_disk(file));
  CHECK(close_file(file));
  CHECK(sync_folder(folder.path(".")));
  CHECK(text_of(folder.path("a")) == text);

  const int again = open_file(folder.path("a"), OpenMode::Read);
  REQUIRE(seek_in_file(again, 2));
  CHECK(offset_in_file(again) == 2);
  CHECK(preview_of(again, 4) == text.substr(2));
  CHECK(offset_in_file(again) == 2);
  CHECK(has_input(again));
  std::string got(20, '\0');
  CHECK(read_file(again, got) == 7);
  CHECK(got.substr(0, 7) == text.substr(2));
  CHECK(read_file(again, got) == 0);
  CHECK(close_file(again));
}

TEST_CASE("a file replaces another, also one that a program has open", "[os]") {
  const Folder folder;
  const std::string from = folder.write("new", "new");
  const std::string to = folder.write("old", "old");
  const int reader = open_file(to, OpenMode::Read);
  REQUIRE(replace_file(from, to));
  CHECK(text_of(to) == "new");
  CHECK_FALSE(fs::exists(from));
  close_file(reader);
  CHECK_FALSE(replace_file(from, to));
  CHECK(errno == ENOENT);
  CHECK(remove_file(to.c_str()));
  CHECK_FALSE(fs::exists(to));
}

TEST_CASE("rights are checked", "[os]") {
  const Folder folder;
  const std::string path = folder.write("a", "1");
  CHECK(has_right(path, FileRight::Read));
  CHECK(has_right(path, FileRight::Write));
  CHECK(has_right(folder.path("."), FileRight::Exist));
  CHECK(has_right(folder.path("."), FileRight::CreateFiles));
  CHECK_FALSE(has_right(folder.path("missing"), FileRight::Exist));
  CHECK_FALSE(is_full(folder.path("."), 1));
}

TEST_CASE("a temporary file has its bytes, and disappears", "[os]") {
  const auto count = [] {
    return std::distance(fs::directory_iterator(fs::u8path(temporary_folder())), {});
  };
  const auto before = count();
  {
    const auto stream = open_temporary_stream();
    std::fputs("abcdef", stream.get());
    std::fflush(stream.get());
    std::string part(3, '\0');
    CHECK(read_at(stream.get(), 2, part));
    CHECK(part == "cde");
    std::fputs("gh", stream.get());
    std::fflush(stream.get());
    CHECK(read_at(stream.get(), 5, part));
    CHECK(part == "fgh");
    CHECK_FALSE(read_at(stream.get(), 6, part));
  }
  CHECK(count() == before);
}

TEST_CASE("a file in memory can be opened by its name", "[os]") {
  const MemoryFile memory("1. e4 e5\n");
  CHECK(memory.content() == "1. e4 e5\n");
  const int file = open_file(memory.name(), OpenMode::Read);
  REQUIRE(file >= 0);
  std::string text(20, '\0');
  CHECK(read_file(file, text) == 9);
  CHECK(text.substr(0, 9) == "1. e4 e5\n");
  close_file(file);
}

TEST_CASE("a lock is held by one thread at a time", "[os]") {
  const Folder folder;
  int inside = 0;
  int most = 0;
  const auto work = [&] {
    for (int i = 0; i < 20; ++i) {
      const FolderLock lock(folder.path("."));
      most = std::max(most, ++inside);
      std::this_thread::yield();
      --inside;
    }
  };
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
  CHECK(most == 1);
}

TEST_CASE("changes of a folder are noticed", "[os]") {
  const Folder folder;
  ChangeWatch watch(ChangeWatch::Kind::Notified);
  watch.add_around(folder.path("."));
  REQUIRE(watch.kind() == ChangeWatch::Kind::Notified);
  CHECK_FALSE(watch.wait(std::chrono::milliseconds(1)));
  folder.write("a", "1");
  CHECK(watch.wait(std::chrono::seconds(10)));
}

TEST_CASE("a process has a start time, and others have none", "[os]") {
  CHECK_FALSE(start_of_process(std::to_string(process_id())).empty());
  CHECK(start_of_process("4000000000").empty());
  CHECK_FALSE(machine_name().empty());
}

TEST_CASE("an interruption ends waits", "[os]") {
  const Folder folder;
  const WaitInterruption waits;
  CHECK_FALSE(WaitInterruption::is_interrupted());
  const FolderLock lock(folder.path("."));
  std::thread waiting([&] { const FolderLock second(folder.path(".")); });
  WaitInterruption::interrupt();
  waiting.join();
  CHECK(WaitInterruption::is_interrupted());
}
