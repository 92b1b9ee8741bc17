package import ControlWire
package import Rides

/// The content of the live view for one status: lines for a terminal of a given size.
package struct LiveFrame {
  /// How current the status is.
  package enum News: Equatable {
    /// The daemon reports changes as they happen.
    case fresh
    /// The daemon has been disconnected or silent for this time; the client keeps trying.
    case detached(seconds: Int)
    /// The ride is over; the daemon no longer reports it.
    case finished
  }

  /// A list or a question in the view.
  package enum Overlay: Equatable {
    /// The keys and their functions.
    case keys
    /// The question whether to stop the ride.
    case stopQuestion
  }

  /// A line about the effect of a key, shown for some seconds.
  package struct Note: Equatable {
    let text: String
    /// Whether the key was refused and changed nothing.
    let isRefusal: Bool

    package init(_ text: String, isRefusal: Bool = false) {
      (self.text, self.isRefusal) = (text, isRefusal)
    }
  }

  let status: Status
  /// How current the status is.
  let news: News
  /// The terminal's columns: 19 to 199 are used, and the last one stays free, because some terminals wrap there.
  let columns: Int
  /// The characters that the terminal can show.
  let glyphs: Glyphs
  /// The previous ride with its review, shown while no ride is on.
  package var last: RideSummary?
  package var review: RideReview?
  /// Every interval of the plan; empty if they are not known.
  package var intervals: [IntervalStatus] = []
  /// The route of the ride; nil without one.
  package var route: RouteLine?
  /// The last five minutes.
  package var trace = RideTrace()
  /// The rider's heart-rate zones; empty if they are not known.
  package var zones: [HeartRateZone] = []
  /// The time of day; nil if it is not shown.
  package var now: LocalMoment?
  /// Whether keys control the ride.
  package var hasKeys = false
  package var overlay: Overlay?
  package var note: Note?
  /// Whether big digits are also shown in a smaller terminal.
  package var prefersBig = false
  /// Whether the ride uses DFA alpha-1, so that its value is shown.
  package var usesAlpha1 = false
  /// Whether the daemon shut down during the ride and resumes it later.
  package var isSuspended = false

  package init(status: Status, news: News, columns: Int, glyphs: Glyphs, last: RideSummary? = nil) {
    (self.status, self.news, self.columns) = (status, news, columns)
    (self.glyphs, self.last) = (glyphs, last)
  }

  /// The columns in use.
  var width: Int { min(200, max(20, columns)) - 1 }

  /// Whether the figures are old or do not change, and are therefore dim.
  var isStill: Bool {
    if case .detached = news { return true }
    return status.phase == .paused || status.phase == .reconnecting
  }

  /// The key or the command that ends the rider's own pause.
  var resume: String { hasKeys ? KeyText.space : "`jz2ctl resume`" }

  /// The lines of the compact view without a limit of rows; no line is wider than the terminal.
  var lines: [StyledLine] { lines(rows: .max) }

  /// Returns the view for a terminal of `rows` rows: the least important parts are left out first; the keys are in the
  /// last row.
  package func lines(rows: Int) -> [StyledLine] {
    let isTall = rows < .max
    let feet = isTall ? Array(foot(rows: rows).prefix(max(0, rows - 1))) : []
    let room = rows - feet.count
    var sections = isBig(rows: rows) ? bigSections(rows: room - 1) : sections(rows: rows, room: room)
    if !isTall { sections.append(Section(rank: .low, foot(rows: rows))) }
    var body = Self.fitting(shown(sections), into: isTall ? max(1, rows - feet.count) : .max)
    if isTall, !feet.isEmpty {
      body += Array(repeating: "", count: max(0, rows - feet.count - body.count))
    }
    return (body + feet).map { $0.cut(to: min(width, columns - 1)) }
  }

  /// The lines that remain on the terminal when the view ends: no keys, no hints.
  package var parting: [StyledLine] {
    Self.fitting(shown(compactSections(rows: .max)), into: .max).map { $0.cut(to: min(width, columns - 1)) }
  }

  /// A part of the view.
  struct Section {
    /// The importance to a rider.
    enum Rank: Int, Comparable {
      case low, useful, important, vital
      static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    let rank: Rank
    /// Whether the section follows without a blank line.
    let isAttached: Bool
    let lines: [StyledLine]

    init(rank: Rank, isAttached: Bool = false, _ lines: [StyledLine]) {
      (self.rank, self.isAttached, self.lines) = (rank, isAttached, lines)
    }
  }

  /// Returns the sections with lines; lines wider than the view are folded.
  private func shown(_ sections: [Section]) -> [Section] {
    sections.filter { !$0.lines.isEmpty }.map { section in
      let lines = section.lines.flatMap { line -> [StyledLine] in
        let isNamed = line.spans.first.map { $0.text.count == Self.nameWidth && $0.style == .dim } ?? false
        return line.folded(to: width, indent: isNamed ? Self.nameWidth : 0)
      }
      return Section(rank: section.rank, isAttached: section.isAttached, lines)
    }
  }

  /// Joins sections, with blank lines between them if they fit; leaves out the least important ones, later ones first,
  /// until the others fit.
  private static func fitting(_ sections: [Section], into rows: Int) -> [StyledLine] {
    var sections = sections
    let count = { (sections: [Section]) in sections.reduce(0) { $0 + $1.lines.count } }
    while count(sections) > rows, sections.count > 1,
      let least = sections.map(\.rank).min(), least < .vital,
      let index = sections.lastIndex(where: { $0.rank == least })
    {
      sections.remove(at: index)
    }
    // Blank lines are added from the top as long as there is room.
    var room = rows - min(rows, count(sections))
    var lines: [StyledLine] = []
    for section in sections {
      if !lines.isEmpty, !section.isAttached, room > 0 {
        lines.append("")
        room -= 1
      }
      lines += section.lines
    }
    return Array(lines.prefix(rows))
  }

  /// Returns the sections of a terminal without big digits; `room` is the number of rows above the keys.
  private func sections(rows: Int, room: Int) -> [Section] {
    guard news == .fresh else { return compactSections(rows: rows) }
    if overlay == .keys { return [Section(rank: .vital, keyList(rows: room))] }
    guard status.ride != nil else { return compactSections(rows: rows) }
    if rows < Self.leastRows, columns < Self.leastColumns { return tinySections }
    let sections = tooSmallForBig + compactSections(rows: rows)
    let needed = shown(sections).filter { $0.rank >= .important }.reduce(0) { $0 + $1.lines.count }
    guard needed > room, !problems.isEmpty else { return sections }
    // The whole problems would be left out, so only their first lines are shown.
    return sections.map { $0.lines == problems ? Section(rank: .vital, problemHeads) : $0 }
  }

  /// The smallest terminal with the usual sections.
  private static let (leastColumns, leastRows) = (36, 14)

  private func compactSections(rows: Int) -> [Section] {
    switch news {
    case .fresh:
      guard status.ride != nil || status.phase != .idle else { return restSections }
      return [
        Section(rank: .vital, heading), Section(rank: .vital, calibration), Section(rank: .low, skyline(rows: 3)),
        Section(rank: .useful, isAttached: !skyline(rows: 3).isEmpty, progress), Section(rank: .vital, interval),
        Section(rank: testRank, isAttached: true, test), Section(rank: .vital, figures),
        Section(rank: .low, isAttached: true, lesserFigures),
        Section(rank: .useful, totals), Section(rank: .useful, isAttached: true, powerZoneTimes),
        Section(rank: deviceRank, devices), Section(rank: .important, problems),
        Section(rank: .low, Array(expired.prefix(rows < Self.rowsForAll ? 1 : 3))),
      ]
    case .detached(let seconds):
      // The last status is shown, but may be out of date.
      let old = [heading, progress, interval, figures + lesserFigures, devices].map { lines in
        Section(rank: .useful, lines.map(\.dimmed))
      }
      return [Section(rank: .vital, lost(for: seconds))] + old
    case .finished: return [heading, last == nil ? progress : summary].map { Section(rank: .vital, $0) }
    }
  }

  /// The minimum number of rows for more than the last ended interval.
  private static let rowsForAll = 28

  /// The sections of a ride in a very small terminal: a short heading, the problems, and the most important figures.
  private var tinySections: [Section] {
    let power = figures.dropLast()
    return [
      Section(rank: .vital, Array(heading.prefix(1))), Section(rank: .vital, isAttached: true, problemHeads),
      Section(rank: testRank, isAttached: true, test), Section(rank: .important, isAttached: true, shortInterval),
      Section(rank: .vital, isAttached: true, Array(power)),
      Section(rank: .useful, isAttached: true, figures.suffix(1).map(\.self)),
      Section(rank: .useful, isAttached: true, Array(progress.suffix(1))),
      Section(rank: .low, isAttached: true, totals),
    ]
  }

  /// The rank of the devices; a device that is not connected is important.
  private var deviceRank: Section.Rank {
    let states = [status.trainer?.state, status.heartRate?.state].compactMap(\.self)
    return states.allSatisfy { $0 == .connected } ? .low : .important
  }

  /// A progress bar over the whole width, followed by its percentage.
  func bar(_ share: Double) -> StyledLine {
    let share = min(1, max(0, share))
    let percent = "\(Int((share * 100).rounded(.down))) %"
    let gap = String(repeating: " ", count: max(1, 6 - percent.count))
    return glyphs.progressBar(share, width: width - 6) + StyledLine(gap + percent)
  }

  /// Wraps a text to the width of the view; `mark` precedes the first line, spaces precede the others.
  func wrapped(_ text: String, mark: String, _ style: Style) -> [StyledLine] {
    text.wrapped(to: min(width, columns - 1) - mark.count).enumerated().map { index, line in
      StyledLine((index == 0 ? mark : String(repeating: " ", count: mark.count)) + line, style)
    }
  }

  /// Spreads pieces over one line from edge to edge; returns one line per piece if they do not fit.
  func spread(_ pieces: [StyledLine]) -> [StyledLine] {
    let taken = pieces.reduce(0) { $0 + $1.width }
    let room = width - taken
    guard pieces.count > 1, room >= 2 * (pieces.count - 1) else { return pieces }
    let gap = room / (pieces.count - 1)
    var line = pieces[0]
    for (index, piece) in pieces.enumerated().dropFirst() {
      let isLast = index == pieces.count - 1
      line = line.padded(to: isLast ? width - piece.width : line.width + gap) + piece
    }
    return [line]
  }

  /// A line with a name in front of it; a space follows even the longest name.
  func row(_ name: String, _ text: String, _ style: Style = .plain) -> StyledLine {
    StyledLine(name.fitted(to: Self.nameWidth - 1) + " ", .dim) + StyledLine(text, style)
  }

  /// A name in the first column.
  func name(_ name: String) -> StyledLine { StyledLine(name.fitted(to: Self.nameWidth), .dim) }

  /// The width of the first column.
  static let nameWidth = 10
}
