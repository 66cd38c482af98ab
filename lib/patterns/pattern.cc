#include "lib/patterns/pattern.h"

#include <utility>

namespace arbiter {

Pattern pattern_of(Claim claim) {
  Pattern pattern;
  pattern.kind = Pattern::Kind::Single;
  pattern.claim = std::move(claim);
  return pattern;
}

Pattern joined(Pattern::Kind kind, std::vector<Pattern> parts) {
  if (parts.size() == 1 && (kind == Pattern::Kind::All || kind == Pattern::Kind::Any)) {
    Pattern only = std::move(parts.front());
    return only;
  }
  Pattern pattern;
  pattern.kind = kind;
  pattern.parts = std::move(parts);
  return pattern;
}

Pattern negated(Pattern pattern) {
  std::vector<Pattern> parts;
  parts.push_back(std::move(pattern));
  return joined(Pattern::Kind::Not, std::move(parts));
}

}  // namespace arbiter
