// SPDX-License-Identifier: Apache-2.0
// What is written of a state: fields, files of its own, and how its data travelled.
#include "base/error.hpp"
#include "fft/shared_items.hpp"
#include "simulation/interface/movement_report.hpp"
#include "solvers/turbulence/passes.hpp"
#include "solvers/turbulence/point_buffer.hpp"
#include "solvers/turbulence/solver.hpp"
#include "solvers/turbulence/statistics/derive.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
Snapshot<Real> Solver<Real>::snapshot() {
  return {p_,
          set_,
          comm_,
          exec_,
          layout_,
          pipeline_,
          phases_,
          output_phases_,
          std::as_const(state_).view(),
          k_.wave_vectors(),
          fft::space_of(streaming_)};
}

template <class Real>
template <class Fill>
io::ImageField Solver<Real>::image_of(const ImageHead& head, Fill fill) {
  PointBuffer<Real> buffer(snapshot().extent(head.components), fft::space_of(streaming_));
  fill(buffer.view());
  buffer.fetch(exec_);
  const fft::SharedItems planes = fft::shared_planes(layout_, group_, head.components);
  const std::int64_t first = layout_.first_plane();
  return {head.name,
          head.unit,
          head.components,
          first + planes.begin(),
          first + planes.end(),
          planes.whole(std::move(buffer.values))};
}

template <class Real>
void Solver<Real>::evaluate(const std::string& name, exec::View<Real, 4> out) {
  for (const OutputField& field : output_fields(set_)) {
    if (field.name != name) continue;
    if (set_.is_quantum()) return quantum_to_points(field, out);
    return snapshot().to_points(LoadField<Real>{std::as_const(state_).view(), k_.wave_vectors(),
                                                field.first, field.components == 3, field.is_curl},
                                out);
  }
  for (const DerivedField& field : derived_fields(set_))
    if (field.name == name) derive<Real>(snapshot(), field.kind, out);
}

template <class Real>
std::optional<io::ImageField> Solver<Real>::image_named(const std::string& name) {
  for (const ImageHead& head : image_fields(set_))
    if (head.name == name)
      return image_of(head, [&](exec::View<Real, 4> out) { evaluate(name, out); });
  if (!averages_) return std::nullopt;
  for (const AverageOutput& output : averages_->outputs())
    if (output.head.name == name)
      return image_of(output.head,
                      [&](exec::View<Real, 4> out) { averages_->copy_to(exec_, output, out); });
  return std::nullopt;
}

template <class Real>
void Solver<Real>::write_fields(simulation::FieldWriter& writer) {
  for (const std::string& name : writer.names()) {
    if (particles_ && particles_->write(name, writer, exec_)) continue;
    std::optional<io::ImageField> image = image_named(name);
    TW_CHECK(image, "no field is called '" + name + "'");
    writer.image(image_grid(), std::move(*image));
  }
}

template <class Real>
io::ImageGrid Solver<Real>::image_grid() const {
  io::ImageGrid grid;
  for (std::size_t d = 0; d < 3; ++d) {  // (z, y, x) from x, y, z
    grid.points[d] = p_.points[2 - d];
    grid.spacing[d] = p_.length[2 - d] / p_.points[2 - d];
  }
  return grid;
}

template <class Real>
void Solver<Real>::start_output(const io::OutputFolder& folder, bool resumed) {
  if (!particles_) return;
  particles_->start_output(folder);
  if (!resumed) particles_->record(exec_, time_, steps_);
}

template <class Real>
void Solver<Real>::end_output(const io::OutputFolder&) {
  if (particles_) particles_->flush();
}

template <class Real>
std::vector<simulation::TransportReport> Solver<Real>::transport() const {
  const auto stages = static_cast<double>(stages_.size());
  std::vector<simulation::TransportReport> reports;
  using enum fft::TileDirection;
  const auto report = [&](const fft::Exchanges<Real>& exchanges, fft::TileDirection direction,
                          int fields, double per_step) {
    reports.push_back(
        simulation::report_of(exchanges.get(direction, fields).plan(), per_step, comm_));
  };
  const fft::Exchanges<Real>& planes = pipeline_.exchanges();
  const fft::Exchanges<Real>* lines = pipeline_.line_exchanges();
  const auto report_there = [&](int fields, double per_step) {
    report(planes, to_planes, fields, per_step);
    if (lines) report(*lines, to_planes, fields, per_step);
  };
  const auto report_back = [&](int fields, double per_step) {
    if (lines) report(*lines, to_rows, fields, per_step);
    report(planes, to_rows, fields, per_step);
  };
  for (const Pass& pass : passes_of(set_)) {
    const double times = stages * pass.per_stage;
    report_there(pass.to_points, times);
    report_back(pass.to_modes, times);
  }
  if (averages_) {
    const AverageWork work = average_work(p_, set_, layout_, sizeof(Complex<Real>), {});
    report_there(work.fields_there, work.calls * work.passes_there);
    if (work.passes_back > 0) report_back(work.fields_back, work.calls * work.passes_back);
  }
  if (!particles_) return reports;
  report_there(3, 1);
  if (particles_->splines().halo().last().plan)
    reports.push_back(simulation::report_of(particles_->splines().halo().plan(1), 1, comm_));
  return reports;
}

TW_INSTANTIATE(Solver)

}  // namespace thalweg::turbulence::inline TW_HALF
