internal import Rides

// The circumstances of a ride in JSON; each name stands once for writing and once for reading.

extension JSONWriter {
  mutating func append(membersOf circumstances: RideCircumstances) {
    member("startConfirmed", circumstances.isStartConfirmed)
    member("targetWatts", circumstances.targetWatts)
    member("askedWatts", circumstances.askedWatts)
    member("trainerAddress", circumstances.trainerAddress)
    member("strapName", circumstances.strapName)
    member("strapAddress", circumstances.strapAddress)
    member("riderKilograms", circumstances.riderKilograms)
    member("maximumHeartRate", circumstances.guards.maximumBeatsPerMinute)
    if circumstances.guards.dfa { member("dfa", true) }
    if circumstances.isOnRoute { member("onRoute", true) }
    member("learntWatts", circumstances.learntWatts)
    if let trim = circumstances.trim {
      member("trim", .object) { json in
        json.member("fromSeconds", trim.seconds.lowerBound)
        json.member("toSeconds", trim.seconds.upperBound)
        json.member("activityId", trim.activityID.rfc3339Milliseconds)
      }
    }
    if let plan = circumstances.plan { member("riddenPlan", .object) { $0.append(membersOf: plan) } }
    guard !circumstances.linkIntervals.isEmpty else { return }
    member("links", .array) { json in
      for role in DeviceRole.allCases {
        guard let statistics = circumstances.linkIntervals[role] else { continue }
        json.append(.object) { json in
          json.member("device", role.rawValue)
          json.append(membersOf: statistics)
        }
      }
    }
  }

  private mutating func append(membersOf statistics: IntervalStatistics) {
    member("count", statistics.count)
    member("shortestNanoseconds", Self.nanoseconds(statistics.shortest))
    member("longestNanoseconds", Self.nanoseconds(statistics.longest))
    member("meanSeconds", statistics.meanSeconds)
    member("squares", statistics.squares)
  }

  private static func nanoseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
  }
}

extension RideCircumstances {
  /// Reads the value of a member.
  ///
  /// - Returns: Whether it is one of these; if not, nothing was read.
  mutating func take(_ key: String, _ json: inout JSONReader) throws(FileFault) -> Bool {
    switch key {
    case "startConfirmed": isStartConfirmed = try json.flag()
    case "targetWatts": targetWatts = try json.integer(in: 0...RideLimits.number)
    case "askedWatts": askedWatts = try json.integer(in: 0...RideLimits.number)
    case "trainerAddress": trainerAddress = try json.string()
    case "strapName": strapName = try json.string()
    case "strapAddress": strapAddress = try json.string()
    case "riderKilograms": riderKilograms = try json.number(in: Double.leastNonzeroMagnitude...1e6)
    case "maximumHeartRate": guards.maximumBeatsPerMinute = try json.integer(in: 1...RideLimits.number)
    case "dfa": guards.dfa = try json.flag()
    case "onRoute": isOnRoute = try json.flag()
    case "learntWatts": learntWatts = try json.integer(in: 0...RideLimits.number)
    case "trim": trim = try Trim(&json)
    case "riddenPlan": plan = try RidePlan(&json)
    case "links":
      linkIntervals = [:]
      try json.array { (json) throws(FileFault) in try takeLink(&json) }
    default: return false
    }
    return true
  }

  private mutating func takeLink(_ json: inout JSONReader) throws(FileFault) {
    var role: DeviceRole?
    var (count, shortest, longest, mean, squares) = (0, 0, 0, 0.0, 0.0)
    let start = json.position
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "device": role = try json.word(DeviceRole.init)
      case "count": count = try json.integer(in: 1...RideLimits.count)
      case "shortestNanoseconds": shortest = try json.integer(in: 0...RideLimits.count)
      case "longestNanoseconds": longest = try json.integer(in: 0...RideLimits.count)
      case "meanSeconds": mean = try json.number(in: 0...1e9)
      case "squares": squares = try json.number(in: 0...Double.greatestFiniteMagnitude)
      default: try json.skip()
      }
    }
    let statistics = IntervalStatistics(
      count: count, shortest: .nanoseconds(shortest), longest: .nanoseconds(longest), meanSeconds: mean,
      squares: squares)
    guard let role, let statistics else {
      throw json.fault(.malformed, at: start, "a link without its device or its intervals")
    }
    linkIntervals[role] = statistics
  }
}

extension RideCircumstances.Trim {
  fileprivate init(_ json: inout JSONReader) throws(FileFault) {
    var (from, to, activityID): (Int?, Int?, UnixTime?)
    let start = json.position
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "fromSeconds": from = try json.integer(in: 0...RideLimits.number)
      case "toSeconds": to = try json.integer(in: 0...RideLimits.number)
      case "activityId": activityID = try json.time()
      default: try json.skip()
      }
    }
    guard let from, let to, let activityID, from < to else {
      throw json.fault(.malformed, at: start, "a trim without its seconds or its activity")
    }
    self.init(seconds: from..<to, activityID: activityID)
  }
}

/// The greatest whole numbers that are read; sums of them do not overflow.
enum RideLimits {
  /// Of seconds, watts, beats and the like; a leap year has fewer seconds.
  static let number = 100_000_000
  /// Of nanoseconds and of messages, exactly represented by a `Double`.
  static let count = 1 << 53
}
