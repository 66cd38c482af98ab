// How commands write one answer: --format text|json.
#pragma once

#include "tools/cli/output/choice.h"

namespace arbiter::cli::output {

enum class AnswerFormat { Text, Json };

inline constexpr Choice<AnswerFormat> kAnswerFormats[] = {
    {"text", AnswerFormat::Text},
    {"json", AnswerFormat::Json},
};

}  // namespace arbiter::cli::output
