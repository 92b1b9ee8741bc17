package import BluetoothLE
package import ControlWire

/// Presents the trainer of jz2d to apps, and turns their requests into calls.
///
/// It has no clock and no IO: `handle(_:at:)` takes an input and returns effects, in order; `deadline` is the time of
/// its next `Input.deadline`.
package struct AppBridge: Sendable {
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
    case joined(AppID, Door)
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

  /// The services, in the order in which apps see them.
  package let services: [OfferedService]

  package init(identity: BridgeIdentity, offers: BridgeOffers, at now: MonotonicInstant) {
    services = []
  }

  /// When `Input.deadline` is due; nil without a pending timeout.
  package var deadline: MonotonicInstant? { nil }

  /// Handles an input, and returns its effects, in order.
  package mutating func handle(_ input: Input, at now: MonotonicInstant) -> [Effect] { [] }

  /// Returns the value that a read returns; nil if the characteristic cannot be read, or has no value yet.
  package func value(of characteristic: CharacteristicID) -> [UInt8]? { nil }
}
