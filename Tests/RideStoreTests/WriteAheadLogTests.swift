import Foundation
import Rides
import Testing

@testable import RideStore

/// Tests of the bytes that a second of riding writes to the disk.
@Suite struct WriteAheadLogTests {
  let state = TemporaryState()

  @Test(arguments: [true, false]) func `the write-ahead log does not grow while riding`(isNew: Bool) async throws {
    if !isNew { try state.makeLibrary() }
    let store = try state.open()
    #expect(try await store.pragma("page_size") == (isNew ? "512" : "4096"))
    let id = try await store.begin(newRide())
    let before = try size(state.database)
    for second in 0..<1500 {
      try await store.append(to: id, samples: steady(second..<second + 1))
      try #require(try size(state.database + "-wal") == WriteAheadLog.size, "after second \(second)")
    }
    #expect(try size(state.database) > before, "it was folded in")
    #expect(try await store.record(id).samples == steady(0..<1500))
  }

  @Test func `a second of riding adds less than a block to the write-ahead log`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: steady(0..<100))
    let before = try usedLog()
    for second in 100..<200 { try await store.append(to: id, samples: steady(second..<second + 1)) }
    #expect(try usedLog() - before < 100 * 2048)
  }

  /// Eight hours are 28,800 rows.
  ///
  /// These are more, and each commit is larger than the remaining room for one.
  @Test func `the write-ahead log stays bounded`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    var largest = 0
    for batch in 0..<100 {
      try await store.append(to: id, samples: steady(batch * 1000..<(batch + 1) * 1000))
      largest = max(largest, try size(state.database + "-wal"))
    }
    #expect(largest < 2 * WriteAheadLog.size)
  }

  /// The log of a killed process is used as it is.
  @Test func `the write-ahead log of an interrupted ride does not grow either`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    for second in 0..<300 { try await store.append(to: id, samples: steady(second..<second + 1)) }
    let left = try state.asAfterAKill()
    let found = try left.open()
    for second in 300..<900 { try await found.append(to: id, samples: steady(second..<second + 1)) }
    #expect(try size(left.database + "-wal") == WriteAheadLog.size)
    #expect(try await found.record(id).samples == steady(0..<900))
  }

  /// The size without trailing zeros.
  private func usedLog() throws -> Int {
    let log = try Data(contentsOf: URL(filePath: state.database + "-wal"))
    return (log.lastIndex { $0 != 0 } ?? -1) + 1
  }

  private func size(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }
}
