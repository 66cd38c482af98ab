#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "tests/io/packing.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using namespace std::string_literals;

// Returns text that compresses like games, without repetitions.
std::string games(std::size_t size) {
  std::mt19937 random(11);
  std::string text;
  while (text.size() < size) {
    text +=
        "[Event \"Round " + std::to_string(random() % 1000) + "\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
  }
  text.resize(size);
  return text;
}

std::string read_all(ByteSource& source, std::size_t step = 64 * 1024) {
  std::string all;
  std::vector<char> block(step);
  while (const std::size_t size = source.read(block)) all.append(block.data(), size);
  return all;
}

std::string pack_and_compress(const std::string& format, const std::string& compression,
                              const Files& files) {
  const std::string packed = pack(format, files);
  return compression.empty() ? packed : compress(compression, packed);
}

struct Unpacked {
  Files members;
  std::vector<std::string> damage;  // damage of members, then of the input
  std::uint64_t skipped = 0;
};

Unpacked unpack(const std::string& path, std::size_t step = 64 * 1024) {
  Unpacked result;
  auto input = open_input(path);
  if (!input) return {{}, {input.error()}, 0};
  while (const auto member = (*input)->next_member()) {
    result.members.emplace_back(member->name, read_all(member->source, step));
    if (const auto damage = member->source.damage()) result.damage.push_back(*damage);
  }
  if (const auto damage = (*input)->damage()) result.damage.push_back(*damage);
  if ((*input)->total_bytes() && result.damage.empty()) {
    CHECK((*input)->consumed_bytes() <= *(*input)->total_bytes());
  }
  result.skipped = (*input)->skipped_members();
  return result;
}

// Sends the bytes of `content` through a pipe.
class PipedInput {
 public:
  explicit PipedInput(const std::string& content) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    child_ = ::fork();
    if (child_ == 0) {
      ::close(ends[0]);
      std::size_t done = 0;
      while (done < content.size()) {
        const auto size = ::write(ends[1], content.data() + done, content.size() - done);
        if (size <= 0) break;
        done += static_cast<std::size_t>(size);
      }
      ::_exit(0);
    }
    ::close(ends[1]);
    path_ = "/dev/fd/" + std::to_string(descriptor_ = ends[0]);
  }
  ~PipedInput() { ::close(descriptor_); }
  const std::string& path() const { return path_; }

 private:
  int descriptor_ = -1;
  pid_t child_ = -1;
  std::string path_;
};

const std::vector<std::string> kCompressions = {"gzip", "bzip2", "xz", "zstd"};

}  // namespace

TEST_CASE("containers are detected by their bytes", "[archive]") {
  CHECK(container_of("") == Container::None);
  CHECK(container_of("[Event \"?\"]") == Container::None);
  CHECK(container_of("BZh is no name") == Container::None);
  CHECK(container_of("PK is a draw") == Container::None);
  CHECK(container_of(compress("gzip", "x")) == Container::Gzip);
  CHECK(container_of(compress("bzip2", "x")) == Container::Bzip2);
  CHECK(container_of(compress("xz", "x")) == Container::Xz);
  CHECK(container_of(compress("zstd", "x")) == Container::Zstd);
  CHECK(container_of("\x5A\x2A\x4D\x18") == Container::Zstd);
  CHECK(container_of(pack("zip", {{"a", "x"}})) == Container::Zip);
  CHECK(container_of(pack("zip", {})) == Container::Zip);
  CHECK(container_of(pack("7zip", {{"a", "x"}})) == Container::SevenZip);
  CHECK(container_of(pack("tar", {{"a", "x"}})) == Container::Tar);
}

