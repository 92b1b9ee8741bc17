import ControlWire
import Rides

extension LiveFrame {
  /// The view while no ride is on: the last ride, and how to start a new one.
  var restSections: [Section] {
    let (main, rest, more) = summaryParts
    return [
      Section(rank: .vital, heading), Section(rank: .important, main),
      Section(rank: .useful, isAttached: true, rest), Section(rank: .low, isAttached: true, more),
      Section(rank: .useful, devices), Section(rank: .important, problems),
    ]
  }

  /// The figures of the last ride, with the next steps; empty if the ride is not known.
  var summary: [StyledLine] { summaryParts.main + summaryParts.rest + summaryParts.more }

  /// The summary in parts; a low view leaves out the last ones.
  private var summaryParts: (main: [StyledLine], rest: [StyledLine], more: [StyledLine]) {
    guard let last else { return ([], [], []) }
    let title = last.name ?? last.plan
    let state = last.state == .finished ? nil : last.state.title
    let name = ["\(last.id)", title?.printable, state].compactMap(\.self).joined(separator: ", ")
    let heading = String(localized: news == .finished ? "Ride" : "Last ride")
    let main = [
      row(heading, name, .bold),
      row(String(localized: "Time"), SummaryText.time(last)),
      SummaryText.power(last, review).map { row(String(localized: "Power"), $0) },
      SummaryText.heart(last, review).map { row(String(localized: "Heart"), $0) },
      review?.test.flatMap(TestText.result).map { row(String(localized: "FTP test"), $0, .accent) },
    ]
    let rest = [
      review.flatMap(SummaryText.zones).map { row(String(localized: "Zones"), $0) },
      review.flatMap(SummaryText.powerZones).map { row(String(localized: "Zones, W"), $0) },
      row(String(localized: "Work"), SummaryText.work(last)),
      last.fileName.map { row(String(localized: "File"), $0.printable) },
    ]
    let more = String(localized: "Details: `jz2ctl show last`. Chart: `jz2ctl chart last`.")
    return (main.compactMap(\.self), rest.compactMap(\.self), wrapped(more, mark: "", .dim))
  }

  /// The step or the result of a calibration, with the speed that a spin-down needs.
  var calibration: [StyledLine] {
    guard let calibration = status.ride?.calibration else { return [] }
    let speed = CalibrationText.speed(calibration, kmh: status.trainer?.speedKmh)
    let text = [CalibrationText.line(calibration), speed].compactMap(\.self).joined(separator: " ")
    return wrapped(text, mark: "", calibration.step == .failed ? .caution : .accent)
  }

