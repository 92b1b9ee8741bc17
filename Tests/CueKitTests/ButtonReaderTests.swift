import CueKit
import Foundation
import Glibc
import Locks
import Logging
import Loop
import RideCues
import TestKit
import Testing

/// Tests with pipes that send the events of input devices.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ButtonReaderTests {
  private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// The actions that a reader passed on.
  private final class Pressed: Sendable {
    private let actions = Lock<[ButtonAction]>([])

    var all: [ButtonAction] { actions.withLock(\.self) }

    func take(_ action: ButtonAction) { actions.withLock { $0.append(action) } }
  }

  private let place: TemporaryDirectory
  private let loop = EventLoop(name: "test", pace: .real)
  private let pressed = Pressed()

  init() throws { place = try TemporaryDirectory() }

  private func reader(_ choice: CueConfiguration.Device.Choice) throws -> ButtonReader {
    let directory = InputDirectory(nodes: place.path, names: place.path(of: "names"))
    let devices = [CueConfiguration.Device(choice)]
    return ButtonReader(on: loop, devices, in: directory, log: Self.log) { [pressed] change, action in
      if change == .pressed { pressed.take(action) }
    }
  }

  private func makePipe(_ name: String) { #expect(mkfifo(place.path(of: name), 0o600) == 0) }

  /// Sends a press of a key, by its number.
  private func press(_ key: UInt16, on name: String) throws {
    let descriptor = open(place.path(of: name), O_WRONLY | O_NONBLOCK)
    try #require(descriptor >= 0, "somebody reads it")
    defer { close(descriptor) }
    var event = [UInt8](repeating: 0, count: KeyEvents.Layout.native.size - 8)
    for field in [1, key] { event += withUnsafeBytes(of: field) { Array($0) } }
    event += withUnsafeBytes(of: Int32(1)) { Array($0) }
    #expect(write(descriptor, event, event.count) == event.count)
  }

  private func isTaken(_ name: String, by reader: ButtonReader) async -> Bool {
    let path = place.path(of: name)
    return await loop.comesToHold(within: TestDeadline.event) { reader.assumeIsolated { $0.paths.contains(path) } }
  }

  private func comes(_ actions: [ButtonAction]) async -> Bool {
    await loop.comesToHold(within: TestDeadline.event) { [pressed] in pressed.all == actions }
  }

  @Test func `key presses of a connected device are passed on`() async throws {
    makePipe("event0")
    let reader = try reader(.path(place.path(of: "event0")))
    await reader.begin()
    try press(115, on: "event0")
    try press(116, on: "event0")
    try press(164, on: "event0")
    #expect(await comes([.watts(5), .nothing, .pause]))
    await loop.stop()
  }

  @Test func `a device that is plugged in later or again is opened`() async throws {
    let reader = try reader(.path(place.path(of: "event0")))
    await reader.begin()
    makePipe("event0")
    try #require(await isTaken("event0", by: reader))
    try press(163, on: "event0")
    #expect(await comes([.skip]))
    unlink(place.path(of: "event0"))
    #expect(await loop.comesToHold(within: TestDeadline.event) { reader.assumeIsolated { $0.paths.isEmpty } })
    makePipe("event0")
    try #require(await isTaken("event0", by: reader))
    try press(165, on: "event0")
    #expect(await comes([.skip, .back]))
    await loop.stop()
  }

  @Test func `a device is found by its name, and no other is opened`() async throws {
    for (number, name) in [(3, "AB Shutter3 Keyboard"), (4, "Power Button")] {
      makePipe("event\(number)")
      let folder = place.path(of: "names/event\(number)/device")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("\(name)\n".utf8).write(to: URL(filePath: "\(folder)/name"))
    }
    let reader = try reader(.name(NamePattern("AB Shutter3*")))
    await reader.begin()
    #expect(await reader.paths == [place.path(of: "event3")])
    await loop.stop()
  }

  /// udev creates the link after the kernel creates the node.
  @Test func `a symbolic link leads to its device`() async throws {
    makePipe("event5")
    let reader = try reader(.path(place.path(of: "by-id")))
    await reader.begin()
    #expect(symlink(place.path(of: "event5"), place.path(of: "by-id")) == 0)
    #expect(await isTaken("event5", by: reader))
    await loop.stop()
  }

  @Test func `a regular file is not opened as a device`() async throws {
    try Data(count: 24).write(to: URL(filePath: place.path(of: "event0")))
    let reader = try reader(.path(place.path(of: "event0")))
    await reader.begin()
    #expect(await reader.paths == [])
    await loop.stop()
  }

  /// The case in which udev has not given the node to its group yet.
  @Test(.enabled(if: getuid() != 0, "root may open everything"))
  func `a device that becomes accessible later is opened then`() async throws {
    makePipe("event0")
    chmod(place.path(of: "event0"), 0)
    let reader = try reader(.path(place.path(of: "event0")))
    await reader.begin()
    #expect(await reader.paths == [])
    chmod(place.path(of: "event0"), 0o600)
    #expect(await isTaken("event0", by: reader))
    await loop.stop()
  }

  @Test func `the devices of a computer are listed with path and name`() throws {
    for number in [10, 2] {
      let folder = place.path(of: "names/event\(number)/device")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("Remote \(number)\n".utf8).write(to: URL(filePath: "\(folder)/name"))
    }
    let directory = InputDirectory(nodes: "/dev/input", names: place.path(of: "names"))
    #expect(
      CueReport.devices(directory.entries) == "/dev/input/event2  Remote 2\n/dev/input/event10  Remote 10\n")
    #expect(CueReport.devices([]) == "This computer has no input devices. Plug one in, or pair it.\n")
  }
}
