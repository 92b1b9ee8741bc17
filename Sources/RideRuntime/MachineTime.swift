import Glibc
package import Loop
package import Rides

/// The time of day, and whether it is reliable.
package protocol WallClock: Sendable {
  var now: UnixTime { get }
  /// Whether the system's clock was set from the network or another reference. A Pi has no clock that runs while it is
  /// off.
  var isSynchronised: Bool { get }
  /// Returns local time minus UTC at a moment, in seconds; nil if the machine's time zone is unknown.
  func utcOffsetSeconds(at moment: UnixTime) -> Int?
}

extension WallClock {
  /// The present local time; UTC if the machine's time zone is unknown.
  package var moment: LocalMoment {
    let now = now
    return LocalMoment(now, utcOffsetSeconds: utcOffsetSeconds(at: now) ?? 0)
  }

  package var today: CalendarDay { moment.day }
}

/// The system's clock.
package struct SystemWallClock: WallClock {
  private let isTrusted: Bool

  /// - Parameter isTrusted: Whether the clock counts as set without a check, because a simulated ride has no other
  ///   clock.
  package init(isTrusted: Bool = false) { self.isTrusted = isTrusted }

  package var now: UnixTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UnixTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  package var isSynchronised: Bool { isTrusted || SystemClock.isSynchronised }

  package func utcOffsetSeconds(at moment: UnixTime) -> Int? {
    // Without either, the C library uses UTC.
    guard getenv("TZ") != nil || access(Self.zone, F_OK) == 0 else { return nil }
    tzset()
    return SystemClock.utcOffsetSeconds(at: Int(moment.milliseconds / 1000))
  }

  private static let zone = "/etc/localtime"
}

/// The machine's clocks other than the ride clock.
package struct MachineTime: Sendable {
  package let wallClock: any WallClock
  /// The boot that the ride clock counts from; nil if the ride clock is simulated.
  package let bootID: String?

  package init(wallClock: any WallClock, bootID: String?) {
    self.wallClock = wallClock
    self.bootID = bootID
  }

  /// Creates the system's clocks for a ride clock of this pace.
  ///
  /// - Parameters:
  ///   - pace: The pace of the ride clock.
  ///   - isSimulated: Whether the ride is simulated. The wall clock then counts as set.
  package init(of pace: EventLoop.Pace, isSimulated: Bool = false) {
    self.init(wallClock: SystemWallClock(isTrusted: isSimulated), bootID: pace == .real ? Self.presentBootID : nil)
  }

  /// Whether ride time is wall time.
  package var isReal: Bool { bootID != nil }

  /// Returns local time minus UTC at a moment, in seconds; nil if the time zone is unknown, or the ride clock is
  /// simulated.
  package func utcOffsetSeconds(at instant: UnixTime) -> Int? { isReal ? wallClock.utcOffsetSeconds(at: instant) : nil }

  /// The kernel's ID of this boot.
  ///
  /// If it cannot be read, an ID that no other boot has.
  private static var presentBootID: String {
    KernelFile.word(at: "/proc/sys/kernel/random/boot_id") ?? "unknown-\(UInt64.random(in: 0...UInt64.max))"
  }
}

/// Small files of the kernel, in `/proc` and `/sys`.
package enum KernelFile {
  /// Returns the first word of a file; nil if the file has no word, or cannot be read.
  package static func word(at path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    let word = bytes.prefix(count).prefix { $0 > UInt8(ascii: " ") }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }
}
