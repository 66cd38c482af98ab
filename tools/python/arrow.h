// The Arrow C data interface, by which data frames and databases take columns without a copy.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace arbiter::python {

// A column in the terms of https://arrow.apache.org/docs/format/CDataInterface.html. It has no
// nulls.
struct ArrowColumn {
  std::string name;
  std::string format;  // "S" uint16, "U" large string, "+L" large list, "+s" struct, ...
  std::int64_t length = 0;
  std::vector<const void*> buffers;  // after the validity bitmap
  std::vector<ArrowColumn> children = {};
};

struct ArrowArrayStream;

// Returns a new stream of one batch with the rows of `table`, a struct. `memory` owns the buffers,
// and is released on any thread, without the GIL.
ArrowArrayStream* new_arrow_stream(ArrowColumn table, std::shared_ptr<const void> memory);
void delete_arrow_stream(ArrowArrayStream* stream);

}  // namespace arbiter::python
