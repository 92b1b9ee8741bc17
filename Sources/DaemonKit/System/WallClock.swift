import CLinux
import Glibc
package import RideSession

/// The time of day, and whether to believe it.
package protocol WallClock: Sendable {
  var now: UnixTime { get }
  /// Whether the system's clock was set from the network or a reference; a Pi has no clock that runs while it is off.
  var isSynchronised: Bool { get }
}

/// The system's clock.
package struct SystemWallClock: WallClock {
  package init() {}

  package var now: UnixTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UnixTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  package var isSynchronised: Bool {
    Self.isSynchronised(byKernel: linux_clock_is_synchronised(), isMarked: access(Self.timesyncMark, F_OK) == 0)
  }

  /// systemd-timesyncd makes it when the clock was set.
  private static let timesyncMark = "/run/systemd/timesync/synchronized"

  /// The kernel knows, whoever sets the clock; a hardened service may not ask it, and then the mark says what it can.
  static func isSynchronised(byKernel state: Int32, isMarked: Bool) -> Bool { state < 0 ? isMarked : state != 0 }
}
