package import BluetoothLE
package import DirectConnect

extension BridgeMachine {
  /// Answers a frame from an app, and returns the response and the effects of the request.
  ///
  /// Send the response first: the effects are notifications that follow from it, and calls. Answers to a write
  /// (`accepted`, `refused`) are in the response, not in the effects. Every request is answered, whatever its sequence
  /// number: apps that copy the number of a notification repeat numbers. The response is nil for a notification, which
  /// an app never sends.
  package mutating func answer(
    _ frame: DirectConnectFrame, from app: AppID, at now: MonotonicInstant
  ) -> (response: DirectConnectFrame?, effects: [Effect]) {
    guard frame.message != .notification else { return (nil, []) }
    let request: DirectConnectRequest
    do throws(DirectConnectFailure) {
      request = try DirectConnectRequest(frame)
    } catch {
      return (DirectConnectResponse.refused(frame.message, error.code).frame(sequence: frame.sequence), [])
    }
    let (response, effects) = answer(request, from: app, at: now)
    return (response.frame(sequence: frame.sequence), effects)
  }

  private mutating func answer(
    _ request: DirectConnectRequest, from app: AppID, at now: MonotonicInstant
  ) -> (DirectConnectResponse, [Effect]) {
    switch request {
    case .discoverServices: return (.services(services.map(\.uuid)), [])
    case .discoverCharacteristics(let uuid):
      guard let service = services.first(where: { $0.uuid == uuid }) else {
        return (.refused(request.message, .serviceNotFound), [])
      }
      return (.characteristics(service.characteristics.map(DirectConnectCharacteristic.init), of: uuid), [])
    case .read(let uuid): return (read(uuid), [])
    case .write(let value, let uuid): return write(value, to: uuid, from: app, at: now)
    case .enableNotifications(let isOn, let uuid):
      guard let offered = offered(uuid) else { return (.refused(request.message, .characteristicNotFound), []) }
      guard !offered.properties.isDisjoint(with: [.notify, .indicate]) else {
        return (.refused(request.message, .operationNotSupported), [])
      }
      return (.notificationsSet(uuid), handle(.subscribed(app, offered.id, isOn), at: now))
    case .unnamed: return (.unnamed, [])
    }
  }

  private func read(_ uuid: BluetoothUUID) -> DirectConnectResponse {
    guard let offered = offered(uuid) else { return .refused(.read, .characteristicNotFound) }
    guard offered.properties.contains(.read) else { return .refused(.read, .operationNotSupported) }
    guard let value = value(of: offered.id) else { return .refused(.read, .unexpectedError) }
    return .value(value, of: uuid)
  }

  private mutating func write(
    _ value: [UInt8], to uuid: BluetoothUUID, from app: AppID, at now: MonotonicInstant
  ) -> (DirectConnectResponse, [Effect]) {
    guard let offered = offered(uuid) else { return (.refused(.write, .characteristicNotFound), []) }
    let effects = handle(.wrote(app, offered.id, value), at: now)
    var response = DirectConnectResponse.written(uuid)
    let others = effects.filter { effect in
      switch effect {
      case .accepted: return false
      case .refused(_, let refusal):
        response = .refused(.write, refusal.code)
        return false
      case .notify, .call: return true
      }
    }
    return (response, others)
  }

  /// Returns the first characteristic with a UUID, since requests do not name the service; those that occur twice in
  /// the table have the same value.
  private func offered(_ uuid: BluetoothUUID) -> OfferedCharacteristic? {
    services.lazy.flatMap(\.characteristics).first { $0.id.characteristic == uuid }
  }
}

extension DirectConnectFailure {
  /// The code of the response.
  fileprivate var code: DirectConnectCode {
    switch self {
    case .version: .unknownVersion
    case .message: .unknownMessage
    case .body, .tooLong: .unexpectedError
    }
  }
}

extension BridgeMachine.WriteRefusal {
  fileprivate var code: DirectConnectCode {
    switch self {
    case .unknown: .characteristicNotFound
    case .notWritable: .operationNotSupported
    case .invalidLength, .notSubscribed: .writeFailed
    }
  }
}

extension DirectConnectCharacteristic {
  /// Creates the description for apps: indications are notifications there.
  init(_ offered: OfferedCharacteristic) {
    var properties: Properties = []
    if offered.properties.contains(.read) { properties.insert(.read) }
    if offered.properties.contains(.write) { properties.insert(.write) }
    if !offered.properties.isDisjoint(with: [.notify, .indicate]) { properties.insert(.notify) }
    self.init(offered.id.characteristic, properties)
  }
}
