import ControlWire
import Rides

/// The view for a large terminal, readable from a bicycle, with digits of five rows.
extension LiveFrame {
  /// The smallest terminal with big digits by default, and the smallest one with big digits on request.
  private static let (roomy, least) = ((columns: 100, rows: 30), (columns: 76, rows: 18))

  func isBig(rows: Int) -> Bool {
    guard status.ride != nil, news != .finished, overlay != .keys, rows < .max else { return false }
    let wanted = prefersBig ? Self.least : Self.roomy
    return columns >= wanted.columns && rows >= wanted.rows
  }

  /// The least size of big digits, if they were requested for a smaller terminal.
  var tooSmallForBig: [Section] {
    guard prefersBig else { return [] }
    let text = String(localized: "Big digits need \(Self.least.columns) columns and \(Self.least.rows) rows.")
    return [Section(rank: .low, wrapped(text, mark: "", .dim))]
  }

  /// Returns the factor of the digits: 2 on a television, with digits of ten rows.
  private func scale(rows: Int) -> Int { width >= 180 && rows >= 40 ? 2 : 1 }

  func bigSections(rows: Int) -> [Section] {
    guard let ride = status.ride else { return [] }
    let (towers, traced) = pictureRows(rows)
    var sections = [
      Section(rank: .vital, bigHeading(of: ride)), Section(rank: .vital, calibration),
      Section(rank: .vital, blocks(of: ride, scale: scale(rows: rows))),
      Section(rank: .important, bigInterval), Section(rank: testRank, isAttached: true, test),
      Section(rank: .useful, skyline(rows: towers) + progress),
      Section(rank: .useful, traces(rows: traced)), Section(rank: .important, bigTotals(of: ride)),
      Section(rank: .low, devices), Section(rank: .important, problems), Section(rank: .low, expired),
    ]
    if case .detached(let seconds) = news {
      sections = sections.map { Section(rank: $0.rank, $0.lines.map(\.dimmed)) }
      sections.insert(Section(rank: .vital, lost(for: seconds)), at: 0)
    }
    return sections
  }

  /// The rows of the skyline and of the traces, in the space that the figures leave.
  private func pictureRows(_ rows: Int) -> (skyline: Int, traces: Int) {
    let scale = scale(rows: rows)
    let spare = rows - 24 - BigDigits.rows * scale
    let tallest = intervals.count > 1 || route != nil ? min(5 * scale, max(3, spare / 2)) : 0
    return (tallest, min(7 * scale, max(2, spare - tallest)))
  }

  private func bigHeading(of ride: RideStatus) -> [StyledLine] {
    let pieces = [
      StyledLine(standing, .bold), StyledLine(title(of: ride), .dim),
      clock.isEmpty ? nil : StyledLine(clock.joined(separator: ", ")),
    ]
    return spread(pieces.compactMap(\.self))
  }

  /// The interval with its progress, its cue and the next interval.
  private var bigInterval: [StyledLine] {
    guard let plan = status.plan, let interval = plan.interval, plan.name != nil || plan.intervals > 1 else {
      return self.interval
    }
    let line = spread([title(of: interval, plan), StyledLine(IntervalText.aim(interval, glyphs), .bold)])
    return line + (interval.share.map { [bar($0)] } ?? []) + (next.map { [$0] } ?? []) + cue(of: interval)
  }

  /// Averages, work, distance and lap in as few lines as possible.
  private func bigTotals(of ride: RideStatus) -> [StyledLine] {
    let means = [Figure.watts(ride.averageWatts), Figure.heartRate(ride.averageBeatsPerMinute)].compactMap(\.self)
    let lap = ride.lap.flatMap { lap in
      lap.number > 1 ? String(localized: "lap \(lap.number): \(LapText.figures(lap))") : nil
    }
    let parts = [
      means.isEmpty ? nil : String(localized: "average \(means.joined(separator: ", "))"),
      EnergyText.work(ride.kilojoules), Figure.distance(metres: ride.distanceMeters), lap,
    ]
    let line = spread(parts.compactMap { $0.map { StyledLine($0) } })
    let others = planFigures
    return line + (others.isEmpty ? [] : spread(others)) + wPrime + powerZoneTimes
  }
}

// MARK: - Figures

