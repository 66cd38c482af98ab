// How commands write rows: --format text|json|csv.
#pragma once

#include "tools/cli/output/choice.h"

namespace arbiter::cli::output {

enum class TableFormat { Text, Json, Csv };

inline constexpr Choice<TableFormat> kTableFormats[] = {
    {"text", TableFormat::Text},
    {"json", TableFormat::Json},
    {"csv", TableFormat::Csv},
};

}  // namespace arbiter::cli::output
