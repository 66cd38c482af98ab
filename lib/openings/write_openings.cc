// A generator of the built-in openings. Its arguments are files for OpeningFile. Writes
// OPENING(key, eco, name, moves) for each position to standard output, sorted by code and moves. If
// several openings have the same position, only the first is written.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "lib/openings/opening_table.h"

namespace arbiter {
namespace {

struct KeyedOpening {
  PositionKey key;
  Opening opening;
};

Result<std::unique_ptr<const OpeningFile>> read_openings(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{"it cannot be opened"};
  return OpeningFile::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') literal += '\\';
    literal += character;
  }
  return literal + '"';
}

void write_openings(std::vector<KeyedOpening> openings) {
  std::ranges::sort(openings, {}, [](const KeyedOpening& keyed) {
    return std::tuple(keyed.opening.eco, keyed.opening.moves);
  });
  for (const auto& [key, opening] : openings) {
    fmt::print("OPENING(0x{:016x}, {}, {}, {})\n", static_cast<std::uint64_t>(key),
               string_literal(opening.eco), string_literal(opening.name),
               string_literal(opening.moves));
  }
}

int run(const std::vector<std::string>& paths) {
  std::vector<std::unique_ptr<const OpeningFile>> files;
  std::vector<KeyedOpening> openings;
  std::set<PositionKey> keys;
  for (const std::string& path : paths) {
    auto file = read_openings(path);
    if (!file) {
      fmt::print(stderr, "{}: {}\n", path, file.error());
      return EXIT_FAILURE;
    }
    files.push_back(*std::move(file));
    const OpeningTable& table = files.back()->table();
    for (std::size_t i = 0; i < table.openings().size(); ++i) {
      if (!keys.insert(table.keys()[i]).second) continue;
      openings.push_back({table.keys()[i], table.openings()[i]});
    }
  }
  write_openings(std::move(openings));
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace arbiter

int main(int count, char** arguments) { return arbiter::run({arguments + 1, arguments + count}); }
