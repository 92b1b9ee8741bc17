internal import Rides

/// Workouts in Zwift's ZWO format: XML with powers as fractions of functional threshold power.
///
/// Reading accepts the variants of other programs: names in any case, decimal commas, stray ampersands, fractional
/// durations, powers above 20 as percent. Power 0 is ridden without a target. The labels below are written as elements.
enum ZWOWorkout {
  static let warmUp = "Warm-up"
  static let coolDown = "Cool-down"
  static let maxEffort = "Max effort"

  /// Reads a whole file.
  ///
  /// The plan's name is empty if the file has no name.
  static func decode(_ bytes: [UInt8]) throws(PlanFault) -> Plan {
    var decoder = ZWODecoder()
    return try decoder.decode(bytes)
  }
}

extension ZWOWorkout {
  /// Writes a valid plan, without its route, labels that no element expresses, and cues after the end of their
  /// interval.
  ///
  /// A group of two steady intervals becomes `IntervalsT`; any other group is expanded.
  /// - Parameters:
  ///   - plan: The plan.
  ///   - thresholdWatts: Functional threshold power, needed if the plan has watts.
  /// - Returns: The document, in UTF-8.
  /// - Throws: `notExpressible` with the interval, `formatWantsThreshold`.
  static func encode(_ plan: Plan, thresholdWatts: Int?) throws(PlanFault) -> [UInt8] {
    var xml = TextBuffer(capacity: 4096)
    xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<workout_file>\n")
    for (name, text) in [
      ("author", plan.author), ("name", plan.name), ("description", plan.summary), ("sportType", "bike"),
    ] as [(StaticString, String?)] {
      guard let text else { continue }
      xml.append("  ")
      xml.element(name) { $0.append(characterData: text) }
      xml.append("\n")
    }
    xml.append("  <tags/>\n  <workout>\n")
    var number = 1
    for group in plan.groups {
      try append(group, number: number, thresholdWatts, to: &xml)
      number += group.repeats * group.intervals.count
    }
    xml.append("  </workout>\n</workout_file>\n")
    return xml.bytes
  }

  private static func append(
    _ group: PlanGroup, number: Int, _ thresholdWatts: Int?, to xml: inout TextBuffer
  ) throws(PlanFault) {
    if let pair = ZWOPair(group) {
      return try naming(number) { () throws(PlanFault) in try pair.append(to: &xml, thresholdWatts) }
    }
    var number = number
    for _ in 0..<group.repeats {
      for interval in group.intervals {
        let step = try TimedStep(interval, number: number)
        try naming(number) { () throws(PlanFault) in
          try append(interval, step, thresholdWatts, to: &xml)
        }
        number += 1
      }
    }
  }

  private static func naming(
    _ number: Int, _ write: () throws(PlanFault) -> Void
  ) throws(PlanFault) {
    do throws(PlanFault) {
      try write()
    } catch {
      throw PlanFault(error.code, interval: number, detail: error.detail)
    }
  }

  private static func append(
    _ interval: PlanInterval, _ step: TimedStep, _ thresholdWatts: Int?, to xml: inout TextBuffer
  ) throws(PlanFault) {
    let name = element(of: interval)
    xml.append("    <")
    xml.append(name)
    xml.attribute("Duration", step.seconds)
    if let (from, to) = step.powers {
      let ends = [try from.percent(of: thresholdWatts), try to.percent(of: thresholdWatts)]
      if case .steady = interval.target, !interval.isWarmUpOrCoolDown {
        xml.attribute("Power", percent: ends[0])
      } else {
        xml.attribute("PowerLow", percent: ends[0])
        xml.attribute("PowerHigh", percent: ends[1])
      }
    }
    xml.attribute(cadence: interval.cadence)
    // A cue after the end of its interval would be shown during the next one.
    let cues = interval.cues.filter { $0.atSeconds < step.seconds }
    guard !cues.isEmpty else { return xml.append("/>\n") }
    xml.append(">\n")
    for cue in cues {
      xml.append("      <textevent")
      xml.attribute("timeoffset", cue.atSeconds)
      xml.attribute("message", cue.text)
      if cue.seconds != PlanCue.usualSeconds { xml.attribute("duration", cue.seconds) }
      xml.append("/>\n")
    }
    xml.append("    </")
    xml.append(name)
    xml.append(">\n")
  }

