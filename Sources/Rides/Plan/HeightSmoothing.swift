/// The known heights of a route by distance, in ascending order, at least two.
struct HeightTrack {
  /// The distance of each, in metres.
  private(set) var meters: [Double] = []
  /// The height of each, in metres.
  private(set) var heights: [Double] = []

  /// A difference of heights that many files cannot express in smaller steps, in metres.
  private static let wholeMeter = 1.000001

  /// Takes the known heights; nil if there are fewer than two.
  ///
  /// The track of a loop also has the last height before its beginning, and the first one after its end.
  init?(_ altitudes: [Double?], atMeters meters: [Double], isLoop: Bool) {
    for (altitude, meters) in zip(altitudes, meters) {
      guard let altitude, altitude.isFinite, meters > self.meters.last ?? -.infinity else { continue }
      add(altitude, atMeters: meters)
    }
    guard heights.count > 1, let length = meters.last else { return nil }
    guard isLoop, let first = self.meters.first, let last = self.meters.last else { return }
    let (firstHeight, lastHeight) = (heights[0], heights[heights.count - 1])
    if last < length + first { add(firstHeight, atMeters: length + first) }
    if last - length < first {
      self.meters.insert(last - length, at: 0)
      heights.insert(lastHeight, at: 0)
    }
  }

  private init() {}

  private mutating func add(_ height: Double, atMeters meters: Double) {
    self.meters.append(meters)
    heights.append(height)
  }

  /// The track without the stairs that heights in whole metres, or of the squares of a map, make of a slope.
  ///
  /// Several points of the same height are a stair, whose height is kept at its middle only. Where the road beyond it
  /// is a real slope, the stair's own end is kept, so that a level road stays level.
  var withoutStairs: HeightTrack {
    var track = HeightTrack()
    let runs = runs
    for (index, run) in runs.enumerated() {
      let (begin, end) = (run.lowerBound, run.upperBound)
      let stepsBefore = index > 0 && isStep(from: runs[index - 1], to: run)
      let stepsAfter = index + 1 < runs.count && isStep(from: run, to: runs[index + 1])
      if !stepsBefore { track.add(heights[begin], atMeters: meters[begin]) }
      if stepsBefore || stepsAfter { track.add(heights[begin], atMeters: (meters[begin] + meters[end]) / 2) }
      if !stepsAfter, end > begin { track.add(heights[end], atMeters: meters[end]) }
    }
    return track.ascending
  }

  /// The indices of successive points of the same height; most runs have a single point.
  private var runs: [ClosedRange<Int>] {
    var (runs, begin) = ([ClosedRange<Int>](), 0)
    for index in heights.indices where index + 1 == heights.count || heights[index + 1] != heights[index] {
      runs.append(begin...index)
      begin = index + 1
    }
    return runs
  }

  /// The track without heights at the same distance.
  private var ascending: HeightTrack {
    var track = HeightTrack()
    for (meters, height) in zip(meters, heights) where meters > track.meters.last ?? -.infinity {
      track.add(height, atMeters: meters)
    }
    return track
  }

  /// Returns whether the height changes by a step between two runs, and not by a slope or a spike of a single point.
  private func isStep(from run: ClosedRange<Int>, to next: ClosedRange<Int>) -> Bool {
    let rise = abs(heights[next.lowerBound] - heights[run.upperBound])
    if rise <= Self.wholeMeter { return true }
    let isSteep = rise > HeightSmoothing.possible * (meters[next.lowerBound] - meters[run.upperBound])
    return isSteep && run.count > 1 && next.count > 1
  }

  /// Returns the mean heights around nodes at equal distances, from 0 to `parts` steps; each is the mean of the step
  /// around it, and of half a step at both ends.
  func means(of parts: Int, step: Double) -> [Double] {
    var (means, place, sum, integral) = ([Double](), 0, 0.0, 0.0)
    means.reserveCapacity(parts + 1)
    var begin = 0.0
    integral = integralUp(to: 0, &place, &sum)
    for node in 0...parts {
      let end = min((Double(node) + 0.5) * step, Double(parts) * step)
      let upToEnd = integralUp(to: end, &place, &sum)
      means.append((upToEnd - integral) / (end - begin))
      (begin, integral) = (end, upToEnd)
    }
    return means
  }

  /// Returns the integral of the heights from the first of them to a distance in metres; level outside the track.
  ///
  /// The distance is never less than in the call before. `place` is the index of the height before it, and `sum` the
  /// integral up to there.
  private func integralUp(to end: Double, _ place: inout Int, _ sum: inout Double) -> Double {
    if end <= meters[0] { return heights[0] * (end - meters[0]) }
    while place + 1 < meters.count, meters[place + 1] <= end {
      sum += (meters[place + 1] - meters[place]) * (heights[place] + heights[place + 1]) / 2
      place += 1
    }
    let rest = end - meters[place]
    guard place + 1 < meters.count else { return sum + heights[place] * rest }
    let slope = (heights[place + 1] - heights[place]) / (meters[place + 1] - meters[place])
    return sum + rest * (heights[place] + slope * rest / 2)
  }
}

