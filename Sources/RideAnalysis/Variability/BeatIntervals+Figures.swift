package import Rides

extension BeatIntervals {
  /// The stretches without a break, in order.
  fileprivate var stretches: [Range<Int>] {
    let starts = [0] + breaks + [milliseconds.count]
    return zip(starts, starts.dropFirst()).compactMap { $0 < $1 ? $0..<$1 : nil }
  }
}

extension BeatIntervals {
  /// The total time of the beats, in seconds; an interval that is too long for a heart is a misreading, and counts as
  /// the longest possible one.
  package var heartSeconds: Double {
    milliseconds.reduce(0) { $0 + min($1, RRArtefacts.possible.upperBound) } / 1000
  }

  /// Which intervals show the heart at rest, each compared with its own stretch.
  package var sound: [Bool] {
    stretches.flatMap { RRArtefacts.sound(Array(milliseconds[$0]), during: .rest) }
  }

  /// Computes the figures of the heart at rest.
  ///
  /// - Throws: `tooManyArtefacts` or `tooFewBeats`.
  package func measured() throws(MeasurementFault) -> HRVFigures {
    let sound = sound
    let count = sound.count { $0 }
    let percent = HRVFigures.artefactPercent(sound.count - count, of: sound.count) ?? 0
    guard percent <= ScoreModel.mostArtefactPercent else {
      throw MeasurementFault(.tooManyArtefacts, artefactPercent: percent.toFourDecimals, beats: count)
    }
    guard count >= ScoreModel.leastIntervals else { throw MeasurementFault(.tooFewBeats, beats: count) }
    return figures(of: sound)
  }

  /// Computes the figures of the intervals that `sound` accepts.
  ///
  /// RMSSD and NN50 use only neighbours: an artefact or a break between two intervals leaves their difference out.
  /// Values are never interpolated. (Task Force of the ESC and NASPE 1996, Circulation 93:1043, for the definitions.)
  /// - Parameters:
  ///   - sound: One flag for each interval; nil to accept all.
  ///   - secondsOfSDNN: The least length for which SDNN is computed, in seconds.
  /// - Returns: The figures; a figure that needs more beats is absent.
  package func figures(of sound: [Bool]? = nil, secondsOfSDNN: Double = ScoreModel.sdnnSeconds) -> HRVFigures {
    let sound = sound ?? milliseconds.map { _ in true }
    let kept = zip(milliseconds, sound).compactMap { $1 ? $0 : nil }
    let broken = Set(breaks)
    let differences = milliseconds.indices.dropFirst().compactMap { index -> Double? in
      guard sound[index], sound[index - 1], !broken.contains(index) else { return nil }
      return milliseconds[index] - milliseconds[index - 1]
    }
    let rmssd = differences.isEmpty ? nil : differences.map { $0 * $0 }.mean.squareRoot()
    let logarithm = rmssd.flatMap { $0 > 0 ? $0.naturalLogarithm : nil }
    let deviation = heartSeconds >= secondsOfSDNN ? kept.standardDeviation : nil
    return HRVFigures(
      beats: milliseconds.count, artefacts: milliseconds.count - kept.count, seconds: seconds, rmssd: rmssd,
      lnRmssd: logarithm, sdnn: deviation, nn50: differences.count { abs($0) > 50 }, pairs: differences.count,
      meanHeartRate: kept.isEmpty ? nil : 60_000 / kept.mean
    ).toFourDecimals
  }
}

// MARK: - From text

extension BeatIntervals {
  /// More beats than a heart makes in a day.
  private static let mostBeats = 200_000
  /// Above any interval in seconds, and below any interval in milliseconds.
  private static let betweenUnits = 10.0

  /// Parses one interval a line, in milliseconds, or in seconds if all are below 10, as Kubios writes them.
  ///
  /// Empty lines are skipped, and so are lines that begin with # (except `breakLine`), a byte order mark at the
  /// beginning, and zeros at the end, with which some programs mark it.
  /// - Throws: `notAnInterval`, with its line; `tooLong`.
  package init(text: String) throws(MeasurementFault) {
    var (intervals, breaks): ([Double], [Int]) = ([], [])
    var firstZero: Int?
    let lines = text.trimmingPrefix("\u{FEFF}").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let word = line.trimmed
      if word == Self.breakLine, breaks.last != intervals.count { breaks.append(intervals.count) }
      guard !word.isEmpty, word.first != "#" else { continue }
      guard word.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let interval = Double(word), interval < 60_000
      else {
        throw MeasurementFault(.notAnInterval, line: index + 1)
      }
      guard interval > 0 else {
        firstZero = firstZero ?? index + 1
        continue
      }
      if let firstZero { throw MeasurementFault(.notAnInterval, line: firstZero) }
      guard intervals.count < Self.mostBeats else { throw MeasurementFault(.tooLong) }
      intervals.append(interval)
    }
    let isInSeconds = intervals.allSatisfy { $0 < Self.betweenUnits }
    self.init(
      isInSeconds ? intervals.map { $0 * 1000 } : intervals, breaks: breaks.filter { 0 < $0 && $0 < intervals.count })
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let front = drop(while: \.isWhitespace)
    return front[..<(front.lastIndex { !$0.isWhitespace }.map { front.index(after: $0) } ?? front.startIndex)]
  }
}
