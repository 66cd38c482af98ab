#include "lib/io/byte_source.h"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/archive_reader.h"
#include "lib/io/text_conversion.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Returns its text in pieces of varying size, like a pipe.
class DripSource final : public ByteSource {
 public:
  explicit DripSource(std::string text) : text_(std::move(text)) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t size =
        std::min({into.size(), text_.size() - read_, std::size_t{1 + read_ % 7}});
    std::copy_n(text_.data() + read_, size, into.data());
    read_ += size;
    return size;
  }

  std::optional<std::string> damage() const override { return "dripped"; }

 private:
  std::string text_;
  std::size_t read_ = 0;
};

std::string read_all(ByteSource& source, std::size_t step) {
  std::string all;
  std::vector<char> block(step);
  while (const std::size_t size = source.read(block)) all.append(block.data(), size);
  return all;
}

std::string random_bytes(std::size_t size) {
  std::mt19937 random(7);
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  return bytes;
}

}  // namespace

TEST_CASE("a file is read unchanged, in steps of any size", "[byte_source]") {
  const TemporaryFolder folder;
  const std::string bytes = random_bytes(100'000);
  const std::string path = folder.write("games.pgn", bytes);
  const std::size_t step = GENERATE(1u, 1000u, 65536u, 200'000u);
  auto file = FileSource::open(path);
  REQUIRE(file);
  CHECK((*file)->is_regular());
  CHECK((*file)->total_bytes() == bytes.size());
  CHECK(read_all(**file, step) == bytes);
  CHECK((*file)->position() == bytes.size());
  (*file)->seek(99'990);
  CHECK(read_all(**file, step) == bytes.substr(99'990));
  CHECK_FALSE((*file)->damage().has_value());
}

TEST_CASE("a file that cannot be opened gives the system's reason", "[byte_source]") {
  const TemporaryFolder folder;
  const auto missing = FileSource::open(folder.path("none.pgn"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error() == "no such file or directory");
  const auto directory = FileSource::open(folder.path("."));
  REQUIRE_FALSE(directory);
  CHECK(directory.error() == "is a directory");
}

TEST_CASE("a device that fails while it is read throws", "[byte_source]") {
  auto file = FileSource::open("/proc/self/mem");  // its first page cannot be read
  REQUIRE(file);
  std::vector<char> block(100);
  CHECK_THROWS_AS((*file)->read(block), IoError);
}

TEST_CASE("a pipe has no size and is read to its end", "[byte_source]") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const std::string text = "[Event \"?\"]\n";
  REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  auto pipe = FileSource::open("/dev/fd/" + std::to_string(ends[0]));
  ::close(ends[0]);
  REQUIRE(pipe);
  CHECK_FALSE((*pipe)->is_regular());
  CHECK_FALSE((*pipe)->total_bytes().has_value());
  CHECK(read_all(**pipe, 5) == text);
  CHECK((*pipe)->position() == text.size());
}

TEST_CASE("spooled data can be read and allows seeking", "[byte_source]") {
  const std::string bytes = random_bytes(300'000);
  DripSource drip(bytes);
  const TemporaryFolder folder;
  const auto packed = FileSource::open(folder.write("packed", "x"));
  REQUIRE(packed);
  const auto file = FileSource::spool(drip, **packed);
  REQUIRE(file);
  CHECK((*file)->total_bytes() == bytes.size());
  CHECK(read_all(**file, 4096) == bytes);
  (*file)->seek(1);
  CHECK(read_all(**file, 4096) == bytes.substr(1));
}

TEST_CASE("inspecting the start does not consume it", "[byte_source]") {
  const std::string bytes = random_bytes(GENERATE(0u, 1u, 1023u, 1024u, 1025u, 5000u));
  PeekableSource source(std::make_unique<DripSource>(bytes));
  CHECK(source.start() == std::string_view(bytes).substr(0, PeekableSource::kPeekBytes));
  CHECK(read_all(source, 700) == bytes);
  CHECK(source.damage() == "dripped");
}

TEST_CASE("reading fully ends only with the span or the source", "[byte_source]") {
  const std::string bytes = random_bytes(1000);
  DripSource source(bytes);
  std::vector<char> block(900);
  CHECK(read_fully(source, block) == 900);
  CHECK(std::string(block.data(), 900) == bytes.substr(0, 900));
  CHECK(read_fully(source, block) == 100);
  CHECK(read_fully(source, block) == 0);
}

TEST_CASE("UTF-16 in any pieces is delivered as UTF-8 without its mark", "[byte_source]") {
  std::string bytes = "\xFE\xFF";
  std::string expected;
  for (int i = 0; i < 40'000; ++i) {
    bytes += std::string("\0a\x26\x58", 4);
    expected += "a\xE2\x99\x98";
  }
  const PlainText text =
      plain_text(std::make_unique<PeekableSource>(std::make_unique<DripSource>(bytes)));
  CHECK(text.form->parts.utf16 == Encoding::Utf16Be);
  CHECK(read_all(*text.source, 1000) == expected);
  CHECK(text.source->damage() == "dripped");
}

}  // namespace arbiter::testing
