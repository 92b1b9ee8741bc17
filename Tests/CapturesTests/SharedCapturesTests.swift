import BluetoothLE
import Captures
import Foundation
import TestKit
import Testing

/// Recordings of real devices, which stand beside the project where it is developed.
@Suite struct SharedCapturesTests {
  private static let directory = SharedMaterial.file("captures")
  static let treadmill = directory.appending(path: "horizon-7.4-treadmill.btsnoop")
  static let bike = directory.appending(path: "insideride-e-motion.jsonl")

  private static func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  @Test(.enabled(if: exists(treadmill))) func theTreadmillsLogIsReadToItsEnd() throws {
    let capture = Capture(decoding: Array(try Data(contentsOf: Self.treadmill)))
    #expect(capture.failure == nil)
    #expect(capture.oddities == [])
    let treadmill = try #require(capture.devices.first { $0.wasConnected })
    #expect(treadmill.characteristics.contains(CharacteristicID(0x1826, 0x2ACD)))
    #expect(treadmill.characteristics.contains(.fitnessMachineControlPoint))
    #expect(treadmill.unresolvedHandles == [])
    let notified = capture.events.filter { if case .notified = $0.kind { true } else { false } }
    #expect(notified.count == 1047)
    #expect(notified.allSatisfy { $0.kind.attribute?.characteristic != nil })
  }

  @Test(.enabled(if: exists(bike))) func theBikesLinesAreReadToTheirEnd() throws {
    let capture = Capture(decoding: Array(try Data(contentsOf: Self.bike)))
    #expect(capture.failure == nil)
    #expect(capture.events.count == 60)
    #expect(capture.events.allSatisfy { $0.kind.attribute == .characteristic(.indoorBikeData) })
  }
}
