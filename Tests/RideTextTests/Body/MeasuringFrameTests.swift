import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct MeasuringFrameTests {
  private let measuring = MeasuringProgress(
    .measuring, secondsLeft: 42, beats: 20, artefacts: 1, rmssd: 43.09, beatsPerMinute: 58.2, stabilityPercent: -4.2)

  private func text(
    _ progress: MeasuringProgress, age: Double = 0, pacer seconds: Double? = nil, columns: Int = 60,
    glyphs: Glyphs = .ascii
  ) -> String {
    frame(progress, age: age, pacer: seconds, columns: columns, glyphs: glyphs).lines
      .map { $0.plain.trimmingEnd }.joined(separator: "\n")
  }

  private func frame(
    _ progress: MeasuringProgress, age: Double = 0, pacer seconds: Double? = nil, columns: Int = 60, glyphs: Glyphs
  ) -> MeasuringFrame {
    MeasuringFrame(
      progress, age: age, seconds: 60, position: .lying, pacer: seconds.map(BreathingPacer.init(seconds:)),
      columns: columns, glyphs: glyphs)
  }

  @Test func `a measurement under way shows the countdown, the pacer and figures`() {
    #expect(
      text(measuring, pacer: 2.5) == """
        Heart rate variability, lying
        Measuring, 42 s to go.
        ###############......................................  30 %

        Breathe in   #######################.......................

        RMSSD        43.1 ms
        Heart rate   58 bpm
        Beats        20, 1 artefact (5.0 %)
        Stability    RMSSD of the last 30 s differs by 4 %

        Keep still and do not talk. Ctrl-C cancels the measurement;
        nothing is stored.
        """)
  }

  @Test func `a search for the strap shows neither the progress bar nor the pacer`() {
    #expect(
      text(MeasuringProgress(.connecting), pacer: 2) == """
        Heart rate variability, lying
        Looking for the strap.

        Keep still and do not talk. Ctrl-C cancels the measurement;
        nothing is stored.
        """)
    #expect(
      text(MeasuringProgress(.interrupted, beats: 30)).contains("Strap lost: waiting for it.\n\nBeats "))
  }

  @Test(arguments: [(0.0, 42), (1.4, 41), (30, 40), (-1, 42)])
  func `the countdown continues between replies for at most 2 s`(age: Double, left: Int) {
    #expect(text(measuring, age: age).contains("Measuring, \(left) s to go."))
  }

  @Test(arguments: [
    (0.0, true, 0.0), (2.5, true, 0.5), (4.999, true, 0.9998), (5, false, 1), (7.5, false, 0.5), (10, true, 0),
    (62.5, true, 0.5), (-3, true, 0), (.nan, true, 0), (.infinity, true, 0),
  ])
  func `the pacer breathes in for five seconds and out for five`(seconds: Double, isIn: Bool, fullness: Double) {
    let pacer = BreathingPacer(seconds: seconds)
    #expect(pacer.isIn == isIn && abs(pacer.fullness - fullness) < 1e-9)
  }

  @Test(arguments: [20, 30, 40, 80, 200], [Glyphs.unicode, .ascii])
  func `no line of a measurement is wider than the terminal`(columns: Int, glyphs: Glyphs) {
    let phases = MeasuringPhase.allCases.map { phase in
      var progress = measuring
      progress.phase = phase
      return progress
    }
    for progress in phases {
      let lines = frame(progress, pacer: 3.3, columns: columns, glyphs: glyphs).lines
      #expect(lines.allSatisfy { $0.width < columns && $0.width < 80 })
      #expect(glyphs == .unicode || lines.allSatisfy { $0.plain.utf8.allSatisfy { $0 < 0x80 } })
    }
  }
}
