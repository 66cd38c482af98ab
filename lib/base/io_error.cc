#include "lib/base/io_error.h"

#include "lib/base/text.h"

namespace arbiter {

std::string reason_of(const std::error_code& code) {
  std::string text = code.message();
  if (!text.empty()) text[0] = to_small(text[0]);
  return text;
}

std::string reason_of_errno(int error_number) {
  return reason_of(std::error_code(error_number, std::generic_category()));
}

}  // namespace arbiter
