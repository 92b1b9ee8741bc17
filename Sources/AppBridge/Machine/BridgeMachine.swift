package import BluetoothLE
package import ControlWire
import FitnessGATT

/// Presents the trainer of jz2d to apps, and turns their requests into calls.
///
/// It has no clock and no IO: `handle(_:at:)` takes an input and returns effects, in order; `deadline` is the time of
/// its next `Input.deadline`.
package struct BridgeMachine: Sendable {
  /// An app: a TCP connection, or all subscribers over Bluetooth.
  package struct AppID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The way by which an app is connected.
  package enum Door: Hashable, Sendable {
    /// Wahoo Direct Connect.
    case network
    case bluetooth
  }

  /// An event for the machine.
  package enum Input: Sendable {
    /// An app has connected from a device, which may have other connections; nil if the device is not known.
    case joined(AppID, Door, device: String? = nil)
    /// The app has disconnected: its subscriptions and its control are gone.
    case left(AppID)
    /// The app turned notifications or indications on or off.
    case subscribed(AppID, CharacteristicID, Bool)
    /// The app wrote a value; the effects contain `accepted` or `refused`.
    case wrote(AppID, CharacteristicID, [UInt8])
    /// A status from jz2d.
    case status(Status)
    /// The connection to jz2d is lost.
    ///
    /// The pending call still needs its `answered`.
    case daemonLost
    /// jz2d answered the pending call; the response to a start has the number of its ride.
    case answered(BridgeCall, Result<Int?, ControlError>)
    /// The deadline has passed.
    case deadline
  }

  /// An effect for the shell to carry out.
  package enum Effect: Hashable, Sendable {
    /// Sends a value to apps, as a notification or an indication.
    case notify(Set<AppID>, CharacteristicID, [UInt8])
    /// Answers the app's write; comes before the notifications that follow from it.
    case accepted(AppID)
    /// Refuses the app's write.
    case refused(AppID, WriteRefusal)
    /// Makes a call to jz2d; `Input.answered` must follow.
    case call(BridgeCall)
  }

  /// The reason why a write is refused.
  package enum WriteRefusal: Hashable, Sendable {
    /// The table has no such characteristic, or the app has not joined.
    case unknown
    /// The characteristic cannot be written.
    case notWritable
    /// The value is empty.
    case invalidLength
    /// The app has not subscribed to the control point's indications, which a peripheral requires over Bluetooth (ATT
    /// error 0xFD).
    case notSubscribed
  }

  /// How long an app may be silent, or gone, before another app gets control, or its ride ends.
  package static let silence = Duration.seconds(60)
  /// The longest time between two notifications of the same values.
  static let repetition = Duration.seconds(1)

  /// A connected app.
  struct App: Sendable {
    var door: Door
    /// The device that it runs on; nil if it is not known.
    var device: String?
    var subscriptions: Set<CharacteristicID> = []
  }

  /// The services, in the order in which apps see them.
  package let services: [OfferedService]
  let identity: BridgeIdentity
  let offers: BridgeOffers

  var apps: [AppID: App] = [:]
  var permission = ControlPermission()
  var steering = RideSteering()
  var reports = RideReports()
  var live = LiveValues()
  var counts: RevolutionCounts
  /// The values that apps have, and when they were sent.
  var sent: (values: LiveValues.Instantaneous, at: MonotonicInstant)
  /// When the last input was handled.
  private var handledAt: MonotonicInstant
  /// The road of the app's last simulation, of which only the grade is passed on.
  var road = IndoorBikeSimulationParameters.flatRoad

  package init(identity: BridgeIdentity, offers: BridgeOffers, at now: MonotonicInstant) {
    self.identity = identity
    self.offers = offers
    services = offers.services
    counts = RevolutionCounts(at: now)
    sent = (live.values(at: now), now)
    handledAt = now
  }

  /// When `Input.deadline` is due; nil without a pending timeout.
  package var deadline: MonotonicInstant? {
    let values = hasListeners ? [sent.at.advanced(by: Self.repetition), live.deadline(after: handledAt)] : []
    return (values + [steering.deadline]).compactMap(\.self).min()
  }

  /// Handles an input, and returns its effects, in order.
  package mutating func handle(_ input: Input, at now: MonotonicInstant) -> [Effect] {
    counts.advance(to: now, live.values(at: now))
    handledAt = max(handledAt, now)
    var effects: [Effect]
    switch input {
    case .joined(let app, let door, let device):
      apps[app] = App(door: door, device: device)
      effects = []
    case .left(let app): effects = left(app, at: now)
    case .subscribed(let app, let characteristic, let isOn):
      effects = subscribed(app, characteristic, isOn, at: now)
    case .wrote(let app, let characteristic, let value): effects = wrote(app, characteristic, value, at: now)
    case .status(let status): effects = take(status, at: now)
    case .daemonLost:
      live.interrupted()
      steering.daemonLost()
      effects = []
    case .answered(_, let result):
      steering.answered(result, at: now)
      effects = []
    case .deadline:
      steering.timePassed(at: now)
      effects = measurements(at: now)
    }
    if let call = steering.next(at: now) { effects.append(.call(call)) }
    return effects
  }
}

