package import Rides

/// Details of a problem beyond its code; on the wire the text of `detail`.
package enum ProblemDetail: Hashable, Sendable {
  /// For `adapterOff`.
  case adapterOff(AdapterOffReason)
  /// For a device that is away though it can be reached.
  case device(DeviceFault)
  /// For `radioMending`.
  case measure(RadioMeasure)
  /// For `targetRefused`.
  case refusal(TargetRefusal)
  /// A figure with its unit, a version, or a system's message: the same in every language.
  case text(String)

  /// The detail of a problem, from the wire.
  package init(_ text: String, of code: ProblemCode) {
    let word: Self? =
      switch code {
      case .adapterOff: AdapterOffReason(rawValue: text).map { .adapterOff($0) }
      case .trainerLost, .strapLost, .strapAway, .meterAway, .cadenceSensorAway:
        DeviceFault(rawValue: text).map { .device($0) }
      case .radioMending: RadioMeasure(rawValue: text).map { .measure($0) }
      case .targetRefused: .refusal(TargetRefusal(rawValue: text))
      default: nil
      }
    self = word ?? .text(text)
  }

  /// Returns a power as a detail.
  package static func power(watts: Int) -> Self { .text("\(watts) W") }
  /// Returns a limit of the heart rate as a detail.
  package static func heartRate(beatsPerMinute: Int) -> Self { .text("\(beatsPerMinute) bpm") }
  /// Returns the charge of a battery as a detail.
  package static func charge(percent: Int) -> Self { .text("\(percent) %") }

  /// The detail in its wire form.
  package var text: String {
    switch self {
    case .adapterOff(let reason): reason.rawValue
    case .device(let fault): fault.rawValue
    case .measure(let measure): measure.rawValue
    case .refusal(let refusal): refusal.rawValue
    case .text(let text): text
    }
  }

  /// The detail for brackets, in the reader's language; nil for a code that the message itself explains.
  var localized: String? {
    switch self {
    case .adapterOff, .device: nil
    case .measure(let measure): measure.localized
    case .refusal(let refusal): refusal.localized
    case .text(let text): text
    }
  }
}

/// The reason why an adapter is off.
package enum AdapterOffReason: String, Hashable, Sendable, CaseIterable {
  /// It is not switched on, and not blocked either.
  case switchedOff
  /// A program has blocked it by rfkill.
  case softBlocked
  /// A switch or the firmware has blocked it.
  case hardBlocked
}

extension RadioMeasure {
  var localized: String {
    switch self {
    case .forget: String(localized: "it forgets the device")
    case .powerCycle: String(localized: "it switches the adapter off and on")
    }
  }
}

extension TargetRefusal {
  var localized: String {
    switch self {
    case .notPermitted: String(localized: "control not permitted")
    case .noAnswer: String(localized: "no answer")
    case .other(let text): text
    }
  }
}