extension LiveFrame {
  /// A figure in big digits, with its name above and further lines below.
  private struct Block {
    let title: String
    /// Text after the title, left out if it does not fit.
    var remark: StyledLine = ""
    let digits: String
    let style: Style
    var below: [StyledLine] = []
    /// The priority if there is too little space; figures with the highest number are left out first.
    let place: Int

    /// The minimum width in columns, for three digits, so that other figures do not move when a digit is added or
    /// removed.
    var least = Block.usual

    static let usual = 20

    /// The factor of the digits' size.
    var scale = 1

    var width: Int { max(BigDigits.width(digits), least) * scale }
  }

  private func blocks(of ride: RideStatus, scale: Int) -> [StyledLine] {
    let isSteered = heartRange != nil
    let first = [powerBlock(ride), heartBlock(isFirst: isSteered)]
    var blocks = (isSteered ? first.reversed() : first) + [cadenceBlock, timeBlock(ride)]
    for index in blocks.indices { blocks[index].scale = scale }
    let room = { (blocks: [Block]) in
      width - blocks.reduce(0) { $0 + $1.width }
    }
    while blocks.count > 1, room(blocks) < 3 * (blocks.count - 1),
      let last = blocks.indices.max(by: { blocks[$0].place < blocks[$1].place })
    {
      blocks.remove(at: last)
    }
    let gap = blocks.count > 1 ? room(blocks) / (blocks.count - 1) : 0
    let columns = blocks.map { Self.column(of: $0, glyphs) }
    let height = columns.map(\.count).max() ?? 0
    let picture = (0..<height).map { row in
      var line = StyledLine("")
      for (column, block) in zip(columns, blocks) {
        let cell = column.indices.contains(row) ? column[row] : ""
        if line.width > 0 { line = line + StyledLine(String(repeating: " ", count: gap)) }
        line = line + cell.cut(to: block.width).padded(to: block.width)
      }
      return line
    }
    return isStill ? picture.map(\.dimmed) : picture
  }

  private static func column(of block: Block, _ glyphs: Glyphs) -> [StyledLine] {
    let title = StyledLine(block.title, .dim) + "  " + block.remark
    let fits = block.remark.width > 0 && title.width <= block.width
    return [fits ? title : StyledLine(block.title.fitted(to: block.width), .dim)]
      + BigDigits.lines(block.digits, block.style, glyphs, scale: block.scale)
      + block.below
  }

  private static func digits(_ value: Int?) -> String { value.map { String(min(9999, max(0, $0))) } ?? "-" }

  private func powerBlock(_ ride: RideStatus) -> Block {
    let power = status.powerWatts
    var below: [StyledLine] = []
    if let target = ride.targetWatts {
      let change = status.phase == .riding ? power.map { difference($0 - target) } ?? "" : ""
      let word = String(localized: "target")
      let line = StyledLine("\(word) ", .dim) + StyledLine("\(target) W", .bold) + "  "
      below = [line + StyledLine(change, powerStyle(power, target))]
      if let wanted = ride.wantedWatts, let easing = ride.easedBy {
        below += "\(wanted) W \(TargetText.reason(easing))".wrapped(to: Block.usual).map { StyledLine($0, .dim) }
      } else {
        below.append(glyphs.gauge(power: power, target: target, width: Block.usual))
      }
    } else if let wanted = ride.wantedWatts {
      below = [StyledLine(String(localized: "then \(wanted) W"), .dim)]
    } else if status.phase != .finishing {
      below = [StyledLine(TargetText.brake(ride), .dim)]
    }
    return Block(
      title: Self.title(.power), remark: powerZone ?? "", digits: Self.digits(power),
      style: powerStyle(power, ride.targetWatts), below: below, place: 0)
  }

  private func heartBlock(isFirst: Bool) -> Block {
    let beats = status.heartRate?.beatsPerMinute
    let gauge = heartRange.map { glyphs.gauge(beats, within: $0, width: Block.usual) }
    let below = [heartGoal.map { StyledLine($0, .dim) }, gauge].compactMap(\.self)
    return Block(
      title: Self.title(.heart), digits: Self.digits(beats), style: heartStyle, below: below, place: isFirst ? 0 : 2)
  }

  /// Returns the name of a measure with its unit; the name is shortened if its block is too narrow.
  private static func title(_ measure: RideMeasure, in width: Int = Block.usual) -> String {
    measure.headings.first(fitting: width)
  }

