import ControlWire
package import Rides

/// Texts about the request for a ride.
package enum RequestText {
  /// The source of a value that was not typed.
  package enum Origin: Hashable, Sendable {
    case settings
    case lastTime
  }

  /// Describes a ride that repeats the last one.
  ///
  /// `Same as last time: 150 W for 60 min.`
  package static func again(_ request: RideRequest) -> String {
    String(localized: "Same as last time: \(ride(request)).")
  }

  /// Describes a ride that repeats an earlier one.
  ///
  /// `Same as ride 12: 150 W for 60 min.`
  package static func like(_ id: Int, _ request: RideRequest) -> String {
    String(localized: "Same as ride \(id): \(ride(request)).")
  }

  /// Describes a ride with the power and the length in the settings.
  ///
  /// `From your settings: 150 W for 60 min.`
  package static func usual(_ request: RideRequest) -> String {
    String(localized: "From your settings: \(ride(request)).")
  }

  /// Describes a ride whose power or length was filled in; nil if both were typed.
  ///
  /// `150 W for 60 min (time from your settings).`
  package static func completed(_ request: RideRequest, watts: Origin?, length: Origin?) -> String? {
    let origins = [
      watts.map {
        $0 == .settings ? String(localized: "power from your settings") : String(localized: "power from the last ride")
      },
      length.map {
        $0 == .settings ? String(localized: "time from your settings") : String(localized: "time from the last ride")
      },
    ].compactMap(\.self)
    return origins.isEmpty ? nil : "\(ride(request)) (\(origins.joined(separator: ", ")))."
  }

  /// Describes a ride: `150 W for 60 min, warm-up 10:00`, `plan Tempo`, `Zone 2 for 60 min, from 140 W`, `a free ride`.
  package static func ride(_ request: RideRequest) -> String {
    let parts = [
      work(request), request.zone2 == true ? request.watts.map { String(localized: "from \($0) W") } : nil,
      request.warmupSeconds.map { String(localized: "warm-up \(ClockTime($0))") },
      request.cooldownSeconds.map { String(localized: "cool-down \(ClockTime($0))") },
      request.maximumHeartRate.map { String(localized: "heart rate up to \($0) bpm") },
      request.usesAlpha1 ? String(localized: "with DFA alpha-1") : nil,
      request.heartRate == false ? String(localized: "without heart rate") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private static func work(_ request: RideRequest) -> String {
    if let plan = request.plan { return String(localized: "plan \(plan.printable)") }
    if let day = request.plannedFor { return String(localized: "the workout for \(day.title)") }
    let what =
      if let slope = request.slopePercent {
        String(localized: "a slope of \(Figure.short(slope)) %")
      } else if let resistance = request.resistancePercent {
        String(localized: "a resistance of \(Figure.short(resistance)) %")
      } else if request.free == true {
        String(localized: "a free ride")
      } else if request.zone2 == true {
        String(localized: "Zone 2")
      } else {
        request.watts.map { "\($0) W" } ?? String(localized: "a ride")
      }
    if let minutes = request.minutes { return String(localized: "\(what) for \(time(minutes: minutes))") }
    return request.isEndless ? String(localized: "\(what) until you stop") : what
  }

  /// Formats a length: `60 min`, or `1:30` if it has seconds.
  package static func time(minutes: Double) -> String {
    Int(exactly: minutes).map { "\($0) min" } ?? "\(ClockTime(Int((minutes * 60).rounded())))"
  }
}
