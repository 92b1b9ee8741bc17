internal import Rides

/// Workouts in CompuTrainer's ERG and MRC formats: points of time and power, in sections of lines.
///
/// Two points at the same time are a step; others are the ends of a linear ramp. ERG uses watts, MRC percent of
/// functional threshold power. If an ERG file names its threshold, its powers are read as percent of that; a rider
/// without a threshold gets the file's watts. Points on the line between their neighbours do not begin an interval,
/// unless a lap or a name begins there. Power 0 is ridden without a target.
enum ERGWorkout {
  /// The unit of power; the raw value is its word in the course header.
  enum Unit: String, Hashable {
    case watts = "WATTS"
    case percent = "PERCENT"
  }

  /// Reads a whole file.
  ///
  /// The plan's name is empty if the file has no name.
  static func decode(_ bytes: [UInt8]) throws(PlanFault) -> Plan {
    var file = ERGFile()
    for line in try WorkoutLines.of(bytes) { try file.read(line) }
    return try file.plan()
  }
}

extension ERGWorkout {
  /// Writes a valid plan, without its route, cadences, author and groups.
  ///
  /// If all intervals are in percent and the unit is watts, `FTP` is written as well, so that they are read as percent
  /// again. Labels go to `[INTERVAL DATA]`.
  /// - Parameters:
  ///   - plan: The plan.
  ///   - unit: The unit of the file.
  ///   - thresholdWatts: Functional threshold power, needed if the plan uses the other unit.
  /// - Returns: The file, in UTF-8.
  /// - Throws: `notExpressible` with the interval, `formatWantsThreshold`.
  static func encode(_ plan: Plan, in unit: Unit, thresholdWatts: Int?) throws(PlanFault) -> [UInt8] {
    let intervals = plan.intervals
    var steps: [TimedStep] = []
    for (index, interval) in intervals.enumerated() { steps.append(try TimedStep(interval, number: index + 1)) }
    var text = TextBuffer(capacity: 4096)
    appendHeader(of: plan, steps, in: unit, thresholdWatts, to: &text)
    text.append("[COURSE DATA]\n")
    var begin = 0
    for (index, step) in steps.enumerated() {
      let ends = try Self.ends(of: step, number: index + 1, in: unit, thresholdWatts)
      text.point(begin, ends.from)
      begin += step.seconds
      text.point(begin, ends.to)
    }
    text.append("[END COURSE DATA]\n")
    appendCues(of: intervals, to: &text)
    appendLabels(of: intervals, to: &text)
    return text.bytes
  }

  private static func appendHeader(
    of plan: Plan, _ steps: [TimedStep], in unit: Unit, _ thresholdWatts: Int?, to text: inout TextBuffer
  ) {
    text.append("[COURSE HEADER]\nVERSION = 2\nUNITS = ENGLISH\nDESCRIPTION = ")
    text.append(line: plan.summary ?? plan.name)
    text.append("\nFILE NAME = ")
    text.append(line: plan.name)
    if unit == .watts, let thresholdWatts, steps.allSatisfy(\.isInPercent) {
      text.append("\nFTP = ")
      text.append(thresholdWatts)
    }
    text.append("\nMINUTES ")
    text.append(line: unit.rawValue)
    text.append("\n")
    text.append("[END COURSE HEADER]\n")
  }

  private static func ends(
    of step: TimedStep, number: Int, in unit: Unit, _ thresholdWatts: Int?
  ) throws(PlanFault) -> (from: Double, to: Double) {
    guard let (from, to) = step.powers else { return (0, 0) }
    do throws(PlanFault) {
      switch unit {
      case .watts: return (try from.watts(of: thresholdWatts), try to.watts(of: thresholdWatts))
      case .percent: return (try from.percent(of: thresholdWatts), try to.percent(of: thresholdWatts))
      }
    } catch {
      throw PlanFault(error.code, interval: number, detail: error.detail)
    }
  }

  private static func appendCues(of intervals: [PlanInterval], to text: inout TextBuffer) {
    text.append("[COURSE TEXT]\n")
    var begin = 0
    for interval in intervals {
      // A cue after the end of its interval would be shown during the next one.
      for cue in interval.cues where cue.atSeconds < interval.end.timerSeconds {
        text.append(begin + cue.atSeconds)
        text.append("\t")
        text.append(line: cue.text)
        text.append("\t")
        text.append(cue.seconds)
        text.append("\n")
      }
      begin += interval.end.timerSeconds
    }
    text.append("[END COURSE TEXT]\n")
  }

  private static func appendLabels(of intervals: [PlanInterval], to text: inout TextBuffer) {
    guard intervals.contains(where: { $0.label != nil }) else { return }
    text.append("[INTERVAL DATA]\n")
    var begin = 0
    for interval in intervals {
      let end = begin + interval.end.timerSeconds
      if let label = interval.label {
        text.append(begin)
        text.append("\t")
        text.append(end)
        text.append("\t")
        text.append(line: label)
        text.append("\n")
      }
      begin = end
    }
    text.append("[END INTERVAL DATA]\n")
  }
}

extension TimedStep {
  fileprivate var isInPercent: Bool {
    guard case (.thresholdPercent, .thresholdPercent)? = powers else { return powers == nil }
    return true
  }
}

extension TextBuffer {
  /// Appends a point: minutes to three decimals (0.06 s), and a power.
  fileprivate mutating func point(_ second: Int, _ power: Double) {
    append(Double(second) / 60, to: .thousandths)
    append("\t")
    append(power, to: .hundredths)
    append("\n")
  }

  /// Appends text without characters that would end the line or the column.
  fileprivate mutating func append(line text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{0}"..."\u{1F}", "\u{7F}": append(" ")
      default: append(scalar: scalar)
      }
    }
  }
}