TEST_CASE("a compressed file is read as its contents", "[archive]") {
  const TemporaryFolder folder;
  const std::string filter = GENERATE(from_range(kCompressions));
  const std::size_t size = GENERATE(0u, 1u, 1024u, 1'500'000u);
  CAPTURE(filter, size);
  const std::string text = games(size);
  const std::string path = folder.write("games.bin", compress(filter, text));
  const Unpacked unpacked = unpack(path);
  REQUIRE(unpacked.members.size() == 1);
  CHECK(unpacked.members[0].first == path);
  CHECK(unpacked.members[0].second == text);
  CHECK(unpacked.damage.empty());
}

TEST_CASE("a compressed stream may be read in steps of any size", "[archive]") {
  const TemporaryFolder folder;
  const std::string filter = GENERATE(from_range(kCompressions));
  const std::string text = games(30'000);
  const std::string path = folder.write("games", compress(filter, text));
  const std::size_t step = GENERATE(1u, 7u, 1000u, 30'000u, 30'001u);
  CHECK(unpack(path, step).members[0].second == text);
}

TEST_CASE("concatenated streams are read as one", "[archive]") {
  const TemporaryFolder folder;
  const std::string filter = GENERATE(as<std::string>{}, "gzip", "bzip2", "xz", "zstd");
  CAPTURE(filter);
  const std::string first = games(200'000);
  const std::string second = games(5);
  const std::string joined =
      compress(filter, first) + compress(filter, second) + compress(filter, first);
  const Unpacked unpacked = unpack(folder.write("games", joined));
  CHECK(unpacked.members[0].second == first + second + first);
  CHECK(unpacked.damage.empty());
}

TEST_CASE("a file compressed twice is read through a pipe", "[archive]") {
  const TemporaryFolder folder;
  const std::string text = games(100'000);
  const std::string outer = GENERATE(from_range(kCompressions));
  const std::string twice = compress(outer, compress("gzip", text));
  CHECK(unpack(folder.write("games", twice)).members[0].second == text);
  const PipedInput pipe(twice);
  CHECK(unpack(pipe.path()).members[0].second == text);
}

TEST_CASE("a truncated stream returns its data and reports the damage", "[archive]") {
  const TemporaryFolder folder;
  const std::string filter = GENERATE(from_range(kCompressions));
  CAPTURE(filter);
  const std::string text = games(3'000'000);
  const std::string whole = compress(filter, text);
  const Unpacked unpacked = unpack(folder.write("games", whole.substr(0, whole.size() * 2 / 3)));
  REQUIRE(unpacked.members.size() == 1);
  const std::string& content = unpacked.members[0].second;
  CHECK(content.size() > text.size() / 4);
  CHECK(content == text.substr(0, content.size()));
  CHECK(unpacked.damage.size() == 1);
}

TEST_CASE("gzip and zstd lose no data before the damage", "[archive]") {
  const TemporaryFolder folder;
  const std::string text = games(3'000'000);
  const std::string filter = GENERATE(as<std::string>{}, "gzip", "zstd");
  const std::string followed = compress(filter, text) + "no compressed data";
  const Unpacked unpacked = unpack(folder.write("games", followed), 8 << 20);
  CHECK(unpacked.members[0].second == text);
  CHECK(unpacked.damage.size() == 1);
}

TEST_CASE("zero bytes after gzip data are padding, unless data follows them", "[archive]") {
  const TemporaryFolder folder;
  const std::string text = games(300'000);
  const std::string zeros(GENERATE(1u, 511u, 1'000'000u), '\0');
  const std::string packed = compress("gzip", text) + compress("gzip", text) + zeros;
  const Unpacked padded = unpack(folder.write("games", packed));
  CHECK(padded.members[0].second == text + text);
  CHECK(padded.damage.empty());
  const Unpacked followed = unpack(folder.write("games", packed + compress("gzip", text)));
  CHECK(followed.members[0].second == text + text);
  CHECK(followed.damage.size() == 1);
}

TEST_CASE("a flipped bit is always detected in formats with checksums", "[archive]") {
  const TemporaryFolder folder;
  const std::string filter = GENERATE(as<std::string>{}, "gzip", "bzip2", "xz");
  std::mt19937 random(3);
  const std::string text = games(20'000);
  const std::string whole = compress(filter, text);
  for (int round = 0; round < 200; ++round) {
    std::string damaged = whole;
    char& victim = damaged[10 + random() % (damaged.size() - 10)];
    victim = static_cast<char>(victim ^ (1 << random() % 8));
    const Unpacked unpacked = unpack(folder.write("games", damaged));
    const bool same = unpacked.members.size() == 1 && unpacked.members[0].second == text;
    CHECK((same || !unpacked.damage.empty()));
  }
}

TEST_CASE("an archive returns its game files one by one", "[archive]") {
  const TemporaryFolder folder;
  const auto [format, filter] =
      GENERATE(std::pair{"zip"s, ""s}, std::pair{"7zip"s, ""s}, std::pair{"tar"s, ""s},
               std::pair{"tar"s, "gzip"s}, std::pair{"tar"s, "zstd"s}, std::pair{"tar"s, "xz"s},
               std::pair{"tar"s, "bzip2"s});
  CAPTURE(format, filter);
  const std::string text = games(300'000);
  const std::string archive =
      pack_and_compress(format, filter,
                        {{"notes/", ""},
                         {"round1.pgn", text},
                         {"readme.txt", "These games were collected with care.\n"},
                         {"old/ROUND2.PGN", "1. e4 *"},
                         {"round3.pgn.gz", compress("gzip", text)},
                         {"round4.txt", "\n[Event \"?\"]\n"},
                         {"round5", "1. d4 d5 *\n"},
                         {"cover.jpg", "\xFF\xD8\xFF\xE0 picture"},
                         {"start.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"},
                         {"empty.pgn", ""}});
  const std::string path = folder.write("archive", archive);
  const auto check = [&](const Unpacked& unpacked, const std::string& name) {
    const Files expected = {
        {name + ":round1.pgn", text},
        {name + ":old/ROUND2.PGN", "1. e4 *"},
        {name + ":round3.pgn.gz", text},
        {name + ":round4.txt", "\n[Event \"?\"]\n"},
        {name + ":round5", "1. d4 d5 *\n"},
        {name + ":start.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"},
        {name + ":empty.pgn", ""}};
    Files found = unpacked.members;
    Files wanted = expected;
    std::sort(found.begin(), found.end());  // 7z stores empty files last
    std::sort(wanted.begin(), wanted.end());
    CHECK(found == wanted);
    CHECK(unpacked.damage.empty());
    CHECK(unpacked.skipped == 2);
  };
  check(unpack(path), path);
  const PipedInput pipe(archive);
  check(unpack(pipe.path()), pipe.path());
}

TEST_CASE("members that are not read to their end are skipped", "[archive]") {
  const TemporaryFolder folder;
  const std::string format = GENERATE(as<std::string>{}, "zip", "7zip", "tar");
  const std::string path = folder.write(
      "archive", pack(format, {{"a.pgn", games(300'000)}, {"b.pgn", games(10)}, {"c.pgn", "c"}}));
  auto input = open_input(path);
  REQUIRE(input);
  REQUIRE((*input)->next_member());
  REQUIRE((*input)->next_member());
  const auto last = (*input)->next_member();
  REQUIRE(last);
  CHECK(read_all(last->source) == "c");
  CHECK_FALSE((*input)->next_member());
  CHECK_FALSE((*input)->next_member());
}

TEST_CASE("an archive without games is reported", "[archive]") {
  const TemporaryFolder folder;
  const std::string format = GENERATE(as<std::string>{}, "zip", "7zip", "tar");
  const Unpacked unpacked =
      unpack(folder.write("a", pack(format, {{"readme.txt", "nothing"}, {"x.jpg", "y"}})));
  CHECK(unpacked.members.empty());
  CHECK(unpacked.skipped == 2);
  CHECK(unpacked.damage == std::vector<std::string>{"no game file in the archive"});
}

TEST_CASE("a truncated archive returns its data and reports the damage", "[archive]") {
  const TemporaryFolder folder;
  const auto [format, filter] =
      GENERATE(std::pair{"zip"s, ""s}, std::pair{"tar"s, ""s}, std::pair{"tar"s, "gzip"s});
  CAPTURE(format, filter);
  const std::string text = games(2'000'000);
  const std::string whole = pack_and_compress(format, filter, {{"a.pgn", text}, {"b.pgn", text}});
  const Unpacked unpacked = unpack(folder.write("a", whole.substr(0, whole.size() * 2 / 3)));
  REQUIRE(unpacked.members.size() == 2);
  CHECK(unpacked.members[0].second == text);
  const std::string& second = unpacked.members[1].second;
  CHECK(second == text.substr(0, second.size()));
  CHECK(second.size() > 100'000);
  CHECK(unpacked.damage.size() >= 1);
}

TEST_CASE("damaged archives never crash and never lose data silently", "[archive]") {
  const TemporaryFolder folder;
  const auto [format, filter] = GENERATE(std::pair{"zip"s, ""s}, std::pair{"7zip"s, ""s},
                                         std::pair{"tar"s, "zstd"s}, std::pair{"tar"s, ""s});
  CAPTURE(format, filter);
  std::mt19937 random(5);
  const std::string whole =
      pack_and_compress(format, filter, {{"a.pgn", games(5000)}, {"b.pgn", games(3000)}});
  for (int round = 0; round < 300; ++round) {
    std::string damaged = whole.substr(0, whole.size() - random() % 50);
    for (int flips = 0; flips < 5; ++flips)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    const Unpacked unpacked = unpack(folder.write("a", damaged));
    CHECK((!unpacked.members.empty() || !unpacked.damage.empty()));
  }
}

TEST_CASE("UTF-16 inside compression and archives is converted", "[archive]") {
  const TemporaryFolder folder;
  const std::string text = "\xFF\xFE[\0E\0v\0e\0n\0t\0 \0\"\0\xFC\0\"\0]\0"s;
  const std::string archive = pack("zip", {{"a.txt", text}, {"b.pgn.gz", compress("gzip", text)}});
  auto input = open_input(folder.write("a.zip", archive));
  REQUIRE(input);
  for (int i = 0; i < 2; ++i) {
    const auto member = (*input)->next_member();
    REQUIRE(member);
    CHECK(member->form.parts.utf16 == Encoding::Utf16Le);
    CHECK(read_all(member->source) == "[Event \"\xC3\xBC\"]");
  }
}

TEST_CASE("a file that unpacks to itself is read to a limit", "[archive]") {
  const TemporaryFolder folder;
  std::string packed = "1. e4 *";
  for (int layer = 0; layer < 10; ++layer) packed = compress("gzip", packed);
  const Unpacked unpacked = unpack(folder.write("deep", packed));
  REQUIRE(unpacked.members.size() == 1);
  CHECK(unpacked.members[0].second.empty());
  REQUIRE_FALSE(unpacked.damage.empty());
  CHECK(unpacked.damage[0] == "compressed more than 4 times; it was not decompressed");
}

TEST_CASE("archives in an archive are replaced by their game files", "[archive]") {
  const TemporaryFolder folder;
  const std::string outer = GENERATE(as<std::string>{}, "zip", "7zip", "tar");
  const std::string inner = GENERATE(as<std::string>{}, "zip", "7zip", "tar");
  CAPTURE(outer, inner);
  const std::string text = games(100'000);
  const std::string deepest = pack("zip", {{"d.pgn", "d"}});
  const std::string path = folder.write(
      "a",
      pack(outer, {{"first.pgn", "1"},
                   {"week1", pack(inner, {{"a.pgn", text}, {"x.jpg", "y"}, {"b.pgn", "b"}})},
                   {"week2.gz", compress("gzip", pack(inner, {{"c.pgn", "c"}, {"e", deepest}}))},
                   {"empty", pack(inner, {{"x.jpg", "y"}})},
                   {"last.pgn", "2"}}));
  Unpacked unpacked = unpack(path);
  Files wanted = {{path + ":first.pgn", "1"},        {path + ":week1:a.pgn", text},
                  {path + ":week1:b.pgn", "b"},      {path + ":week2.gz:c.pgn", "c"},
                  {path + ":week2.gz:e:d.pgn", "d"}, {path + ":last.pgn", "2"}};
  CHECK(unpacked.members == wanted);
  CHECK(unpacked.damage.empty());
  CHECK(unpacked.skipped == 2);
}

TEST_CASE("nested archives are limited, and damage in one does not hide the next", "[archive]") {
  const TemporaryFolder folder;
  std::string packed = pack("zip", {{"deep.pgn", "1. e4 *"}});
  for (int layer = 0; layer < 5; ++layer) {
    packed = pack("zip", {{"b.zip", packed}, {"a.pgn", std::to_string(layer)}});
  }
  CHECK(unpack(folder.write("deep", packed)).members.size() == 3);

  const std::string good = pack("zip", {{"g.pgn", "g"}});
  const std::string whole = pack("zip", {{"a.pgn", games(50'000)}, {"b.pgn", "b"}});
  const std::string path =
      folder.write("mixed", pack("tar", {{"bad.zip", whole.substr(0, 1000)}, {"good.zip", good}}));
  const Unpacked unpacked = unpack(path);
  REQUIRE_FALSE(unpacked.members.empty());
  CHECK(unpacked.members.back().first == path + ":good.zip:g.pgn");
  CHECK_FALSE(unpacked.damage.empty());
}

TEST_CASE("game files are recognized by names and first lines", "[archive]") {
  CHECK(is_games_file("a.pgn", ""));
  CHECK(is_games_file("A.PGN.ZST", "\x01\x02"));
  CHECK(is_games_file("x", "% a comment\n\n  [Event \"\"]"));
  CHECK(is_games_file("x", "\xEF\xBB\xBF[White\"Tal\"]"));
  CHECK(is_games_file("x", "1.Nf3"));
  CHECK_FALSE(is_games_file("x", ""));
  CHECK_FALSE(is_games_file("readme.txt", "1. Unpack the files\n[1] see below\n[note] \n"));
  CHECK_FALSE(is_games_file("x.pgn.txt", "[Event"));
}

TEST_CASE("a folder stands for its game files, in order", "[archive]") {
  const TemporaryFolder folder;
  for (const char* name : {"b.pgn", "a/z.pgn", "a/notes.txt", "A.PGN", "c.pgn.zst", "c.zst",
                           "empty/x", "d.ZIP", "a/e.7z", "f.tar.gz", "g.tgz"}) {
    folder.write(name, "x");
  }
  const NamedFiles named = files_named({folder.path(""), folder.path("empty")});
  CHECK(named.files == std::vector<std::string>{folder.path("A.PGN"), folder.path("a/e.7z"),
                                                folder.path("a/z.pgn"), folder.path("b.pgn"),
                                                folder.path("c.pgn.zst"), folder.path("d.ZIP"),
                                                folder.path("f.tar.gz"), folder.path("g.tgz")});
  REQUIRE(named.unread.size() == 1);
  CHECK(named.unread[0].path == folder.path("empty"));
  CHECK(named.unread[0].reason == "no .pgn files or archives in this directory");
}

TEST_CASE("arguments that are not folders are returned unchanged", "[archive]") {
  const NamedFiles named = files_named({"-", "no-such-file.pgn"});
  CHECK(named.files == std::vector<std::string>{"-", "no-such-file.pgn"});
  CHECK(named.unread.empty());
}

}  // namespace arbiter::testing
