// PatternPlan by name alone, for those that only hand it on: what is in it changes often.
#pragma once

#include "lib/base/namespaces.h"

namespace arbiter::patterns {

class PatternPlan;

}  // namespace arbiter::patterns
