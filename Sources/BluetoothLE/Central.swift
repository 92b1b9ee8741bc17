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

  /// Returns when the radio can be asked to connect: at once where it works, else when adapter, `bluetoothd` and bus are
  /// there again, and the adapter is on or can be switched on.
  ///
  /// - Throws: `.cancelled`.
  func whenUsable() async throws(LinkError)

  /// Takes a measure against a radio that does not connect; returns when it is done.
  ///
  /// - Throws: `.busy`, with nothing done, where it would cost a link that the measure may not cost, ours or anybody's; else
  ///   why it failed.
  func apply(_ remedy: RadioRemedy) async throws(LinkError)

  /// Takes down the links to these devices that this machine holds and nobody here uses: those of a process that died.
  ///
  /// No other device's is touched, and none that is used here or being made.
  /// - Returns: The devices that were let go.
  func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress>
}

extension Central {
  /// A radio whose links end with their process has none to let go.
  public func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress> { [] }
}

/// A measure against a radio that does not connect, mildest first.
public enum RadioRemedy: Hashable, Sendable {
  /// What the radio remembers of a device, its services among it, is forgotten; the device must be heard anew.
  case forget(DeviceAddress)
  /// The adapter is switched off and on, which ends every link that it has: those to `costing` may be lost by it, no other.
  case powerCycle(costing: Set<DeviceAddress>)
}

/// One live connection.
///
/// Once lost it stays lost; connecting again makes a new `Link`.
public protocol Link: Sendable {
  /// The device at the other end.
  var device: DeviceAddress { get }

  /// The characteristics that the device has.
  var characteristics: Set<CharacteristicID> { get }

  /// Where the device keeps its characteristics; empty where the radio has no handles, or does not tell them.
  var places: [CharacteristicPlace] { get }

  /// Hands what arrives to `handler`, in order and on the radio's executor, what came before this call first; for one
  /// caller. The last event is `.closed`.
  ///
  /// A call and not a stream: a value reaches who needs it within the turn that brought it, where a stream would put a task
  /// to sleep and wake another for each.
  func deliver(to handler: @escaping LinkEventHandler) async

  /// Asks for notifications or indications; they arrive as events.
  func subscribe(to characteristic: CharacteristicID) async throws(LinkError)

  /// Switches notifications or indications off and on again, for a device that has stopped sending.
  func resubscribe(to characteristic: CharacteristicID) async throws(LinkError)

  /// The present value.
  func read(_ characteristic: CharacteristicID) async throws(LinkError) -> [UInt8]

  /// Writes with response: returns when the device has taken the value.
  func write(_ value: [UInt8], to characteristic: CharacteristicID) async throws(LinkError)

  /// Ends the link; its last event is `.closed` with `.closedHere`.
  func close() async
}

/// Takes the events of a link; it must not block.
public typealias LinkEventHandler = @Sendable (LinkEvent) -> Void

/// Something that came over a link.
public enum LinkEvent: Hashable, Sendable {
  /// A notification or an indication, stamped when it reached this process.
  case notified(CharacteristicID, value: [UInt8], at: MonotonicInstant)
  /// The signal strength of the link, in dBm, as measured every few seconds where the radio permits.
  case signalStrength(dBm: Int)
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
  /// What keeps its links from being as robust as they could be; nil when nothing does.
  public var limitation: LinkError?

  /// The state of a radio.
  public init(
    radio: String, adapter: DeviceAddress? = nil, problem: LinkError? = nil, limitation: LinkError? = nil
  ) {
    self.radio = radio
    self.adapter = adapter
    self.problem = problem
    self.limitation = limitation
  }
}
