// What `arbiter adjudicate` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/laws/adjudication.h"

namespace arbiter {

struct Judged {
  RulesProfile rules;
  Ruling ruling;
};

// The answer to one question.
struct Judgement {
  Setup where;                // in which it happened
  std::vector<Judged> all{};  // by one profile or several, at least one

  bool is_undetermined() const;
};

std::string text_of(const Judgement& judgement);
// All of it in one line.
std::string row_of(const Judgement& judgement);
// One object and a line end for each profile. `number` is that of the line that asked, for one of
// several.
std::string json_of(const Judgement& judgement, std::optional<std::uint64_t> number = {});

}  // namespace arbiter
