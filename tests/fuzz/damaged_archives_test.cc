// Tests damaged compressed files: readable data are read, and the damage is reported.

#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/input_files.h"
#include "tests/fuzz/damage.h"
#include "tests/io/packing.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

struct Unpacked {
  std::vector<std::string> members;
  std::string damage;  // first error reported, for the input or a member
};

std::string bytes_of(ByteSource& source) {
  std::string bytes;
  std::array<char, 4096> block;
  while (const std::size_t size = source.read(block)) bytes.append(block.data(), size);
  return bytes;
}

Unpacked unpack(const std::filesystem::path& path) {
  Unpacked unpacked;
  const auto input = open_input(path.string());
  if (!input) {
    unpacked.damage = input.error();
    return unpacked;
  }
  try {
    while (const auto member = (*input)->next_member()) {
      unpacked.members.push_back(bytes_of(member->source));
      const auto damage = member->source.damage();
      if (damage && unpacked.damage.empty()) unpacked.damage = *damage;
    }
  } catch (const IoError& error) {
    unpacked.damage = error.what();
  }
  const auto damage = (*input)->damage();
  if (damage && unpacked.damage.empty()) unpacked.damage = *damage;
  if ((*input)->skipped_members() > 0 && unpacked.damage.empty()) unpacked.damage = "skipped";
  return unpacked;
}

std::string games(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) {
    text += fmt::format(
        "[Event \"Open {0}\"]\n[Round \"{0}\"]\n[White \"Player {1}\"]\n\n"
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {2} *\n\n",
        i, i * 7919 % 104729, i % 3 == 0 ? "4. Ba4" : "4. Bxc6");
  }
  return text;
}

// Returns whether damage changed the games without an error. A stream without its signature is read
// as plain text.
bool is_silent(const Unpacked& unpacked, const std::string& packed,
               const std::vector<std::string>& originals) {
  if (!unpacked.damage.empty()) return false;
  return unpacked.members != originals && unpacked.members != std::vector<std::string>{packed};
}

struct Packing {
  std::string name;
  std::string bytes;
  std::vector<std::string> members;
  bool has_checksums = true;
};

std::vector<Packing> packings() {
  const std::string one = games(300);
  const std::string two = games(40);
  const Files files = {{"round1.pgn", one}, {"round2.pgn", two}};
  return {{"games.pgn.gz", compress("gzip", one), {one}},
          {"games.pgn.bz2", compress("bzip2", one), {one}},
          {"games.pgn.xz", compress("xz", one), {one}},
          {"games.pgn.zst", compress("zstd", one), {one}, false},
          {"games.zip", pack("zip", files), {one, two}},
          {"games.7z", pack("7zip", files), {one, two}},
          {"games.tar", pack("tar", files), {one, two}, false},
          {"games.tar.gz", compress("gzip", pack("tar", files)), {one, two}}};
}

TEST_CASE("compressed files and archives are unpacked as they were packed", "[fuzz]") {
  for (const Packing& packing : packings()) {
    CAPTURE(packing.name);
    const auto path = testing::scratch_folder() / packing.name;
    std::ofstream(path, std::ios::binary) << packing.bytes;
    const Unpacked unpacked = unpack(path);
    CHECK(unpacked.damage == "");
    CHECK((unpacked.members == packing.members));
  }
}

TEST_CASE("damaged compressed files and archives end with a message", "[fuzz]") {
  for (const Packing& packing : packings()) {
    const auto path = testing::scratch_folder() / packing.name;
    for (std::uint32_t copy = 0; copy < 150; ++copy) {
      const std::string packed = testing::Damage(copy).done_to_packed(packing.bytes);
      std::ofstream(path, std::ios::binary) << packed;
      const Unpacked unpacked = unpack(path);
      if (!packing.has_checksums || !is_silent(unpacked, packed, packing.members)) continue;
      CAPTURE(packing.name, copy, unpacked.members.size());
      CHECK(unpacked.damage != "");
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
