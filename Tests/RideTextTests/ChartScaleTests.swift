import Testing

@testable import RideText

@Suite struct ChartScaleTests {
  @Test(arguments: [(3.0, 5.0), (0.7, 1), (1.2, 2), (2.1, 2.5), (20, 20), (21, 25), (26, 50), (170, 200), (0, 0.001)])
  func `a scale's steps are 1, 2, 2.5 or 5 times a power of ten`(distance: Double, step: Double) {
    #expect(abs(Axis.roundStep(atLeast: distance) - step) < 1e-9)
  }

  @Test func `a scale's ticks are round and cover the range`() {
    let axis = Axis(covering: 72...158, ticks: 5)
    #expect(axis.ticks == [60, 80, 100, 120, 140, 160])
    #expect(axis.position(of: 60) == 0 && axis.position(of: 160) == 1 && axis.position(of: 110) == 0.5)
    #expect(axis.position(of: 1900) == 1 && axis.position(of: 0) == 0)
    #expect(axis.labelled(atMost: 3) == [60, 100, 140])
    #expect(axis.labelled(atMost: 6) == axis.ticks)
  }

  @Test func `a range of one value has a scale with two ticks`() {
    #expect(Axis(covering: 150...150, ticks: 5).ticks.count >= 2)
    #expect(Axis(covering: 0...0, ticks: 3).ticks.count >= 2)
  }

  @Test func `extreme numbers do not produce an endless scale`() {
    #expect(Axis(covering: -1e300...1e300, ticks: 3).ticks.count <= 5)
    #expect(Axis(covering: 1e300...1e301, ticks: 3).ticks.count <= 5)
  }

  @Test func `a spike does not stretch the power scale`() throws {
    let steady = (0..<1000).map { Double(148 + $0 % 5) as Double? }
    var spiked = steady
    for index in 500..<510 { spiked[index] = 1900 }
    let range = try #require(Axis.rangeFromZero(of: spiked))
    #expect(range == Axis.rangeFromZero(of: steady))
    #expect(range.lowerBound == 0 && abs(range.upperBound - 159.6) < 1e-9)
  }

  @Test func `a peak is within the power scale`() throws {
    var values = (0..<1000).map { Double(290 + $0 % 20) as Double? }
    for index in 500..<505 { values[index] = 434 }
    #expect(try #require(Axis.rangeFromZero(of: values)).upperBound > 434)
  }

  @Test func `a target above the power is within the power scale`() throws {
    #expect(try #require(Axis.rangeFromZero(of: [100, 101], including: [nil, 400])).upperBound > 400)
  }

  @Test func `the heart rate scale includes every value`() throws {
    let beats: [Double?] = (0..<600).map { second -> Double? in second < 10 ? 85 : Double(130 + second % 5) }
    let values = beats + [nil, 0]
    #expect(Axis.range(of: values, span: 20) == 85...134)
    #expect(Axis.range(of: [130], span: 20) == 120...140)
  }

  @Test func `a stretch above the scale has one peak`() {
    var values = Array(repeating: 150.0 as Double?, count: 1000)
    for (index, value) in [(100, 800.0), (101, 900), (102, 850), (600, 700)] { values[index] = value }
    let trace = Trace(kind: .power, start: 50, values: values)
    #expect(
      trace.peaks(above: 200, points: 1000)
        == [Trace.Point(second: 151.5, value: 900), Trace.Point(second: 650.5, value: 700)])
    #expect(trace.peaks(above: 210, points: 100).map(\.value) == [900], "what is drawn within the scale is not cut")
  }

  @Test func `a stop does not stretch the scale`() throws {
    let steady = (0..<600).map { Double(148 + $0 % 5) as Double? }
    let stopped = steady + Array(repeating: 0, count: 3000) + Array(repeating: nil, count: 3000)
    #expect(Axis.rangeFromZero(of: stopped) == Axis.rangeFromZero(of: steady))
    #expect(Axis.range(of: stopped, span: 40) == Axis.range(of: steady, span: 40))
  }

  @Test func `a series without a value above zero has no range`() {
    #expect(Axis.rangeFromZero(of: [nil, 0, -5, .nan, .infinity]) == nil)
    #expect(Axis.range(of: [nil, 0, -5, .nan, .infinity], span: 40) == nil)
    #expect(Axis.rangeFromZero(of: []) == nil && Axis.range(of: [], span: 40) == nil)
  }

  @Test(arguments: [
    (0..<60, 7, ["0:00", "0:10", "0:20", "0:30", "0:40", "0:50", "1:00 min"]),
    (0..<600, 7, ["0", "2", "4", "6", "8", "10 min"]),
    (0..<1080, 4, ["0", "5", "10", "15 min"]),
    (0..<3600, 7, ["0", "10", "20", "30", "40", "50", "60 min"]),
    (0..<3601, 4, ["0:00", "0:20", "0:40", "1:00 h"]),
    (0..<28_800, 5, ["0:00", "2:00", "4:00", "6:00", "8:00 h"]),
    (100..<3700, 3, ["0:30", "1:00 h"]), (0..<0, 5, ["0:00 min"]),
  ])
  func `a time axis has round ticks`(seconds: Range<Int>, count: Int, labels: [String]) {
    let ticks = TimeAxis(seconds: seconds).ticks(count)
    #expect(ticks.map(\.label) == labels)
    #expect(ticks.count <= count)
  }

  @Test func `a trace averages the known values only`() {
    let trace = Trace(kind: .power, start: 0, values: [100, nil, 200, 300, nil, nil])
    #expect(trace.means(3) == [100, 250, nil])
    #expect(trace.means(100) == trace.values)
  }

  @Test func `a smoothed trace has running means, and keeps its gaps`() {
    let trace = Trace(kind: .power, start: 0, values: [100, 200, 300, nil, 500])
    #expect(trace.smoothed(over: 3).values == [150, 200, 250, nil, 500])
    let noise = Trace(kind: .power, start: 0, values: (0..<60).map { $0.isMultiple(of: 2) ? 100 : 200 })
    #expect(noise.smoothed(over: 10).values.dropFirst(5).dropLast(5).allSatisfy { $0 == 150 })
  }

  @Test func `a trace averages a range of the ride's seconds`() {
    let trace = Trace(kind: .power, start: 100, values: [100, 200, nil, 400])
    #expect(trace.mean(of: 100..<102) == 150 && trace.mean(of: 102..<103) == nil && trace.mean(of: 0..<500) == 700 / 3)
  }

  @Test func `a trace breaks its line at a gap in the data`() {
    let known = Array(repeating: 150.0 as Double?, count: 20)
    let trace = Trace(kind: .power, start: 100, values: known + Array(repeating: nil, count: 30) + known)
    let lines = trace.lines(points: 1000)
    #expect(lines.map(\.count) == [20, 20])
    #expect(lines.first?.first?.second == 100.5 && lines.last?.last?.second == 169.5)
  }

  @Test func `rows five seconds apart, as other programs write them, form one line`() {
    let values = (0..<600).map { $0.isMultiple(of: 5) ? 150.0 : nil as Double? }
    #expect(Trace(kind: .power, start: 0, values: values).lines(points: 1000).map(\.count) == [120])
  }

  @Test func `a trace of a long ride has no more points than requested`() {
    let trace = Trace(kind: .power, start: 0, values: Array(repeating: 150, count: 28_800))
    #expect(trace.lines(points: 1000).map(\.count) == [1000])
  }
}
