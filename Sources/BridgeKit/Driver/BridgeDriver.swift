package import AppBridge
package import BluetoothLE
package import ControlWire
package import DirectConnect
package import Logging
package import Loop
package import TrainerClient

/// A way by which apps reach the bridge: TCP, or Bluetooth.
///
/// The driver calls it on its loop, for the apps of every door; a door ignores the apps of the others.
package protocol BridgeDoor: Sendable {
  /// Sends a value to apps, as a notification or an indication.
  func notify(_ apps: Set<BridgeMachine.AppID>, _ characteristic: CharacteristicID, _ value: [UInt8])

  /// Answers a write that was an input of the machine; a nil `refusal` accepts it.
  func answerWrite(of app: BridgeMachine.AppID, _ refusal: BridgeMachine.WriteRefusal?)
}

/// Carries out the effects of the machine: passes values to the doors, and calls to jz2d.
package actor BridgeDriver {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Makes a call to jz2d, and returns the number of the started ride, or nil.
  package typealias Calling = @Sendable (BridgeCall) async -> Result<Int?, ControlError>

  /// The services that apps see; they never change.
  package nonisolated let services: [OfferedService]

  private let calling: Calling
  private let log: Logger
  private var machine: BridgeMachine
  private var doors: [any BridgeDoor] = []
  private var lastApp = 0
  private var timer: (deadline: MonotonicInstant, timer: EventLoop.Timer)?
  private var isDetached = false

  /// - Parameters:
  ///   - loop: The thread of the machine and of the doors.
  ///   - offers: The services that apps see.
  ///   - identity: The values of Device Information.
  ///   - log: The log of refused calls and of jz2d's absence.
  ///   - calling: Makes a call to jz2d.
  package init(
    on loop: EventLoop, offering offers: BridgeOffers, as identity: BridgeIdentity, log: Logger,
    calling: @escaping Calling
  ) {
    self.loop = loop
    self.log = log
    self.calling = calling
    machine = BridgeMachine(identity: identity, offers: offers, at: loop.now)
    services = machine.services
  }

  /// Adds a door, which gets the effects from now on.
  package func add(_ door: any BridgeDoor) { doors.append(door) }

  /// Adds an app.
  ///
  /// - Parameters:
  ///   - door: The way by which it is connected.
  ///   - device: The device that it runs on; nil if it is not known.
  /// - Returns: The app's identity.
  package func join(by door: BridgeMachine.Door, from device: String? = nil) -> BridgeMachine.AppID {
    lastApp += 1
    let app = BridgeMachine.AppID(rawValue: lastApp)
    take(.joined(app, door, device: device))
    return app
  }

  /// Handles an input, carries out its effects, and schedules the next deadline.
  package func take(_ input: BridgeMachine.Input) { carryOut(machine.handle(input, at: loop.now)) }

  /// Answers a frame of Direct Connect.
  ///
  /// - Parameters:
  ///   - frame: The request.
  ///   - app: The app that sent it.
  ///   - respond: Receives the response, before the effects of the request are carried out.
  package func answer(
    _ frame: DirectConnectFrame, from app: BridgeMachine.AppID, _ respond: @Sendable (DirectConnectFrame) -> Void
  ) {
    let (response, effects) = machine.answer(frame, from: app, at: loop.now)
    if let response { respond(response) }
    carryOut(effects)
  }

  /// Returns the value that a read returns; nil if the characteristic cannot be read, or has no value yet.
  package func value(of characteristic: CharacteristicID) -> [UInt8]? { machine.value(of: characteristic) }

  /// Handles a status of jz2d, or the loss of the connection.
  package func follow(_ news: FollowedNews<Status>) {
    switch news {
    case .reply(let status):
      if isDetached { log.notice("jz2d answers again.") }
      isDetached = false
      take(.status(status))
    case .lost(let error):
      if !isDetached { log.warning("\(error.explanation)") }
      isDetached = true
      take(.daemonLost)
    }
  }

  private func carryOut(_ effects: [BridgeMachine.Effect]) {
    for effect in effects { carryOut(effect) }
    let deadline = machine.deadline
    guard deadline != timer?.deadline else { return }
    if let timer { loop.cancel(timer.timer) }
    timer = deadline.map { deadline in
      (deadline, loop.schedule(at: deadline) { self.assumeIsolated { $0.deadlineCame() } })
    }
  }

  private func deadlineCame() {
    timer = nil
    take(.deadline)
  }

  private func carryOut(_ effect: BridgeMachine.Effect) {
    switch effect {
    case .notify(let apps, let characteristic, let value):
      for door in doors { door.notify(apps, characteristic, value) }
    case .accepted(let app): for door in doors { door.answerWrite(of: app, nil) }
    case .refused(let app, let refusal): for door in doors { door.answerWrite(of: app, refusal) }
    case .call(let call):
      log.debug("Request sent to jz2d.", metadata: ["call": "\(call)"])
      Task(executorPreference: loop) { [calling, log] in
        let answer = await calling(call)
        if case .failure(let error) = answer { log.info("\(error.explanation)", metadata: ["call": "\(call)"]) }
        await self.take(.answered(call, answer))
      }
    }
  }
}
