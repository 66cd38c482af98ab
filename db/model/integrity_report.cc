#include "db/model/integrity_report.h"

namespace arbiter {
namespace {

constexpr std::string_view kWords[kIntegrityParts] = {"file",    "names",    "games", "texts",
                                                      "columns", "findings", "index", "sums"};

}  // namespace

std::string_view to_string(IntegrityPart part) { return kWords[static_cast<std::size_t>(part)]; }

bool is_derived(IntegrityPart part) {
  return part == IntegrityPart::Columns || part == IntegrityPart::Index ||
         part == IntegrityPart::Sums;
}

}  // namespace arbiter
