package import ControlWire
package import Rides

/// A status as one line of `key=value` pairs, for a log or a pipe.
package enum StatusLine {
  /// Returns the line without its line end; unknown values, and those that do not fit into `columns`, are left out.
  package static func text(_ status: Status, columns: Int? = nil) -> String {
    let ride = status.ride
    let trainer = status.trainer
    let interval = status.plan?.interval
    let pairs: [(String, String?)] = [
      ("phase", status.phase.rawValue), ("ride", ride.map { "\($0.id)" }),
      ("timer", ride.map { "\(ClockTime($0.timerSeconds))" }),
      ("remaining", ride?.remainingSeconds.map { "\(ClockTime($0))" }),
      ("elapsed", ride.map { "\(ClockTime($0.elapsedSeconds))" }), ("target", ride?.targetWatts.map { "\($0)W" }),
      ("slope", ride?.slopePercent.map { "\(Figure.shortPointed($0))%" }),
      ("resistance", ride?.resistancePercent.map { "\(Figure.shortPointed($0))%" }),
      ("wanted", ride?.wantedWatts.map { "\($0)W" }), ("eased", ride?.easedBy?.rawValue),
      ("interval", interval.map { "\($0.number)" }), ("of", status.plan.map { "\($0.intervals)" }),
      ("label", interval?.label.map(NewsText.quoted)), ("left", interval.flatMap(left)),
      ("bias", (ride?.biasPercent ?? status.plan?.biasPercent).map { "\(Figure.signed($0))%" }),
      ("calibration", ride?.calibration?.step.rawValue),
      ("test", ride?.test.map(\.test.rawValue)),
      ("test-mean", ride?.test?.meanWatts.map { "\(Figure.pointed($0, decimals: 0))W" }),
      ("ftp", ride?.test.flatMap { $0.over == true ? $0.thresholdWatts.map { "\($0)W" } : nil }),
      ("power", status.powerWatts.map { "\($0)W" }),
      ("cadence", status.cadenceRpm.map { "\(Figure.shortPointed($0))rpm" }),
      ("speed", trainer?.speedKmh.map { "\(Figure.pointed($0, decimals: 1))km/h" }),
      ("heart", status.heartRate?.beatsPerMinute.map { "\($0)bpm" }),
      ("alpha1", status.alpha1?.value.map { Figure.pointed($0, decimals: 2) }), ("trainer", trainer?.state.rawValue),
      ("strap", status.heartRate?.state.rawValue),
      ("problems", status.problems.isEmpty ? nil : status.problems.map(\.code.printable).joined(separator: ",")),
    ]
    let words = pairs.compactMap { key, value in value.map { "\(key)=\($0)" } }
    guard let columns else { return words.joined(separator: " ") }
    return words.reduce("") { line, word in
      line.isEmpty ? word : line.count + 1 + word.count < columns ? "\(line) \(word)" : line
    }
  }

  /// Formats the rest of an interval: `0:40`, `12m`; nil if only the rider ends it.
  private static func left(_ interval: IntervalStatus) -> String? {
    interval.remainingSeconds.map { "\(ClockTime($0))" }
      ?? interval.remainingMeters.map { "\(Figure.text($0, decimals: 0))m" }
  }
}

/// An event of a plan as one line, for a log or a pipe.
package enum NewsText {
  /// Returns the line without its line end: `news interval-ended 3 "Over"`; an outcome other than planned follows.
  package static func line(_ news: PlanNews) -> String {
    let words: [String?] = [
      "news", name(news.kind), news.interval.map { "\($0.number)" }, news.interval?.label.map(quoted),
      news.interval.flatMap { $0.outcome == .expired ? nil : $0.outcome.rawValue },
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }

  /// Quotes a text; quotation marks in it become apostrophes.
  static func quoted(_ text: String) -> String {
    "\"\(text.printable.map { $0 == "\"" ? "'" : String($0) }.joined())\""
  }

  private static func name(_ kind: PlanEventKind) -> String {
    switch kind {
    case .intervalEnded: "interval-ended"
    case .planEnded: "plan-ended"
    }
  }
}
