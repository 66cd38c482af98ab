// The Arrow C data interface, through which data frames and databases receive columns without a
// copy.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace arbiter::python {

// A column without nulls, see https://arrow.apache.org/docs/format/CDataInterface.html.
struct ArrowColumn {
  std::string name;
  std::string format;  // such as "S" uint16, "U" large string, "+L" large list, "+s" struct
  std::int64_t length = 0;
  std::vector<const void*> buffers;  // buffers after the validity bitmap
  std::vector<ArrowColumn> children = {};
};

struct ArrowArrayStream;

// Returns a new stream of one batch with the rows of `table`, which is a struct. `memory` owns the
// buffers, and may be released on any thread, without the GIL.
ArrowArrayStream* new_arrow_stream(ArrowColumn table, std::shared_ptr<const void> memory);
void delete_arrow_stream(ArrowArrayStream* stream);

}  // namespace arbiter::python
