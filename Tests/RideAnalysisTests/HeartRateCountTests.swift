import Testing

@testable import RideAnalysis

@Suite struct HeartRateCountTests {
  @Test func theMediansAreThoseThatSortingFinds() {
    let beats = (0..<2000).map { second in second % 11 == 0 ? nil : 60 + (second * second * 31) % 140 }
    for window in [1, 31, 61] {
      let expected = beats.indices.map { index -> Int? in
        let around = (index - window / 2..<index + window / 2 + 1).clamped(to: beats.indices)
        let sorted = beats[around].compactMap(\.self).sorted()
        return sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
      }
      #expect(beats.heartRateMedians(over: window) == expected)
    }
  }

  @Test func aShareIsFoundAmongAll() {
    var count = HeartRateCount()
    #expect(count.value(atShare: 0.5) == nil)
    for beats in 100..<201 { count.add(beats) }
    #expect([0, 0.25, 0.75, 1].map { count.value(atShare: $0) } == [100, 125, 175, 200])
  }

  @Test func whatNoHeartDoesIsCountedAtTheEdge() {
    var count = HeartRateCount()
    count.add(.max)
    count.add(.min)
    #expect([0, 1].map { count.value(atShare: $0) } == [0, 255])
  }
}