// MARK: - Apps

extension BridgeMachine {
  private mutating func left(_ app: AppID, at now: MonotonicInstant) -> [Effect] {
    apps[app] = nil
    if permission.left(app) { steering.left(at: now) }
    return []
  }

  /// Subscribes an app, which gets the current value at once: MyWhoosh fails on a value before it has subscribed, and
  /// waits for one after.
  private mutating func subscribed(
    _ app: AppID, _ id: CharacteristicID, _ isOn: Bool, at now: MonotonicInstant
  ) -> [Effect] {
    guard apps[app] != nil, let offered = offered(id), offered.properties.isSubscribable else { return [] }
    guard isOn else {
      apps[app]?.subscriptions.remove(id)
      return []
    }
    let hadListeners = hasListeners
    apps[app]?.subscriptions.insert(id)
    if !hadListeners { sent = (live.values(at: now), now) }
    guard Self.measured.contains(id) || id == .trainingStatus || id == .batteryLevel else { return [] }
    return current(id, at: now).map { [.notify([app], id, $0)] } ?? []
  }

  /// Returns a characteristic of the table; nil for all others.
  func offered(_ id: CharacteristicID) -> OfferedCharacteristic? {
    services.first { $0.uuid == id.service }?.characteristics.first { $0.id == id }
  }

  /// Returns the notification for all apps that subscribed to it, except one; nil without subscribers.
  func notification(_ id: CharacteristicID, _ value: [UInt8], except app: AppID? = nil) -> Effect? {
    let subscribers = apps.filter { $0.key != app && $0.value.subscriptions.contains(id) }.keys
    return subscribers.isEmpty ? nil : .notify(Set(subscribers), id, value)
  }
}

extension OfferedCharacteristic.Properties {
  fileprivate var isSubscribable: Bool { !isDisjoint(with: [.notify, .indicate]) }
}

// MARK: - Statuses

extension BridgeMachine {
  private mutating func take(_ status: Status, at now: MonotonicInstant) -> [Effect] {
    let (training, charge) = (reports.training, batteryPercent)
    live.take(status, at: now)
    let changed = steering.take(status, at: now)
    let event = reports.take(status, aim: steering.rideAim)
    var effects: [Effect?] = live.values(at: now) == sent.values ? [] : measurements(at: now)
    if let event {
      let cause = steering.isEffectOfCall(at: now) ? permission.holder : nil
      effects.append(notification(.fitnessMachineStatus, event.encoded(), except: cause))
    }
    if let changed {
      let event = FitnessMachineStatus.targetChanged(changed.target(on: road))
      effects.append(notification(.fitnessMachineStatus, event.encoded()))
    }
    if reports.training != training {
      effects.append(notification(.trainingStatus, reports.training.encoded()))
    }
    if let percent = batteryPercent, percent != charge {
      effects.append(notification(.batteryLevel, [percent]))
    }
    return effects.compactMap(\.self)
  }
}
