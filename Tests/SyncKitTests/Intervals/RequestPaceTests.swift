import FoundationEssentials
import SyncKit
import Testing

@Suite struct RequestPaceTests {
  private let start = Date(timeIntervalSince1970: 1_790_000_000)

  @Test func `ten requests are sent at once, and the next one second after the first`() {
    var pace = RequestPace()
    for _ in 0..<10 { #expect(pace.wait(at: start) == .zero) }
    #expect(pace.wait(at: start) == .seconds(1))
    #expect(pace.wait(at: start.addingTimeInterval(0.25)) == .seconds(0.75))
  }

  @Test func `at most ten requests are sent in any second`() {
    var pace = RequestPace()
    var sent: [Double] = []
    var now = 0.0
    for index in 0..<500 {
      let wait = pace.wait(at: start.addingTimeInterval(now))
      now += wait / .seconds(1)
      sent.append(now)
      now += index % 7 == 0 ? 0.31 : 0.004
    }
    for (index, time) in sent.enumerated().dropFirst(10) {
      #expect(time - sent[index - 10] > 0.999)
    }
  }

  @Test func `a clock jump does not stop the requests`() {
    var pace = RequestPace()
    for _ in 0..<10 { _ = pace.wait(at: start) }
    for _ in 0..<10 {
      let wait = pace.wait(at: start.addingTimeInterval(-1e9))
      #expect(wait <= .seconds(2))
    }
    #expect(pace.wait(at: start.addingTimeInterval(1e9)) == .zero)
  }
}
