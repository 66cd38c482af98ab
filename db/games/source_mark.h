// How far the importer has come with a file.
#pragma once

#include <cstdint>

#include "db/model/ids.h"

namespace arbiter::db::games {

// How far a source has been read, to be kept with the batch that it led to.
struct SourceMark {
  SourceId source{};
  std::uint32_t batch_games = 0;  // how many of the batch's games are from it
  std::uint64_t offset = 0;       // in the unpacked text: all before it has been read
  std::uint64_t lines = 0;        // line ends before it
  std::uint64_t games = 0;        // games before it that were added
  std::uint64_t fingerprint = 0;  // of the text before it (fingerprint.h)
  bool is_finished = false;
};

}  // namespace arbiter::db::games
