import BluetoothLE
import DaemonKit
import Loop
import RadioSim
import RideRuntime
import Rides
import Synchronization

/// The clocks of the machine on which a daemon starts.
struct TestMachine {
  /// Identifies the boot; nil if the ride clock is simulated.
  var bootID: String?
  /// The start of a stepped daemon's ride clock.
  var now = MonotonicInstant.origin
  /// The wall clock at that moment.
  var wallNow = UnixTime(milliseconds: 1_795_243_512_250)
  var isSynchronised = true
}

/// A wall clock that follows the ride clock and can be set.
final class TestWallClock: WallClock {
  private struct State {
    var isSynchronised: Bool
    /// The wall time at the ride clock's origin.
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

  /// Summer time; the base offset for times long ago.
  func utcOffsetSeconds(at moment: UnixTime) -> Int? { moment < UnixTime(seconds: 1_000_000_000) ? 3600 : 7200 }

  /// Sets the clock ahead or back.
  func step(by duration: Duration, isSynchronised: Bool) {
    state.withLock { state in
      state.base = state.base.advanced(by: duration)
      state.isSynchronised = isSynchronised
    }
  }
}

/// The trainer of rides that a test stores directly.
let simulatedTrainer = RideDevice(address: SimulatedWorld.trainerAddress, name: "KICKR")
