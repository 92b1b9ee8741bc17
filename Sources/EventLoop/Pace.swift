import Glibc

extension EventLoop {
  /// How the loop's clock runs.
  package enum Pace: Hashable, Sendable {
    /// As the machine's: the time since boot, suspend included (`CLOCK_BOOTTIME`).
    case real
    /// This many times as fast as the machine's, from its present reading.
    case scaled(Double)
    /// As fast as the work allows: the time stands still while there is any and then leaps to the next sleeper.
    case stepped
  }
}

/// The loop's clock: turns the machine's nanoseconds since boot into the ride clock's, and back.
struct PacedClock: Sendable {
  let pace: EventLoop.Pace
  private let start: Int64

  init(pace: EventLoop.Pace) {
    self.pace = pace
    start = pace == .stepped ? 0 : bootNanoseconds()
  }

  /// The present reading; nil for the stepped pace, whose time is what the loop says.
  var now: Int64? {
    switch pace {
    case .real: bootNanoseconds()
    case .scaled(let rate): start + Int64(Double(bootNanoseconds() - start) * rate)
    case .stepped: nil
    }
  }

  /// When the machine's clock will have reached `deadline`; nil where it never matters.
  func boottime(of deadline: Int64) -> Int64? {
    switch pace {
    case .real: return deadline
    case .scaled(let rate):
      let ahead = (Double(deadline - start) / rate).rounded(.up)
      return ahead < Double(Int64.max - start) ? start + Int64(ahead) : nil
    case .stepped: return nil
    }
  }
}

/// `CLOCK_BOOTTIME` in nanoseconds.
private func bootNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
