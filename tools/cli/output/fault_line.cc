#include "tools/cli/output/fault_line.h"

#include <fmt/format.h>

#include "lib/export/neutral_text.h"
#include "tools/cli/output/utf8.h"

namespace arbiter {

std::string fault_line(std::string_view database, const IntegrityFault& fault) {
  const std::string place =
      fault.game ? fmt::format("game {}: ", number_of(*fault.game)) : std::string();
  return fmt::format("{}: error[{}]: {}{}\n", shown_path(database), to_string(fault.part), place,
                     neutral(fault.what));
}

}  // namespace arbiter
