// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/means.hpp"

#include <cmath>

#include "base/error.hpp"

namespace thalweg::turbulence {

template <class Real>
double size_of(const StateField& field, const fft::Layout& layout,
               const transport::Communicator& comm, const Complex<Real>* state) {
  double squares = 0;
  const Complex<Real>* modes = state + field.first * layout.component_size();
  for (std::int64_t n = 0; n < field.components() * layout.component_size(); ++n)
    squares += static_cast<double>(norm(modes[n]));
  return std::sqrt(comm.sum(squares));
}

template <class Real>
bool clear_mean(const StateField& field, int first, int count, const fft::Layout& layout,
                const transport::Communicator& comm, Complex<Real>* state) {
  const double size = size_of(field, layout, comm, state);
  double square = 0;
  // The first mode of the first rank has k = 0.
  for (int c = first; c < first + count && comm.rank() == 0; ++c) {
    Complex<Real>& mean = state[c * layout.component_size()];
    square += static_cast<double>(norm(mean));
    mean = {0, 0};
  }
  return std::sqrt(comm.sum(square)) <= rounding_of_means * size;
}

template <class Real>
void require_no_ascent(const Parameters& p, const SetDescription& set, const fft::Layout& layout,
                       const transport::Communicator& comm, Complex<Real>* state) {
  if (p.equations != Equations::boussinesq || p.buoyancy_frequency == 0) return;
  const StateField& velocity = set.fields.front();
  if (clear_mean(velocity, velocity.first + 2, 1, layout, comm, state)) return;
  throw InputError("turbulence.buoyancy_frequency would make the mean of the buoyancy grow for "
                   "ever, because the mean of the vertical velocity is not 0 at the start. Take it "
                   "away there, or set the frequency to 0.");
}

template double size_of(const StateField&, const fft::Layout&, const transport::Communicator&,
                        const Complex<float>*);
template double size_of(const StateField&, const fft::Layout&, const transport::Communicator&,
                        const Complex<double>*);
template bool clear_mean(const StateField&, int, int, const fft::Layout&,
                         const transport::Communicator&, Complex<float>*);
template bool clear_mean(const StateField&, int, int, const fft::Layout&,
                         const transport::Communicator&, Complex<double>*);
template void require_no_ascent(const Parameters&, const SetDescription&, const fft::Layout&,
                                const transport::Communicator&, Complex<float>*);
template void require_no_ascent(const Parameters&, const SetDescription&, const fft::Layout&,
                                const transport::Communicator&, Complex<double>*);

}  // namespace thalweg::turbulence
