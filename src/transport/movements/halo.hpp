// SPDX-License-Identifier: Apache-2.0
// The neighbour movement: points of this rank's arrays go to ghost points of other ranks' arrays,
// or of its own where a direction is periodic; in reverse, ghost values are added to the points
// that they stand for. A persistent plan of the points; fields are given at each exchange. Blocks
// of several extents lie in one array (an arena), with linear indices into that
// (docs/design/halos.md).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "exec/exec.hpp"
#include "transport/movements/halo_kernels.hpp"
#include "transport/movements/message_plan.hpp"
#include "transport/routes/carriers/datatype.hpp"

namespace thalweg::transport::inline TW_HALF {

/// What becomes of a ghost value at its owner.
enum class Combine { add };

/// Nobody looks at when messages are given away and waited for.
struct Unwatched {
  int operator()() const { return 0; }
};

/// T: any trivially copyable type; with += for the reverse exchange. One exchange is under way at a
/// time, and all are given the same exec, or one that comes after the last.
template <class T>
class Halo {
 public:
  /// Collective. `sends` and `receives`: which points of every field go to and come from whom. The
  /// k-th link from rank a to rank b fills the k-th link that b has from a, point by point; links
  /// of a rank to itself likewise. No exchange moves more than most_fields fields. Takes time
  /// linear in the points. Throws UsageError for links that are wrong as this rank alone can see,
  /// and CommError.
  Halo(const Communicator& comm, std::string name, const std::vector<HaloLink>& sends,
       const std::vector<HaloLink>& receives, int most_fields = 1, std::string route = "auto");
  // The plan keeps addresses of its parts.
  Halo(const Halo&) = delete;
  Halo& operator=(const Halo&) = delete;

  /// Collective: what the first exchange of so many fields does before it starts. The route is
  /// chosen, and where several are tried the fields are exchanged with each: their ghost points are
  /// written. Waits for exec. Throws InputError for a route that is not possible here.
  void prepare(const exec::Exec& exec, const HaloFields<T>& fields);

  /// Let the halo go: what exec was given has written the fields, and is done with their ghost
  /// points. Until finish() the points that are sent stay as they are, and ghost points are
  /// undefined, but for those that this rank fills from its own points: they are filled in the
  /// order of exec. All ranks give equally many fields. Collective; throws as prepare().
  /// watch: makes an object that lives while messages are given away or waited for, where there are
  /// any; what remains is packing and copying.
  template <class Watch = Unwatched>
  void start(const exec::Exec& exec, const HaloFields<T>& fields, const Watch& watch = {});
  /// The other way: the value of each ghost point is added to the point that it is filled from, in
  /// an order that depends on the links alone. Ghost points keep their values. Until finish() both
  /// may change in the order of exec: what is added are the values of now, to those of then.
  /// Collective; throws as prepare().
  void start_reverse(const exec::Exec& exec, const HaloFields<T>& fields,
                     Combine combine = Combine::add) requires halo::Addable<T>;
  /// Let messages move; call it now and then during long work.
  void progress();
  /// The exchange that was started is complete in the order of exec. Collective. watch: as start()
  /// takes it.
  template <class Watch = Unwatched>
  void finish(const exec::Exec& exec, const Watch& watch = {});
  /// Whether this rank has messages to send or to receive.
  bool has_messages() const { return sends_.messages + receives_.messages > 0; }

  /// The plan of exchanges of so many fields; throws UsageError before the first of them.
  const MessagePlan& plan(int fields) const { return made(forward_, fields); }
  /// An exchange: the plan that carried it, and what that had done before.
  struct Exchange {
    const MessagePlan* plan = nullptr;
    MessagePlanStatistics before{};
  };
  /// The one that was last started; none has no plan.
  const Exchange& last() const { return last_; }

 private:
  using Plans = std::vector<std::unique_ptr<MessagePlan>>;  // by number of fields - 1
  using Buffer = exec::Array<T, 1>;
  /// A side's points, for kernels.
  struct Tiles {
    exec::Array<HaloTile, 1> tiles;
    exec::Array<std::int32_t, 1> offsets;
    int messages = 0, own = 0;  // tiles
  };
  /// What adding needs, made at the first reverse exchange.
  struct Sums {
    exec::Array<std::int64_t, 1> points, begins;
    exec::Array<HaloPart, 1> parts;
    exec::Array<HaloSlot, 1> slots;
  };

  static Tiles upload(const HaloSide& side);
  template <bool Pack>
  void move_messages(const exec::Exec& exec, const Tiles& tiles, Buffer& buffer);
  void copy_own(const exec::Exec& exec);
  void pack_own_ghosts(const exec::Exec& exec);
  void add_parts(const exec::Exec& exec);
  void upload_sums();
  template <class Watch, class Act>
  void watched(const Watch& watch, const Act& act) const;

  void begin(const HaloFields<T>& fields);
  void activate(MessagePlan& plan);
  MessagePlan& plan_of(const exec::Exec& exec, Plans& plans);
  std::unique_ptr<MessagePlan> make_plan(bool reverse);
  std::vector<Message> messages_of(const HaloSide& side) const;
  std::shared_ptr<const Packing> packing();
  std::vector<TypedMessage> typed(const HaloSide& side) const;
  const MessagePlan& made(const Plans& plans, int fields) const;

  Communicator comm_;
  std::string name_, route_;
  int most_fields_;
  HaloLayout layout_;
  Tiles sends_, receives_;
  exec::Array<std::int64_t, 1> own_sources_;
  std::unique_ptr<Sums> sums_;
  Buffer send_, receive_;             // of most_fields fields; send_ ends with this rank's own slot
  std::shared_ptr<Staging> staging_;  // of all plans: they take turns
  Plans forward_, reverse_;

  HaloFields<T> fields_;  // of the exchange that is under way
  MessagePlan* active_ = nullptr;
  Exchange last_;
};

}  // namespace thalweg::transport::inline TW_HALF

#include "transport/movements/halo_setup.hpp"
