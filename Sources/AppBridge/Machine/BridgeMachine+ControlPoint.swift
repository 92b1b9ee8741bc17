import BluetoothLE
import FitnessGATT

/// The Fitness Machine Control Point (FTMS 1.0.1, §4.16).
///
/// A request is answered at once. jz2d's own answer comes later: if it refuses, the next requests of the kind fail for
/// some time. Spin-down, inclination, wheel circumference and all workout goals are not supported, as Fitness Machine
/// Feature says.
extension BridgeMachine {
  typealias Request = FitnessMachineControlPoint.Request
  typealias Response = FitnessMachineControlPoint.Response
  typealias ResultCode = FitnessMachineControlPoint.ResultCode

  mutating func wrote(
    _ app: AppID, _ id: CharacteristicID, _ value: [UInt8], at now: MonotonicInstant
  ) -> [Effect] {
    guard let state = apps[app], let offered = offered(id) else { return [.refused(app, .unknown)] }
    guard offered.properties.contains(.write) else { return [.refused(app, .notWritable)] }
    guard let first = value.first else { return [.refused(app, .invalidLength)] }
    let isSubscribed = state.subscriptions.contains(id)
    // Over Direct Connect some apps do not subscribe, and are content with the response to the write.
    guard isSubscribed || state.door == .network else { return [.refused(app, .notSubscribed)] }
    let (result, news) = carryOut(value, for: app, at: now)
    let response = Response(to: .init(rawValue: first), result)
    return [.accepted(app)] + (isSubscribed ? [.notify([app], id, response.encoded())] : []) + news
  }

  /// Carries out a request.
  ///
  /// - Returns: The result, and the notifications for other apps.
  private mutating func carryOut(
    _ value: [UInt8], for app: AppID, at now: MonotonicInstant
  ) -> (ResultCode, [Effect]) {
    do throws(DecodingFailure) {
      let request = try Request(decoding: value)
      guard request.isSupported else { return (.opCodeNotSupported, []) }
      if request == .requestControl { return requestControl(app, at: now) }
      guard permission.wrote(app, at: now) else { return (.controlNotPermitted, []) }
      return carryOut(request, for: app, at: now)
    } catch {
      guard error.field != Self.opCodeField || error.code != .notAllowed else { return (.opCodeNotSupported, []) }
      return (permission.wrote(app, at: now) ? .invalidParameter : .controlNotPermitted, [])
    }
  }

  /// The field that a failure names if the op code is unknown.
  private static let opCodeField = "Op Code"

  private mutating func requestControl(_ app: AppID, at now: MonotonicInstant) -> (ResultCode, [Effect]) {
    let device = permission.holder.flatMap { apps[$0]?.device }
    let isHoldersDevice = device != nil && device == apps[app]?.device
    switch permission.request(by: app, isHoldersDevice: isHoldersDevice, at: now) {
    case .refused: return (.controlNotPermitted, [])
    case .kept:
      steering.kept()
      return (.success, [])
    case .granted(let loser):
      steering.granted()
      guard let loser, apps[loser]?.subscriptions.contains(.fitnessMachineStatus) == true else { return (.success, []) }
      let lost = FitnessMachineStatus.controlPermissionLost.encoded()
      return (.success, [.notify([loser], .fitnessMachineStatus, lost)])
    }
  }

  /// Carries out a request of the app in control.
  ///
  /// The app keeps control after Reset, although FTMS ends it (§4.16.2.1): Zwift sends Request Control, Reset, Start
  /// and its target.
  private mutating func carryOut(
    _ request: Request, for app: AppID, at now: MonotonicInstant
  ) -> (ResultCode, [Effect]) {
    let (result, event): (ResultCode, FitnessMachineStatus?)
    switch request {
    case .reset: (result, event) = (steering.reset(at: now), .reset)
    case .startOrResume: (result, event) = (steering.start(at: now), nil)
    case .stopOrPause(.stop): (result, event) = (steering.stop(), nil)
    case .stopOrPause: (result, event) = (steering.pause(), nil)
    case .set(let target):
      guard let aim = RideAim(target) else { return (.invalidParameter, []) }
      if case .indoorBikeSimulation(let road) = target { self.road = road }
      let isRepeated = steering.asked == aim
      result = steering.request(aim, at: now)
      event = isRepeated ? nil : .targetChanged(aim.target(on: road))
    case .requestControl, .spinDown: (result, event) = (.opCodeNotSupported, nil)
    }
    guard result == .success, let event else { return (result, []) }
    return (result, [notification(.fitnessMachineStatus, event.encoded(), except: app)].compactMap(\.self))
  }
}

extension FitnessMachineControlPoint.Request {
  /// Whether the bridge supports the procedure, as Fitness Machine Feature says.
  fileprivate var isSupported: Bool {
    switch self {
    case .requestControl, .reset, .startOrResume, .stopOrPause: true
    case .set(.power), .set(.indoorBikeSimulation), .set(.resistanceLevel): true
    case .set, .spinDown: false
    }
  }
}

/// The app that may control the ride, and when it last wrote to the control point.
///
/// One app has control. Another one gets it after the first has left, or has been silent for `BridgeMachine.silence`;
/// the loser is notified. FTMS lets any client take control at any time (§4.17.1), but apps request it whenever they
/// connect, and two open apps would then take the trainer from each other. A device takes control from itself at once:
/// after a gap in the network, the end of its previous connection may not be known yet.
struct ControlPermission: Sendable {
  /// The app in control; nil if no app has requested control, or the app has left.
  private(set) var holder: BridgeMachine.AppID?
  private var wroteAt = MonotonicInstant.origin

  /// The result of a request for control.
  enum Answer: Hashable, Sendable {
    case refused
    /// The app had control already.
    case kept
    /// The app has control now; the loser is the app that had it before.
    case granted(loser: BridgeMachine.AppID?)
  }

  /// Handles a request for control.
  ///
  /// - Parameters:
  ///   - app: The app that requests control.
  ///   - isHoldersDevice: Whether it runs on the device of the app in control.
  ///   - now: The time.
  /// - Returns: The result, and the app that loses control.
  mutating func request(
    by app: BridgeMachine.AppID, isHoldersDevice: Bool, at now: MonotonicInstant
  ) -> Answer {
    guard holder != app else {
      wroteAt = now
      return .kept
    }
    if holder != nil, !isHoldersDevice, now - wroteAt < BridgeMachine.silence { return .refused }
    let loser = holder
    (holder, wroteAt) = (app, now)
    return .granted(loser: loser)
  }

  /// Handles another request, and returns whether the app has control.
  mutating func wrote(_ app: BridgeMachine.AppID, at now: MonotonicInstant) -> Bool {
    guard app == holder else { return false }
    wroteAt = now
    return true
  }

  /// Handles the end of an app's connection, and returns whether it had control.
  mutating func left(_ app: BridgeMachine.AppID) -> Bool {
    guard app == holder else { return false }
    holder = nil
    return true
  }
}
