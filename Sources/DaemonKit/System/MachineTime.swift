package import Loop
import RideSession

/// What a ride has to know of time beside its own clock.
package struct MachineTime: Sendable {
  package let wallClock: any WallClock
  /// Names the boot that the ride clock counts from; nil where the ride clock is a simulation's.
  package let bootID: String?

  package init(wallClock: any WallClock, bootID: String?) {
    self.wallClock = wallClock
    self.bootID = bootID
  }

  /// The machine's own, for a ride clock of this pace.
  package init(of pace: EventLoop.Pace) {
    self.init(wallClock: SystemWallClock(), bootID: pace == .real ? Self.presentBootID : nil)
  }

  /// Whether ride time is wall time.
  var isReal: Bool { bootID != nil }

  /// What this machine's local time is ahead of UTC then, in seconds; nil where its zone is not known, and where the
  /// ride clock is a simulation's.
  func utcOffsetSeconds(at instant: UnixTime) -> Int? { isReal ? wallClock.utcOffsetSeconds(at: instant) : nil }

  /// The kernel's name of this boot; where it does not tell, a name that no other boot has.
  private static var presentBootID: String {
    let bytes = (try? RadioParts.contents(of: "/proc/sys/kernel/random/boot_id")) ?? []
    let name = String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    return name.isEmpty ? "unknown-\(UInt64.random(in: 0...UInt64.max))" : name
  }
}
