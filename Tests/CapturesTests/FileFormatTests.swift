import BluetoothLE
import Captures
import Foundation
import TestKit
import Testing

/// A capture format or link type, and a function that writes it.
struct Container: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: @Sendable (SampleCapture) -> [UInt8]
  /// Whether its time stamps are exact to the microsecond.
  var isExact = true
}

@Suite struct FileFormatTests {
  static let containers: [Container] =
    [
      Container(testDescription: "btsnoop monitor") { $0.btsnoop(.monitor) },
      Container(testDescription: "btsnoop UART") { $0.btsnoop(.uart) },
      Container(testDescription: "btsnoop unencapsulated") { PacketFile.btsnoopUnencapsulated($0) },
    ]
    + [PacketFile.ByteOrder.big, .little].flatMap { order in
      [false, true].flatMap { isNano in
        [PacketFile.Link.uart, .uartWithDirection, .monitor].map { link in
          Container(testDescription: "pcap \(order) nano \(isNano) \(link)") {
            PacketFile.pcap($0, order: order, isNano: isNano, link: link)
          }
        }
      }
        + [nil, 9, 0x94].map { resolution in
          Container(
            testDescription: "pcapng \(order) \(resolution ?? 6)",
            bytes: { PacketFile.pcapng($0, order: order, resolution: resolution) }, isExact: resolution != 0x94)
        }
    }

  static var sample: SampleCapture {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.wait(milliseconds: 500)
    sample.control([0x00], answer: [0x80, 0x00, 0x01], afterMilliseconds: 40)
    sample.notify(SampleCapture.Trainer.bikeData, [0x44, 0x00, 1, 2, 3, 4, 5, 6])
    sample.wait(milliseconds: 1000)
    sample.disconnect(SampleCapture.trainerHandle, reason: 0x08)
    return sample
  }

  @Test(arguments: containers) func `every capture format has the same events`(_ container: Container) {
    let expected = Capture(decoding: Self.sample.btsnoop(.monitor))
    let capture = Capture(decoding: container.bytes(Self.sample))
    #expect(capture.failure == nil)
    #expect(capture.oddities == [])
    #expect(capture.devices == expected.devices)
    #expect(capture.events.map(\.kind) == expected.events.map(\.kind))
    if container.isExact {
      #expect(capture.events == expected.events)
      #expect(capture.startUnixMicroseconds == 1_790_000_000_000_000)
    }
  }

  @Test(arguments: containers) func `every prefix of a capture keeps the events before the cut`(_ container: Container)
  {
    let bytes = container.bytes(Self.sample)
    let whole = Capture(decoding: bytes)
    var cutFailures = 0
    for length in 0..<bytes.count {
      let capture = Capture(decoding: Array(bytes.prefix(length)))
      #expect(whole.events.map(\.kind).starts(with: capture.events.map(\.kind)))
      guard let failure = capture.failure else { continue }
      cutFailures += 1
      #expect(failure.offset <= length)
      #expect([.truncated, .formatUnknown].contains(failure.code))
    }
    // Only a cut between two records leaves a complete file.
    #expect(cutFailures > bytes.count * 9 / 10)
  }

  @Test func `a pcapng simple packet block has the time of the block before`() {
    let capture = Capture(decoding: PacketFile.pcapng(Self.sample, order: .little, resolution: nil, simple: true))
    #expect(capture.failure == nil)
    #expect(capture.events.count == Capture(decoding: Self.sample.btsnoop()).events.count)
    #expect(capture.duration == .zero)
  }

  @Test func `an unsupported link type is reported`() {
    let header = PacketFile.pcapHeader(order: .little, isNano: false, network: 105)
    let failure = Capture(decoding: header).failure
    #expect(failure?.code == .linkTypeUnsupported)
    #expect(failure?.offset == 20)
    #expect(failure?.detail.contains("105") == true)
  }

  @Test func `a text file is refused as a capture`() {
    #expect(Capture(decoding: Array("hello".utf8)).failure?.code == .formatUnknown)
    #expect(Capture(decoding: []).failure?.code == .formatUnknown)
  }

  @Test func `an unknown btsnoop version or data link is reported`() {
    var bytes = SampleCapture().btsnoop()
    bytes[11] = 2
    #expect(Capture(decoding: bytes).failure?.code == .versionUnsupported)
    bytes[11] = 1
    bytes[15] = 0xD2
    #expect(Capture(decoding: bytes).failure?.code == .linkTypeUnsupported)
  }

  @Test func `a recorder clock that is set back loses only one time step`() {
    var writer = BTSnoopWriter(.uart)
    for time: Int64 in [5_000_000, 6_000_000, 1_000_000, 1_500_000] {
      writer.append(.connectionComplete(handle: 1, peer: SampleCapture.trainer), atUnixMicroseconds: time)
    }
    let times = Capture(decoding: writer.bytes).events.map(\.time)
    #expect(times == [.zero, .seconds(1), .seconds(1), .milliseconds(1500)])
  }
}

/// Captures of real devices, stored next to the project during development.
@Suite struct SharedCapturesTests {
  private static let directory = SharedMaterial.file("captures")
  static let treadmill = directory.appending(path: "horizon-7.4-treadmill.btsnoop")
  static let bike = directory.appending(path: "insideride-e-motion.jsonl")

  private static func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  @Test(.enabled(if: exists(treadmill))) func `the treadmill's capture is read to its end`() throws {
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

  @Test(.enabled(if: exists(bike))) func `the bike's JSON lines are read to their end`() throws {
    let capture = Capture(decoding: Array(try Data(contentsOf: Self.bike)))
    #expect(capture.failure == nil)
    #expect(capture.events.count == 60)
    #expect(capture.events.allSatisfy { $0.kind.attribute == .characteristic(.indoorBikeData) })
  }
}
