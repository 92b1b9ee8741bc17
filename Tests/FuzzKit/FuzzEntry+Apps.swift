import AppBridge
import BluetoothLE
import ControlWire
import DirectConnect
import Rides

extension FuzzEntry {
  /// The bytes of an app, or of a trainer in the network: frames of Direct Connect.
  package static let apps = FuzzEntry(
    name: "apps",
    seeds: {
      let control = BluetoothUUID(0x2AD9)
      let requests: [DirectConnectRequest] = [
        .discoverServices, .discoverCharacteristics(of: .fitnessMachine), .read(BluetoothUUID(0x2ACC)),
        .enableNotifications(true, of: control), .enableNotifications(true, of: BluetoothUUID(0x2AD2)),
        .write([0], to: control), .write([1], to: control), .unnamed, .write([7], to: control),
        .write([5, 0xB4, 0], to: control), .write([0x11, 0, 0, 0x64, 0, 0x28, 0x33], to: control),
        .write([8, 2], to: control), .write([8, 1], to: control),
      ]
      let responses: [DirectConnectResponse] = [
        .services([.fitnessMachine]), .value([1, 2], of: control), .refused(.read, .characteristicNotFound),
        .characteristics([DirectConnectCharacteristic(control, [.write, .notify])], of: .fitnessMachine),
      ]
      return [
        requests.flatMap { $0.frame(sequence: 1).encoded() }, responses.flatMap { $0.frame(sequence: 2).encoded() },
        DirectConnectNotification([0x44, 0, 0x73, 0x0C, 0xB4, 0, 0xC8, 0], of: BluetoothUUID(0x2AD2)).frame.encoded(),
      ]
    },
    run: { input in
      let (whole, pieces) = (
        frames(of: [input]),
        frames(of: [input.prefix(input.count / 3), input.dropFirst(input.count / 3)].map(Array.init))
      )
      try promise("frames in pieces are the same", whole == pieces)
      for frame in whole { try tryMessages(frame) }
      var app = FuzzedApp()
      for frame in whole { try app.send(frame) }
    })

  /// Returns the frames of a stream, up to the first failure.
  private static func frames(of pieces: [[UInt8]]) -> [DirectConnectFrame] {
    var (reader, frames) = (DirectConnectReader(limit: 1024), [DirectConnectFrame]())
    for piece in pieces {
      reader.append(piece)
      while let frame = try? reader.next() { frames.append(frame) }
    }
    return frames
  }

  /// Decodes a frame as each kind of message; a message survives encoding.
  private static func tryMessages(_ frame: DirectConnectFrame) throws(BrokenPromise) {
    if let request = try? DirectConnectRequest(frame) {
      try promise("\(request) survives", (try? DirectConnectRequest(request.frame(sequence: 1))) == request)
    }
    if let response = try? DirectConnectResponse(frame) {
      try promise("\(response) survives", (try? DirectConnectResponse(response.frame(sequence: 1))) == response)
    }
    if let note = try? DirectConnectNotification(frame) {
      try promise("\(note) survives", (try? DirectConnectNotification(note.frame)) == note)
    }
  }
}

/// An app at a bridge whose jz2d accepts every call.
private struct FuzzedApp {
  private var bridge = BridgeMachine(
    identity: BridgeIdentity(serialNumber: 1, firmware: "0"), offers: .trainer, at: .origin)
  private var now = MonotonicInstant.origin
  private let app = BridgeMachine.AppID(rawValue: 1)

  init() {
    _ = bridge.handle(.joined(app, .network), at: now)
    _ = bridge.handle(.status(Status(phase: .idle)), at: now)
  }

  /// Sends a frame; each request is answered, with its number.
  mutating func send(_ frame: DirectConnectFrame) throws(BrokenPromise) {
    now = now.advanced(by: .milliseconds(300))
    let (response, effects) = bridge.answer(frame, from: app, at: now)
    try promise("a request is answered: \(frame)", (response == nil) == (frame.message == .notification))
    try promise("the response has the number of \(frame)", response.map { $0.sequence == frame.sequence } ?? true)
    try accept(effects)
    if let deadline = bridge.deadline, deadline <= now {
      try accept(bridge.handle(.deadline, at: now))
      try promise("the deadline advances", bridge.deadline.map { $0 > now } ?? true)
    }
  }

  private mutating func accept(_ effects: [BridgeMachine.Effect]) throws(BrokenPromise) {
    var calls = effects
    for _ in 0..<10 {
      guard case .call(let call)? = calls.last else { return }
      calls = bridge.handle(.answered(call, .success(7)), at: now)
      var ride = Status(phase: call == .stop ? .idle : .riding)
      if call != .stop {
        ride.ride = RideStatus(id: 7, targetWatts: 150, timerSeconds: 1, elapsedSeconds: 1, remainingSeconds: nil)
      }
      calls += bridge.handle(.status(ride), at: now)
    }
    throw BrokenPromise(description: "calls follow each other without end")
  }
}