  private var cadenceBlock: Block {
    let trainer = status.trainer
    let speed = Figure.speed(kmh: trainer?.speedKmh).map { StyledLine($0, .dim) }
    let aim = cadenceAim.map { StyledLine(String(localized: "target \($0)"), .dim) }
    let rpm = trainer?.cadenceRpm.map { Int(min(999, max(0, $0)).rounded()) }
    let least = 16
    return Block(
      title: Self.title(.cadence, in: least), digits: rpm.map(String.init) ?? "-", style: .bold,
      below: [aim, speed].compactMap(\.self), place: 3, least: least)
  }

  /// The time left in the interval, else in the ride; if neither is known, the time ridden.
  private func timeBlock(_ ride: RideStatus) -> Block {
    let interval = status.plan?.interval
    let name =
      interval.map { counter(of: $0) ?? $0.label?.printable ?? String(localized: "interval \($0.number)") } ?? ""
    let inAll = ride.remainingSeconds.map { StyledLine(String(localized: "ride: \(ClockTime($0)) left"), .dim) }
    let isPart = (status.plan?.intervals ?? 1) > 1
    if isPart, let interval, let meters = interval.remainingMeters {
      let title = String(localized: "m left, \(name)")
      return Block(
        title: title, digits: Self.digits(Int(min(1e6, max(0, meters)).rounded())), style: .bold,
        below: [inAll].compactMap(\.self), place: 1, least: max(Block.usual, min(Self.clockWidth, title.count)))
    }
    if let seconds = isPart ? interval?.remainingSeconds : ride.remainingSeconds {
      let style: Style = isPart && seconds <= Self.countdown && status.phase == .riding ? .caution : .bold
      return Block(
        title: isPart ? String(localized: "Left, \(name)") : String(localized: "Left"),
        digits: Self.clock(seconds), style: style, below: isPart ? [inAll].compactMap(\.self) : [], place: 1,
        least: Self.clockWidth)
    }
    return Block(
      title: String(localized: "Ridden"), digits: Self.clock(ride.timerSeconds), style: .bold, place: 1,
      least: Self.clockWidth)
  }

  /// The width of `00:00` in columns.
  private static let clockWidth = BigDigits.width("00:00")

  /// Formats minutes and seconds, even for more than an hour.
  private static func clock(_ seconds: Int) -> String {
    let (minutes, rest) = min(999 * 60, max(0, seconds)).quotientAndRemainder(dividingBy: 60)
    return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
  }
}

// MARK: - Traces

extension LiveFrame {
  /// Returns power and heart rate of the last five minutes, side by side.
  private func traces(rows: Int) -> [StyledLine] {
    let half = (width - 3) / 2
    let power = trace(.power, "W", width: half, rows: rows, from: 0, style: zoneStyle) { $0.watts }
    let heart = trace(.heart, Figure.heartRateUnit, width: half, rows: rows, from: nil) { $0.beatsPerMinute }
    guard !power.isEmpty, !heart.isEmpty else { return power + heart }
    return zip(power, heart).map { $0.padded(to: half + 3) + $1 }
  }

  /// Returns a trace with its heading, empty without values; its scale starts at `bottom`, or 15 below the lowest
  /// value.
  private func trace(
    _ measure: RideMeasure, _ unit: String, width: Int, rows: Int, from bottom: Double?,
    style: (Double) -> Style? = { _ in nil }, _ value: (RideTrace.Point) -> Int?
  ) -> [StyledLine] {
    let means = trace.means(value, in: width)
    let known = means.compactMap(\.self)
    guard let least = known.min(), let most = known.max() else { return [] }
    let (low, high) = (bottom ?? least - 15, most + (bottom == nil ? 5 : most / 20))
    let columns = means.map { mean in
      ColumnChart.Column(
        share: mean.map { ($0 - low) / max(1, high - low) }, style: mean.flatMap(style) ?? .accent)
    }
    let range = "\(Figure.text(least, decimals: 0))\(glyphs.dash)\(Figure.text(most, decimals: 0)) \(unit)"
    let title = measure.names.map { "\($0), 5 min" }.first(fitting: width - 1 - range.count)
    let gap = max(1, width - title.count - range.count)
    let heading = StyledLine(title, .dim) + StyledLine(String(repeating: " ", count: gap) + range, .dim)
    return [heading] + ColumnChart(columns: columns, rows: rows, glyphs: ChartGlyphs(glyphs)).lines
  }
}
