import Testing

@testable import Loop

@Suite struct TimerQueueTests {
  private func filled(_ deadlines: [Int64]) -> (queue: TimerQueue<Int>, ids: [UInt64]) {
    var queue = TimerQueue<Int>()
    var ids: [UInt64] = []
    for (index, deadline) in deadlines.enumerated() {
      ids.append(queue.reserveID())
      queue.insert(index, id: ids[index], at: deadline)
    }
    return (queue, ids)
  }

  @Test func `timers fire by deadline and then by age`() {
    var (queue, _) = filled([30, 10, 20, 10, 30, 10])
    #expect(queue.removeAll() == [1, 3, 5, 2, 0, 4])
  }

  @Test func `a timer is not due before its deadline`() {
    var (queue, _) = filled([10])
    #expect(queue.popDue(at: 9) == nil)
    #expect(queue.popDue(at: 10) == 0)
    #expect(queue.nextDeadline() == nil)
  }

  @Test func `removed timers never fire`() {
    var (queue, ids) = filled(Array(0..<1000))
    for id in ids.dropLast(3) { #expect(queue.remove(id) != nil) }
    #expect(queue.remove(ids[0]) == nil)
    #expect(queue.nextDeadline() == 997)
    #expect(queue.removeAll() == [997, 998, 999])
  }
}
