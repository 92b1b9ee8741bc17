import BluetoothLE
import DaemonKit
import Loop
import RadioSim
import RideRuntime
import Rides
import Synchronization

/// The machine that a daemon starts on, as far as time goes.
struct TestMachine {
  /// Names its boot; nil where the ride clock is a simulation's.
  var bootID: String?
  /// Where the ride clock of a stepped daemon begins.
  var now = MonotonicInstant.origin
  /// What the wall clock says then.
  var wallNow = UnixTime(milliseconds: 1_795_243_512_250)
  var isSynchronised = true
}

/// A wall clock that goes with a ride's and can be set.
final class TestWallClock: WallClock {
  private struct State {
    var isSynchronised: Bool
    /// What the clock says at the ride clock's origin.
    var base: UnixTime
  }

  private let loop: EventLoop
  private let state: Mutex<State>

  init(_ machine: TestMachine, loop: EventLoop) {
    self.loop = loop
    let base = machine.wallNow.advanced(by: .zero - loop.now.sinceOrigin)
    state = Mutex(State(isSynchronised: machine.isSynchronised, base: base))
  }

  var now: UnixTime { state.withLock(\.base).advanced(by: loop.now.sinceOrigin) }
  var isSynchronised: Bool { state.withLock(\.isSynchronised) }

  /// Summer time, and none long ago.
  func utcOffsetSeconds(at moment: UnixTime) -> Int? { moment < UnixTime(seconds: 1_000_000_000) ? 3600 : 7200 }

  /// Sets the clock so much ahead, or back.
  func step(by duration: Duration, isSynchronised: Bool) {
    state.withLock { state in
      state.base = state.base.advanced(by: duration)
      state.isSynchronised = isSynchronised
    }
  }
}

/// The trainer of rides that a test puts into the store itself.
let simulatedTrainer = RideDevice(address: SimulatedWorld.trainerAddress, name: "KICKR")
