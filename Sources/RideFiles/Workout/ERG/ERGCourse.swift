/// The points of a course, in order of time.
struct ERGCourse {
  private struct Point {
    /// From the beginning, in whole seconds, though the file has minutes.
    var second: Int
    /// In what the file counts in.
    var value: Double
    var line: Int
  }

  private struct Lap {
    var second: Int
    var name: String?
  }

  /// A straight line of the course.
  struct Stretch {
    var begin: Int
    var end: Int
    var from: Double
    var to: Double
    var label: String?
    /// The line of the point at which it ends.
    var line: Int
  }

  private var points: [Point] = []
  private var laps: [Lap] = []

  /// Takes `minutes power`, or `minutes LAP name`; what else stands behind a power is for people.
  mutating func read(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    let words = ERGColumns.ofPoint(line.text)
    guard words.count > 1, let minutes = WorkoutWords.number(words[0]), minutes >= 0 else {
      throw WorkoutFileError(.malformed, line: line.number, "`\(line.text.prefix(32))` is no point of a course")
    }
    let second = Int((min(minutes, 1e6) * 60).rounded())
    guard second >= points.last?.second ?? 0 else {
      throw WorkoutFileError(.malformed, line: line.number, "`\(words[0])` comes before what stands before it")
    }
    if words[1].uppercased() == "LAP" {
      laps.append(Lap(second: second, name: WorkoutWords.given(words[2...].joined(separator: " "), atMost: 100)))
      return
    }
    guard let value = WorkoutWords.number(words[1]) else {
      throw WorkoutFileError(.malformed, line: line.number, "`\(words[1].prefix(32))` is no power")
    }
    // What is held before the first point is its power.
    if points.isEmpty, second > 0 { points.append(Point(second: 0, value: value, line: line.number)) }
    points.append(Point(second: second, value: value, line: line.number))
  }

  /// Its lines, each as long as it is straight and nothing new begins.
  ///
  /// A name is that of the line with which it begins if it ends no later; one that is about more names no line.
  func stretches(named names: [ERGName]) -> [Stretch] {
    let marks = Set(laps.map(\.second) + names.flatMap { [$0.begin, $0.end] })
    var stretches: [Stretch] = []
    for (first, second) in zip(points, points.dropFirst()) where second.second > first.second {
      let next = Stretch(
        begin: first.second, end: second.second, from: first.value, to: second.value, line: second.line)
      if let last = stretches.last, !marks.contains(next.begin), last.isContinued(by: next) {
        stretches[stretches.count - 1].end = next.end
        stretches[stretches.count - 1].to = next.to
      } else {
        stretches.append(next)
      }
    }
    return label(stretches, names)
  }

  private func label(_ stretches: [Stretch], _ names: [ERGName]) -> [Stretch] {
    let named = Dictionary(grouping: names, by: \.begin)
    let lapped = Dictionary(laps.map { ($0.second, $0.name) }) { _, last in last }
    return stretches.map { stretch in
      var stretch = stretch
      let name = named[stretch.begin]?.last { $0.end > $0.begin && $0.end <= stretch.end }
      stretch.label = name?.text ?? lapped[stretch.begin] ?? nil
      return stretch
    }
  }
}

extension ERGCourse.Stretch {
  /// Whether another goes on from its end in the same line.
  fileprivate func isContinued(by next: Self) -> Bool {
    guard to == next.from else { return false }
    let (rise, time) = (next.to - from, Double(next.end - begin))
    return abs(from + rise * Double(end - begin) / time - to) < 0.001
  }
}
