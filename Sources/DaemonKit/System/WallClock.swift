import CLinux
import Glibc
package import RideSession

/// The time of day, and whether to believe it.
package protocol WallClock: Sendable {
  var now: UnixTime { get }
  /// Whether the system's clock was set from the network or a reference; a Pi has no clock that runs while it is off.
  var isSynchronised: Bool { get }
  /// Seconds that clocks of the machine's zone are ahead of UTC at a moment; nil where its zone is not known.
  func utcOffsetSeconds(at moment: UnixTime) -> Int?
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

  package func utcOffsetSeconds(at moment: UnixTime) -> Int? {
    // Without either, the C library takes UTC for the zone.
    guard getenv("TZ") != nil || access(Self.zone, F_OK) == 0 else { return nil }
    tzset()
    var seconds = time_t(moment.milliseconds / 1000)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? nil : Int(parts.tm_gmtoff)
  }

  private static let zone = "/etc/localtime"
  /// systemd-timesyncd makes it when the clock was set.
  private static let timesyncMark = "/run/systemd/timesync/synchronized"

  /// The kernel knows, whoever sets the clock; a hardened service may not ask it, and then the mark says what it can.
  static func isSynchronised(byKernel state: Int32, isMarked: Bool) -> Bool { state < 0 ? isMarked : state != 0 }
}