  /// Returns the keys and their functions: all of them in words if that fits into `rows`, else in short.
  func keyList(rows: Int) -> [StyledLine] {
    let list = keyList
    guard list.count > rows else { return list }
    let words = KeyText.entries.map { "\($0.key.name) \($0.word)" }
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 3 + word.count <= min(width, columns - 1) {
        lines[lines.count - 1] = "\(last)   \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines.map { StyledLine($0) }
  }

  private var keyList: [StyledLine] {
    let entries = KeyText.entries
    let width = entries.map(\.key.name.count).max() ?? 0
    return entries.flatMap { entry in
      let name = "  \(entry.key.name.fitted(to: width))  "
      let lines = entry.meaning.wrapped(to: min(self.width, columns - 1) - name.count)
      return lines.enumerated().map { index, line in
        StyledLine(index == 0 ? name : String(repeating: " ", count: name.count), .bold) + StyledLine(line)
      }
    }
  }

  /// Returns the last rows: a question, the answer to a key, or the keys; answer and keys together if there is room.
  func foot(rows: Int) -> [StyledLine] {
    if news == .finished { return [] }
    if overlay == .stopQuestion, news == .fresh { return wrapped(KeyText.question, mark: "", .caution) }
    guard let note else { return hint }
    let answer = wrapped(note.text, mark: "", note.isRefusal ? .caution : .accent)
    return rows >= Self.rowsForBoth ? answer + hint : answer
  }

  /// The keys that are useful now, or how to leave the view.
  private var hint: [StyledLine] {
    if case .detached = news {
      let old =
        hasKeys
        ? String(localized: "These figures are old. Trying again every second; q leaves this view.")
        : String(localized: "These figures are old. Trying again every second; Ctrl-C leaves this view.")
      return wrapped(old, mark: "", .dim)
    }
    guard status.phase == .idle, status.ride == nil else {
      let leaving = String(localized: "Ctrl-C leaves this view; the ride goes on.")
      return hasKeys ? [keyLine] : wrapped(leaving, mark: "", .dim)
    }
    let beginning =
      hasKeys
      ? String(localized: "`jz2ctl start` begins a ride. q leaves this view.")
      : String(localized: "`jz2ctl start` begins a ride. Ctrl-C leaves this view.")
    return wrapped(beginning, mark: "", .dim)
  }

  /// The minimum number of rows for showing the keys below an answer.
  private static let rowsForBoth = 20

  /// The keys that are useful now, as many as fit.
  private var keyLine: StyledLine {
    let isPlan = (status.plan?.intervals ?? 1) > 1
    let awaits = status.plan?.interval?.end == .activity
    var keys: [KeyText.Key] = [.watts, .space]
    if awaits { keys.append(.done) }
    if isPlan { keys.append(.next) }
    keys += [.lap, .stop, .leave]
    if isPlan { keys += [.back, .longer] }
    keys.append(.manyWatts)
    let entries = KeyText.entries
    let words = keys.compactMap { key in entries.first { $0.key == key } }
    let (room, last) = (min(width, columns - 1), " " + String(localized: "keys"))
    var line = StyledLine("")
    for entry in words {
      let more = StyledLine(entry.key.name, .bold) + StyledLine(" \(entry.word)   ", .dim)
      // Pausing is worth more than the word behind the question mark.
      let isFirst = entry.key == .watts || entry.key == .space
      guard line.width + more.width + 1 + (isFirst ? 0 : last.count) <= room else { continue }
      line = line + more
    }
    line = line + StyledLine("?", .bold)
    return line.width + last.count <= room ? line + StyledLine(last, .dim) : line
  }
}

/// A finished ride in lines, for the view.
enum SummaryText {
  /// Formats the timer time, and the elapsed time if it is longer: `1:00:00, 1:02:05 elapsed`.
  static func time(_ ride: RideSummary) -> String {
    let isLonger = ride.elapsedSeconds > ride.timerSeconds
    let elapsed = isLonger ? String(localized: "\(ClockTime(ride.elapsedSeconds)) elapsed") : nil
    return ["\(ClockTime(ride.timerSeconds))", elapsed].compactMap(\.self).joined(separator: ", ")
  }

  /// `149 W average, 162 W normalized, 310 W maximum`; nil if none is known.
  static func power(_ ride: RideSummary, _ review: RideReview?) -> String? {
    let parts = [
      Figure.watts(ride.averageWatts).map { String(localized: "\($0) average") },
      Figure.watts(review?.normalizedWatts).map { String(localized: "\($0) normalized") },
      Figure.watts(review?.maximumWatts).map { String(localized: "\($0) maximum") },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// `132 bpm average, 150 bpm maximum`; nil if none is known.
  static func heart(_ ride: RideSummary, _ review: RideReview?) -> String? {
    let parts = [
      Figure.heartRate(ride.averageHeartRate).map { String(localized: "\($0) average") },
      Figure.heartRate(review?.maximumHeartRate.map(Double.init)).map { String(localized: "\($0) maximum") },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Formats the share of each zone with time in it: `1: 12 %, 2: 80 %, 3: 8 %`; nil without a heart rate.
  static func zones(_ review: RideReview) -> String? {
    shares(review.zones.map { ($0.number, $0.seconds ?? 0) })
  }

  /// Formats the share of each power zone in the same way; nil without power or a functional threshold power.
  static func powerZones(_ review: RideReview) -> String? {
    shares(review.powerZones?.map { ($0.number, $0.seconds ?? 0) } ?? [])
  }

  private static func shares(_ zones: [(number: Int, seconds: Int)]) -> String? {
    let whole = zones.reduce(0) { $0 &+ $1.seconds }
    guard whole > 0 else { return nil }
    let parts = zones.compactMap { number, seconds -> String? in
      guard seconds > 0 else { return nil }
      return "\(number): \(Figure.text(Double(seconds) * 100 / Double(whole), decimals: 0)) %"
    }
    return parts.joined(separator: ", ")
  }

  /// Formats the work and the distance: `538 kJ, 538 kcal, 31.40 km`.
  static func work(_ ride: RideSummary) -> String {
    [EnergyText.work(ride.kilojoules), Figure.distance(metres: ride.distanceMeters)].compactMap(\.self)
      .joined(separator: ", ")
  }
}