  /// Returns the element for an interval; it expresses the label if possible.
  private static func element(of interval: PlanInterval) -> StaticString {
    switch (interval.target, interval.label) {
    case (.free, maxEffort): return "MaxEffort"
    case (.free, _), (.zone, _), (.heartRate, _): return "FreeRide"
    case (.steady, warmUp): return "Warmup"
    case (.steady, coolDown): return "Cooldown"
    case (.steady, _): return "SteadyState"
    case (.ramp(let from, let to), let label):
      guard let isUp = from.isBelow(to) else { return "Ramp" }
      return isUp && label == warmUp ? "Warmup" : !isUp && label == coolDown ? "Cooldown" : "Ramp"
    }
  }
}

/// Two steady intervals in alternation, as in `IntervalsT`.
private struct ZWOPair {
  private let repeats: Int
  private let on: (seconds: Int, power: Power, cadence: ClosedRange<Int>?)
  private let off: (seconds: Int, power: Power, cadence: ClosedRange<Int>?)

  /// Nil for any other group.
  init?(_ group: PlanGroup) {
    guard group.intervals.count == 2, let first = Self.part(group.intervals[0]),
      let second = Self.part(group.intervals[1]), second.cadence.map({ $0.count == 1 }) ?? true
    else { return nil }
    (repeats, on, off) = (group.repeats, first, second)
  }

  private static func part(
    _ interval: PlanInterval
  ) -> (seconds: Int, power: Power, cadence: ClosedRange<Int>?)? {
    guard case .timer(let seconds) = interval.end, case .steady(let power) = interval.target, interval.cues.isEmpty
    else { return nil }
    return (seconds, power, interval.cadence)
  }

  func append(to xml: inout TextBuffer, _ thresholdWatts: Int?) throws(PlanFault) {
    xml.append("    <IntervalsT")
    xml.attribute("Repeat", repeats)
    xml.attribute("OnDuration", on.seconds)
    xml.attribute("OffDuration", off.seconds)
    xml.attribute("OnPower", percent: try on.power.percent(of: thresholdWatts))
    xml.attribute("OffPower", percent: try off.power.percent(of: thresholdWatts))
    xml.attribute(cadence: on.cadence)
    if let cadence = off.cadence { xml.attribute("CadenceResting", cadence.lowerBound) }
    xml.append("/>\n")
  }
}

extension PlanInterval {
  fileprivate var isWarmUpOrCoolDown: Bool { label == ZWOWorkout.warmUp || label == ZWOWorkout.coolDown }
}

extension Power {
  /// Returns whether it is less than another power; nil if they are equal or of different units.
  fileprivate func isBelow(_ other: Power) -> Bool? {
    switch (self, other) {
    case (.watts(let one), .watts(let two)) where one != two: one < two
    case (.thresholdPercent(let one), .thresholdPercent(let two)) where one != two: one < two
    default: nil
    }
  }
}

extension TextBuffer {
  fileprivate mutating func attribute(_ name: StaticString, _ value: Int) {
    attribute(name) { $0.append(value) }
  }

  /// Appends a power as a fraction, to a millionth.
  fileprivate mutating func attribute(_ name: StaticString, percent: Double) {
    attribute(name) { $0.append(exactly: (percent / 100).rounded(to: 1_000_000)) }
  }

  fileprivate mutating func attribute(_ name: StaticString, _ text: String) {
    attribute(name) { $0.append(attributeValue: text) }
  }

  fileprivate mutating func attribute(cadence: ClosedRange<Int>?) {
    guard let cadence else { return }
    guard cadence.count > 1 else { return attribute("Cadence", cadence.lowerBound) }
    attribute("CadenceLow", cadence.lowerBound)
    attribute("CadenceHigh", cadence.upperBound)
  }

  private mutating func attribute(_ name: StaticString, _ content: (inout Self) -> Void) {
    append(byte: UInt8(ascii: " "))
    append(name)
    append("=\"")
    content(&self)
    append(byte: UInt8(ascii: "\""))
  }
}
