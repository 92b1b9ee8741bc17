import CLinux
import Glibc

/// The system's clock, and whether it is reliable.
package enum SystemClock {
  /// systemd-timesyncd creates this file when it has set the clock.
  private static let timesyncMark = "/run/systemd/timesync/synchronized"

  /// Whether the clock was set from the network or another reference; a Pi has no clock that runs while it is off.
  package static var isSynchronised: Bool {
    isSynchronised(byKernel: linux_clock_is_synchronised(), isMarked: access(timesyncMark, F_OK) == 0)
  }

  /// Combines two sources: the kernel's state covers every program that sets the clock; if a hardened service may not
  /// query it, the mark counts.
  package static func isSynchronised(byKernel state: Int32, isMarked: Bool) -> Bool {
    state < 0 ? isMarked : state != 0
  }

  /// Returns how many seconds local time is ahead of UTC at a Unix time; nil if the C library cannot convert it.
  package static func utcOffsetSeconds(at moment: Int) -> Int? {
    var (seconds, parts) = (time_t(moment), tm())
    return localtime_r(&seconds, &parts) == nil ? nil : Int(parts.tm_gmtoff)
  }
}
