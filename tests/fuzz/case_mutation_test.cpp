// SPDX-License-Identifier: Apache-2.0
// The case reader under random changes to the corpus: the same on every machine, no clang needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/turbulence_schema.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<std::string> corpus() {
  std::vector<fs::path> files;
  for (const auto& item : fs::directory_iterator("tests/fuzz/corpus")) files.push_back(item.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

/// Pieces that a byte-wise change finds too seldom.
const std::vector<std::string> pieces{"[",
                                      "]",
                                      "{",
                                      "}",
                                      "=",
                                      ".",
                                      "\"",
                                      "\"\"\"",
                                      "'''",
                                      "#",
                                      "\\",
                                      "\n",
                                      "\r\n",
                                      "nan",
                                      "inf",
                                      "-",
                                      "1e999",
                                      "0x10",
                                      "true",
                                      "--set ",
                                      "--set a.b=",
                                      "time.end",
                                      "[[grid]]",
                                      "grid",
                                      "points",
                                      "1979-05-27",
                                      "9223372036854775807",
                                      "-0.0",
                                      "\\u0000",
                                      "\xc3\xa9",
                                      "\xff",
                                      "\xef\xbb\xbf",
                                      std::string(1, '\0'),
                                      "[time]\n",
                                      "kind",
                                      "{}",
                                      "[]",
                                      "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
                                      "a.a.a.a.a.a.a.a.a.a.a.a"};

class Mutator {
 public:
  explicit Mutator(std::vector<std::string> seeds) : seeds_(std::move(seeds)) {}

  std::string next() {
    std::string text = seeds_[below(seeds_.size())];
    for (std::size_t changes = 1 + below(6); changes > 0; --changes) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = below(std::min<std::size_t>(text.size() - at, 40) + 1);
    switch (below(7)) {
    case 0: text.insert(at, pieces[below(pieces.size())]); break;
    case 1: text.erase(at, length); break;
    case 2: text.replace(at, length, pieces[below(pieces.size())]); break;
    case 3: text.insert(at, text.substr(at, length)); break;
    case 4: text.insert(at, 1, static_cast<char>(below(256))); break;
    case 5:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
      break;
    default: splice(text, at); break;
    }
  }
  void splice(std::string& text, std::size_t at) {
    const std::string& other = seeds_[below(seeds_.size())];
    text = text.substr(0, at) + other.substr(below(other.size() + 1));
  }

  std::vector<std::string> seeds_;
  std::mt19937_64 random_{20240229};
};

TEST(CaseFuzz, CorpusHolds) {
  const auto texts = corpus();
  ASSERT_GE(texts.size(), 8u);
  for (const std::string& text : texts) EXPECT_EQ(thalweg::test::violation(text), "") << text;
}

TEST(CaseFuzz, TwentyThousandMutationsHold) {
  Mutator mutator(corpus());
  for (int n = 0; n < 20000; ++n) {
    const std::string text = mutator.next();
    ASSERT_EQ(thalweg::test::violation(text), "") << "mutation " << n << ":\n" << text;
  }
}

}  // namespace
