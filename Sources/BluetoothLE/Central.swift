/// A radio that finds peripherals and connects to them: BlueZ, a simulation or a capture.
public protocol Central: Sendable {
  /// What the radio is and whether it works, for people; never waits for the air.
  func state() async -> CentralState

  /// Scans until the consumer stops, reporting each peripheral when it is first heard and whenever it says more.
  ///
  /// Peripherals already connected to this machine are reported too. The sequence throws `LinkError`; it never ends
  /// by itself.
  func scan() -> AsyncThrowingStream<Advertisement, any Error>

  /// Connects and waits until the services are known.
  ///
  /// A request for a device that is away stays pending until it is back, the radio gives up, or the task is cancelled;
  /// cancelling withdraws it. One request at a time: who asks for two gets `.busy` for the second.
  func connect(to device: DeviceAddress) async throws(LinkError) -> any Link
}

/// One live connection.
///
/// Once lost it stays lost; connecting again makes a new `Link`.
public protocol Link: Sendable {
  /// The device at the other end.
  var device: DeviceAddress { get }

  /// The characteristics that the device has.
  var characteristics: Set<CharacteristicID> { get }

  /// What arrives, in order; one consumer. The last element is `.closed`, and then the stream ends.
  var events: AsyncStream<LinkEvent> { get }

  /// Asks for notifications or indications; they arrive in `events`.
  func subscribe(to characteristic: CharacteristicID) async throws(LinkError)

  /// The present value.
  func read(_ characteristic: CharacteristicID) async throws(LinkError) -> [UInt8]

  /// Writes with response: returns when the device has taken the value.
  func write(_ value: [UInt8], to characteristic: CharacteristicID) async throws(LinkError)

  /// Ends the link; `events` closes with `.closedHere`.
  func close() async
}

/// Something that came over a link.
public enum LinkEvent: Hashable, Sendable {
  /// A notification or an indication, stamped when it reached this process.
  case notified(CharacteristicID, value: [UInt8], at: MonotonicInstant)
  /// The link is gone, and why.
  case closed(LinkError)
}

/// What a radio is and whether it can be used.
public struct CentralState: Hashable, Sendable {
  /// The kind of radio: `bluez`, `sim` or `replay`.
  public var radio: String
  /// The adapter in use, where there is one.
  public var adapter: DeviceAddress?
  /// What keeps the radio from working; nil when nothing does.
  public var problem: LinkError?

  /// The state of a radio.
  public init(radio: String, adapter: DeviceAddress? = nil, problem: LinkError? = nil) {
    self.radio = radio
    self.adapter = adapter
    self.problem = problem
  }
}
