// PatternPlan by name alone, for those that only hand it on: what is in it changes often.
#pragma once

namespace arbiter {

class PatternPlan;

}  // namespace arbiter
