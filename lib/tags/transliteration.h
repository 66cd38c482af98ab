// Names that differ only in how another script was written with Latin letters.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Returns a key that transliterations of a folded name share: "iakovenko" and "yakovenko",
// "tschigorin" and "chigorin", "petrosjan" and "petrosian", "chalifman" and "khalifman", "djuric"
// and "duric", "hsu" and "xu". Other names usually have other keys.
std::string transliteration_key(std::string_view folded);

}  // namespace arbiter
