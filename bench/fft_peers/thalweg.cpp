// SPDX-License-Identifier: Apache-2.0
// Our distributed transforms in the comparison. Variants: stored and passing (thalweg_whole.hpp),
// dealiased (thalweg_dealiased.hpp).
#include "thalweg_dealiased.hpp"
#include "thalweg_whole.hpp"

namespace {

using namespace thalweg;

template <class Real>
std::unique_ptr<bench::Pair> make_pair(const std::string& variant, int n,
                                       const transport::Communicator& comm) {
  if (variant == "dealiased") return std::make_unique<bench::DealiasedPair<Real>>(n, comm);
  if (variant == "stored" || variant == "passing")
    return std::make_unique<bench::WholePair<Real>>(n, variant == "stored", comm);
  return nullptr;
}

std::unique_ptr<bench::Pair> make(const std::string& variant, int n, bool single,
                                  const transport::Communicator& comm) {
  return single ? make_pair<float>(variant, n, comm) : make_pair<double>(variant, n, comm);
}

}  // namespace

int main(int argc, char** argv) {
  const transport::Session session(&argc, &argv);
  bench::serve(make, transport::Communicator::world());
  return 0;
}
