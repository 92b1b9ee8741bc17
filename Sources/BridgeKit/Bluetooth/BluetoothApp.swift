package import BluetoothLE
import DBus

/// An event of the app that uses the trainer over Bluetooth.
package enum BluetoothAppEvent: Hashable, Sendable {
  /// An app subscribed or wrote, and there was no app before.
  case joined
  /// The last app is gone.
  case left
  /// The app wants values of the characteristic, or no longer wants them.
  case subscribed(CharacteristicID, Bool)
  /// The app wrote a value; ``BluetoothPeripheral/accept()`` or ``BluetoothPeripheral/refuse(_:)`` answers it.
  case wrote(CharacteristicID, [UInt8])
}

/// All apps that use the trainer over Bluetooth, presented as one.
///
/// BlueZ counts subscribers, and does not name them: it calls `StartNotify` for each device and `StopNotify` for the
/// last one. It sends each value to all subscribers. So two phones share one control of the trainer, and the newest
/// request counts. A phone is present while it subscribes to a characteristic: `Connected` is no sign of it, since some
/// versions do not set it for phones.
struct BluetoothApp: Hashable {
  private(set) var subscriptions: Set<CharacteristicID> = []
  /// The device of the latest write; nil before the first one, and after that device has left.
  private(set) var writer: ObjectPath?
  private var isPresent: Bool { !subscriptions.isEmpty }

  /// Returns the events of a new subscription.
  ///
  /// A second subscriber of the same characteristic is an event, too, because it waits for its first value.
  mutating func subscribe(_ id: CharacteristicID) -> [BluetoothAppEvent] {
    let joined: [BluetoothAppEvent] = isPresent ? [] : [.joined]
    subscriptions.insert(id)
    return joined + [.subscribed(id, true)]
  }

  /// Returns the events of the end of a characteristic's last subscription.
  mutating func unsubscribe(_ id: CharacteristicID) -> [BluetoothAppEvent] {
    guard subscriptions.remove(id) != nil else { return [] }
    return [.subscribed(id, false)] + (isPresent ? [] : [.left])
  }

  /// Returns the events of a write; a device without a subscription is an app only for this write.
  mutating func write(_ value: [UInt8], to id: CharacteristicID, by device: ObjectPath?) -> [BluetoothAppEvent] {
    writer = device ?? writer
    let wrote = BluetoothAppEvent.wrote(id, value)
    return isPresent ? [wrote] : [.joined, wrote, .left]
  }

  /// Returns the events of the end of a device's link.
  ///
  /// Only the writer's link matters: the control of the trainer ends with it (FTMS 1.0.1 §4.16.2.1). BlueZ keeps the
  /// subscriptions of a bonded device, and those of other devices remain, so they continue as a new app.
  mutating func deviceLeft(_ device: ObjectPath) -> [BluetoothAppEvent] {
    guard device == writer else { return [] }
    writer = nil
    guard isPresent else { return [] }
    return [.left, .joined] + subscriptions.sorted { "\($0)" < "\($1)" }.map { .subscribed($0, true) }
  }

  /// Returns the events of the end of all links: `bluetoothd` or the adapter is gone.
  mutating func allLeft() -> [BluetoothAppEvent] {
    defer { self = BluetoothApp() }
    return isPresent ? [.left] : []
  }
}
