#include "tests/db/old_database.h"

#include <zstd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "tests/support/testdata.h"

namespace arbiter::testing {

std::string make_old_database(const TemporaryFolder& folder) {
  std::ifstream file(repository() / "testdata" / "version-1.db.zst", std::ios::binary);
  const std::string packed{std::istreambuf_iterator<char>(file), {}};
  std::string bytes(ZSTD_getFrameContentSize(packed.data(), packed.size()), '\0');
  REQUIRE(ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size()) ==
          bytes.size());
  return folder.write("old.db", bytes);
}

}  // namespace arbiter::testing
