import BluetoothLE
import DBus
import HCI
import Loop
import Testing

@testable import BlueZ

@Suite struct LinkUpkeepTests {
  private let device = DeviceAddress(1)
  private let refused = HCIError(.refused, detail: "no")

  private func at(_ seconds: Int) -> MonotonicInstant { MonotonicInstant(sinceOrigin: .seconds(seconds)) }

  /// The upkeep of a link that came up at second 0, with its first request sent.
  private func begun() -> LinkUpkeep {
    var upkeep = LinkUpkeep()
    _ = upkeep.begin(device, at: at(0))
    _ = upkeep.isDue(device, at: at(0))
    return upkeep
  }

  @Test func `a link's parameters are maintained from its beginning to its end`() {
    var upkeep = LinkUpkeep()
    let begun = [upkeep.begin(device, at: at(0)), upkeep.begin(device, at: at(1))]
    #expect(begun == [true, false])
    #expect(upkeep.covers(device))
    let due = [upkeep.isDue(device, at: at(0)), upkeep.isDue(device, at: at(0))]
    #expect(due == [true, false])
    #expect(upkeep.deadline(of: device) == at(2))
    #expect(upkeep.end(device) == nil)
    #expect(!upkeep.covers(device))
    #expect(upkeep.deadline(of: device) == nil)
    let isDue = upkeep.isDue(device, at: at(9))
    #expect(!isDue)
  }

  @Test func `a failure is reported until a link has its parameters`() {
    var upkeep = begun()
    upkeep.failed(device, refused, at: at(0))
    #expect(upkeep.failure == refused)
    let short = upkeep.updated(device, supervisionTimeout: .milliseconds(420), at: at(1))
    #expect(short)
    #expect(upkeep.failure == refused)
    _ = upkeep.updated(device, supervisionTimeout: .seconds(4), at: at(1))
    #expect(upkeep.failure == nil)
    #expect(upkeep.deadline(of: device) == nil)
  }

  @Test func `failing to set the parameters of an ended link is not reported`() {
    var upkeep = begun()
    upkeep.failed(device, HCIError(.missing, detail: "no connection"), at: at(0))
    #expect(upkeep.failure == nil)
  }

  @Test func `a link that is not maintained ignores parameter updates`() {
    var upkeep = LinkUpkeep()
    let isCovered = upkeep.updated(device, supervisionTimeout: .milliseconds(420), at: at(0))
    #expect(!isCovered)
  }

  @Test func `a timer is handed out once, at the latest when its link ends`() async {
    let loop = EventLoop(name: "upkeep-test", pace: .real)
    let timer = loop.schedule(at: loop.now.advanced(by: .seconds(3600))) {}
    var upkeep = begun()
    upkeep.keep(timer, for: device)
    #expect(upkeep.takeTimer(of: device) == timer)
    #expect(upkeep.takeTimer(of: device) == nil)
    upkeep.keep(timer, for: device)
    #expect(upkeep.end(device) == timer)
    upkeep.keep(timer, for: device)
    #expect(upkeep.takeTimer(of: device) == nil, "a timer of a link that has ended is not kept")
    await loop.stop()
  }

  @Test func `a strap and a device that ended a link because of its interval get the unhurried parameters`() {
    var upkeep = LinkUpkeep()
    #expect(upkeep.parameters(for: device, with: [.fitnessMachine]) == .riding)
    #expect(upkeep.parameters(for: device, with: []) == .riding)
    #expect(upkeep.parameters(for: device, with: [.heartRate]) == .unhurried)
    #expect(upkeep.parameters(for: device, with: [.heartRate, .fitnessMachine]) == .riding)
    upkeep.refused(by: device)
    #expect(upkeep.parameters(for: device, with: [.fitnessMachine]) == .unhurried)
  }
}

@Suite struct ObservedControllersTests {
  private let create: UInt16 = 0x200D

  private func at(_ seconds: Int) -> MonotonicInstant { MonotonicInstant(sinceOrigin: .seconds(seconds)) }

  @Test func `a command makes a controller busy, and its response makes it free`() {
    var observed = ObservedControllers()
    var changes: [Bool] = []
    let packets: [MonitorPacket] = [
      .command(create), .commandStatus(create), .connected(0x40, Scene.trainer), .commandComplete(0x1405),
    ]
    for packet in packets { changes.append(observed.take(packet, at: at(0)).isAvailabilityChanged) }
    #expect(changes == [true, false, true, false])
  }

  @Test func `a connection is known until it ends or records are lost`() {
    var observed = ObservedControllers()
    let news = observed.take(.connected(0x40, Scene.trainer), at: at(0))
    #expect(news.changes == [.connected(Scene.trainer)])
    let connection = HCIConnection(device: Scene.trainer, controller: 0, handle: 0x40, isLowEnergy: true)
    #expect(observed.connection(with: Scene.trainer, controller: 0) == connection)
    #expect(observed.has(connection))
    _ = observed.take(.disconnected(0x40, 0x13), at: at(1))
    #expect(!observed.has(connection))
    #expect(observed.endings == 1)
    observed.insert(connection)
    #expect(observed.has(connection))
    observed.recordsLost(3)
    #expect(!observed.has(connection))
    #expect(observed.lostRecords == 3)
  }

  @Test func `only one check for a stuck controller is planned at a time`() {
    var observed = ObservedControllers()
    #expect(observed.planLook() == nil, "nothing to prove")
    _ = observed.take(.command(create), at: at(1))
    #expect(observed.planLook() == at(3))
    #expect(observed.planLook() == nil)
    observed.beginLook()
    #expect(observed.planLook() == at(3))
    #expect(observed.proven(at: at(3)) == [0])
    #expect(observed.stuckSince(0) == at(1))
    #expect(observed.proven(at: at(4)).isEmpty)
  }

  @Test func `a controller that reports a hardware error is stuck at once`() {
    var observed = ObservedControllers()
    let news = observed.take(MonitorPacket(opcode: 3, index: 0, payload: [0x10, 1, 3]), at: at(1))
    #expect(news.stuck == 0)
    #expect(observed.stuckSince(0) == at(1))
  }
}
