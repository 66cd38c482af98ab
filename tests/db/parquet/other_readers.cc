#include "tests/db/parquet/other_readers.h"

#include "tests/tools/run_program.h"

namespace arbiter::testing {

std::string readers_obstacle() {
  const bool is_there =
      run_shell(
          "command -v node npm && test -d \"$(npm root --global 2>/dev/null)/@duckdb/node-api\" && "
          "test -d \"$(npm root --global 2>/dev/null)/hyparquet-compressors\"")
          .status == 0;
  return is_there ? ""
                  : "DuckDB and hyparquet are not installed (tests/db/parquet/install does it)";
}

}  // namespace arbiter::testing
