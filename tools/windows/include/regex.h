// POSIX regular expressions, implemented by TRE, with REG_STARTEND as in glibc.
#pragma once

#include <tre/regex.h>

#include <cstddef>

#define REG_STARTEND (1 << 14)

inline int regexec_in(const regex_t* pattern, const char* text, std::size_t count,
                      regmatch_t* matches, int flags) {
  if ((flags & REG_STARTEND) == 0) return tre_regexec(pattern, text, count, matches, flags);
  const auto size = static_cast<std::size_t>(matches[0].rm_eo - matches[0].rm_so);
  return tre_regnexec(pattern, text + matches[0].rm_so, size, count, matches,
                      flags & ~REG_STARTEND);
}
#undef regexec
#define regexec regexec_in