/// The heights of nodes at equal distances: without spikes, limited to the steepest grade, and smoothed by distance.
struct HeightSmoothing {
  /// A grade that no road has, as a share: a height behind it is a step or a spike.
  static let possible = 0.25
  /// The greatest grade before smoothing, which may add 4 % of it to keep the heights of both ends.
  private static let steepest = RouteProfile.steepest / 1.04
  /// The length within which a road returns from a spike, in metres.
  private static let spikeMeters = 100.0
  /// The mean is taken over so many nodes on each side, three times.
  private static let widest = 3
  /// A part of the route at each end that smoothing may change, as a share of its length.
  private static let share = 40

  /// The nodes before smoothing; a loop's last node is its first.
  private let nodes: [Double]
  private let isLoop: Bool

  init(_ means: [Double], step: Double, isLoop: Bool) {
    self.isLoop = isLoop
    var nodes = means
    if isLoop, nodes.count > 1 {
      let seam = (nodes[0] + nodes[nodes.count - 1]) / 2
      (nodes[0], nodes[nodes.count - 1]) = (seam, seam)
    }
    nodes = Self.withoutSpikes(nodes, step: step)
    nodes = Self.withoutSpikes(nodes.reversed(), step: step).reversed()
    self.nodes = Self.limited(nodes, rise: Self.steepest * step, isLoop: isLoop)
  }

  /// The heights of both ends before smoothing.
  var ends: (first: Double, last: Double) { (nodes.first ?? 0, nodes.last ?? 0) }

  /// The smoothed heights, with one more node at either end.
  var smoothed: [Double] {
    let last = nodes.count - 1
    let half = min(Self.widest, last / Self.share)
    var line = (-3 * half - 1...last + 3 * half + 1).map { nodes[place(of: $0, last: last)] }
    for _ in 0..<3 where half > 0 { line = Self.means(of: line, half: half) }
    return line
  }

  /// Returns the node that lies at an index outside the route: the same lap again, or the way back.
  private func place(of index: Int, last: Int) -> Int {
    if isLoop { return (index % last + last) % last }
    return index < 0 ? -index : index > last ? 2 * last - index : index
  }

  /// Returns the means of `half` values on each side; the result is shorter by these.
  private static func means(of line: [Double], half: Int) -> [Double] {
    let width = 2 * half + 1
    return (half..<line.count - half).map { middle in
      line[middle - half...middle + half].reduce(0, +) / Double(width)
    }
  }

  /// Replaces heights that no road can reach, and from which it returns within `spikeMeters`, by a straight line.
  ///
  /// A spike at the end is replaced by the height before it.
  private static func withoutSpikes(_ nodes: [Double], step: Double) -> [Double] {
    let reach = Int(min(max(2, (spikeMeters / step).rounded()), Double(nodes.count)))
    let rise = possible * step
    var (clean, last) = (nodes, 0)
    func canReach(_ index: Int) -> Bool { abs(nodes[index] - clean[last]) <= rise * Double(index - last) }
    while last + 1 < nodes.count {
      let farthest = min(nodes.count - 1, last + reach)
      let isAtEnd = last + reach > nodes.count - 1
      guard let next = (last + 1...farthest).first(where: canReach) ?? (isAtEnd ? nil : last + 1) else {
        for index in last + 1..<nodes.count { clean[index] = clean[last] }
        break
      }
      let slope = (nodes[next] - clean[last]) / Double(next - last)
      for index in last + 1..<next { clean[index] = clean[last] + slope * Double(index - last) }
      last = next
    }
    return clean
  }

  /// Limits the difference of neighbours to `rise`.
  ///
  /// The result is the mean of the highest such road below all heights and the lowest one above them. Heights that keep
  /// the limit stay as they are, and a step becomes the shortest possible slope around its middle.
  private static func limited(_ nodes: [Double], rise: Double, isLoop: Bool) -> [Double] {
    let below = envelope(nodes, rise: rise, isLoop: isLoop)
    let above = envelope(nodes.map { -$0 }, rise: rise, isLoop: isLoop)
    return zip(below, above).map { ($0 - $1) / 2 }
  }

  private static func envelope(_ nodes: [Double], rise: Double, isLoop: Bool) -> [Double] {
    var line = nodes
    guard let last = line.indices.last else { return line }
    for _ in 0..<(isLoop ? 2 : 1) {
      for index in line.indices.dropFirst() { line[index] = min(line[index], line[index - 1] + rise) }
      if isLoop { line[0] = min(line[0], line[last]) }
      for index in line.indices.dropLast().reversed() { line[index] = min(line[index], line[index + 1] + rise) }
      if isLoop { line[last] = min(line[last], line[0]) }
    }
    return line
  }
}
