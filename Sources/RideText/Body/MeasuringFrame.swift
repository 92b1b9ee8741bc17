package import ControlWire
package import Rides

/// The content of the live view of a measurement: lines for a terminal of a given width.
package struct MeasuringFrame {
  /// The last progress that the daemon sent.
  let progress: MeasuringProgress
  /// The seconds since then.
  let age: Double
  /// The length of the measurement, in seconds.
  let seconds: Int
  let position: MeasurementPosition?
  /// The state of the pacer; nil for a view without one.
  let pacer: BreathingPacer?
  /// The terminal's columns; the last one stays free, because some terminals wrap there.
  let columns: Int
  let glyphs: Glyphs

  package init(
    _ progress: MeasuringProgress, age: Double, seconds: Int, position: MeasurementPosition?, pacer: BreathingPacer?,
    columns: Int, glyphs: Glyphs
  ) {
    (self.progress, self.age, self.seconds, self.position) = (progress, age, seconds, position)
    (self.pacer, self.columns, self.glyphs) = (pacer, columns, glyphs)
  }

  private var width: Int { min(80, max(20, columns)) - 1 }

  /// The lines of the view; no line is wider than the terminal.
  package var lines: [StyledLine] {
    let heading = [String(localized: "Heart rate variability"), position?.title].compactMap(\.self)
    var lines = [StyledLine(heading.joined(separator: ", "), .bold), phase]
    if let done { lines += [bar(done, " \(Figure.text((done * 100).rounded(.down), decimals: 0)) %".leading(6))] }
    if let pacer, isBreathing {
      lines += ["", StyledLine(name(pacer.word)) + bar(pacer.fullness, "")]
    }
    if progress.beats > 0 { lines += [""] + figures }
    lines += [""] + footer.wrapped(to: width).map { StyledLine($0, .dim) }
    return lines.map { $0.cut(to: width) }
  }

  /// The columns of the names; all have the same width, so that the bar of the pacer does not move.
  private var nameWidth: Int {
    let words = [
      BreathingPacer.wordIn, BreathingPacer.wordOut, String(localized: "Heart rate"), String(localized: "Beats"),
      String(localized: "Stability"),
    ]
    return min((words.map(\.count).max() ?? 0) + 2, max(13, width / 3))
  }

  private func name(_ name: String) -> String { name.fitted(to: nameWidth - 1) + " " }

  private var isBreathing: Bool { progress.phase == .settling || progress.phase == .measuring }

  private var phase: StyledLine {
    guard let left else { return StyledLine("\(MeasuringText.phase(progress.phase)).", phaseStyle) }
    let (phase, seconds) = (MeasuringText.phase(progress.phase), Int(left.rounded(.up)))
    return StyledLine(String(localized: "\(phase), \(seconds) s to go."), phaseStyle)
  }

  private var phaseStyle: Style { progress.phase == .interrupted ? .caution : .plain }

  /// The seconds left in the phase, counted down between two replies for at most two seconds.
  private var left: Double? { progress.secondsLeft.map { max(0, $0 - min(max(0, age), 2)) } }

  /// The completed part of the measurement, 0…1; nil before it begins.
  private var done: Double? {
    guard progress.phase == .measuring, let left, seconds > 0 else { return nil }
    return min(1, max(0, 1 - left / Double(seconds)))
  }

  /// Draws a bar over the rest of the line, and a text after it.
  private func bar(_ share: Double, _ text: String) -> StyledLine {
    let taken = text.isEmpty ? nameWidth : text.count
    return glyphs.progressBar(share, width: max(1, width - taken)) + StyledLine(text)
  }

  private var figures: [StyledLine] {
    let percent = HRVFigures.artefactPercent(progress.artefacts, of: progress.beats) ?? 0
    let rows: [(String, String?, Style)] = [
      ("RMSSD", progress.rmssd.map(BodyText.milliseconds), .plain),
      (String(localized: "Heart rate"), Figure.heartRate(progress.beatsPerMinute), .plain),
      (
        String(localized: "Beats"), "\(progress.beats), \(HRVText.artefacts(progress.artefacts, of: progress.beats))",
        percent > ScoreModel.mostArtefactPercent
          ? .bad : percent > ScoreModel.goodArtefactPercent ? .caution : .plain
      ),
      (String(localized: "Stability"), progress.stabilityPercent.map(stability), .plain),
    ]
    return rows.compactMap { name, value, style in
      value.map { StyledLine(self.name(name)) + StyledLine($0, style) }
    }
  }

  private func stability(_ percent: Double) -> String {
    let (seconds, share) = (Figure.short(ScoreModel.stabilitySeconds), Figure.text(percent.magnitude, decimals: 0))
    return String(localized: "RMSSD of the last \(seconds) s differs by \(share) %")
  }

  private var footer: String {
    String(localized: "Keep still and do not talk. Ctrl-C cancels the measurement; nothing is stored.")
  }
}

/// A bar for paced breathing: it grows during a breath in, and shrinks during a breath out, which takes as long.
package struct BreathingPacer: Equatable {
  /// How full the bar is, 0…1.
  let fullness: Double
  let isIn: Bool

  /// - Parameter seconds: The time since the pacer started; it starts with a breath in.
  package init(seconds: Double) {
    let period = 2 * Self.breath
    let phase = seconds.isFinite ? max(0, seconds).truncatingRemainder(dividingBy: period) : 0
    isIn = phase < Self.breath
    fullness = isIn ? phase / Self.breath : (period - phase) / Self.breath
  }

  /// The length of a breath in, and of one out, in seconds.
  private static let breath = 5.0

  package static let breathsPerMinute = Int(60 / (2 * breath))

  var word: String { isIn ? Self.wordIn : Self.wordOut }

  static var wordIn: String { String(localized: "Breathe in") }
  static var wordOut: String { String(localized: "Breathe out") }
}

/// The phases of a measurement in words.
package enum MeasuringText {
  static func phase(_ phase: MeasuringPhase) -> String {
    switch phase {
    case .connecting: String(localized: "Looking for the strap")
    case .settling: String(localized: "Settling: beats do not count yet")
    case .measuring: String(localized: "Measuring")
    case .interrupted: String(localized: "Strap lost: waiting for it")
    case .done: String(localized: "Done")
    }
  }

  /// Returns the line for the start of a phase, for a log.
  ///
  /// `Measuring, 60 s.`
  package static func line(_ progress: MeasuringProgress) -> String {
    let seconds = progress.secondsLeft.map { ", \(Figure.text($0, decimals: 0)) s" } ?? ""
    return phase(progress.phase) + seconds + "."
  }

  /// Printed after a measurement is ended by hand.
  package static var ended: String { String(localized: "Measurement cancelled. Nothing was stored.") }
}

extension String {
  /// The text with spaces before it, up to a width.
  fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
