package import BluetoothLE
package import Captures
package import HCI
package import Logging
package import Loop
package import RideSession
package import RideStore

/// Keeps the radio traffic of a ride's devices, so that a drop can be explained afterwards.
///
/// It listens to all that host and controllers say, and keeps of it what belongs to the devices of the ride that is on.
/// It never costs the ride anything: disk and format are the store's thread's business, and what goes wrong is logged
/// once and ends the recording.
package actor BlackBox {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Finds the connections that are up, those made before the monitor channel was opened among them.
  package typealias ConnectionLookup = @Sendable () async -> [DeviceTraffic.Connection]

  /// How long something may wait until it is written, and how much: an SD card is worn by small writes.
  static let patience = Duration.seconds(30)
  static let batch = 64 << 10

  private nonisolated let monitor: MonitorChannel
  let store: RideStore
  private let wallClock: any WallClock
  private let connections: ConnectionLookup
  let log: Logger

  private var traffic = DeviceTraffic()
  private(set) var ride: RideInHand?
  private var recording: LinkRecording?
  /// The wall time of the ride clock's origin, in microseconds since 1970; fixed for a ride, whatever the wall clock does.
  private var wallOrigin: Int64 = 0
  private var lookingUp: Task<Void, Never>?
  private var timer: EventLoop.Timer?

  // BlackBox+Writing.
  var batches: [Batch] = []
  var writing: Task<Void, Never>?
  /// Whether something is to be written as soon as the store is done with what it has.
  var isDue = false
  /// What the store said when it failed to write, until a later ride's recording is written.
  package internal(set) var failure: StoreError?

  package init(
    _ monitor: MonitorChannel, store: RideStore, loop: EventLoop, wallClock: any WallClock,
    connections: @escaping ConnectionLookup = { [] }, log: Logger
  ) {
    self.monitor = monitor
    self.store = store
    self.loop = loop
    self.wallClock = wallClock
    self.connections = connections
    self.log = log
  }

  /// Begins to listen, for good.
  package func listen() {
    monitor.observe(MonitorChannel.Observer { packet in self.assumeIsolated { $0.take(packet) } })
  }

  /// Why the monitor channel cannot be listened to; nil where it can.
  package nonisolated var obstacle: HCIError? { monitor.obstacle }

  /// Takes what passes between host and controllers, at all times: who is connected must be known when a ride begins.
  package func take(_ packet: MonitorPacket) {
    let passage = traffic.take(opcode: packet.opcode, adapter: packet.index, payload: packet.payload)
    guard passage != .withheld, recording != nil else { return }
    recording?.append(
      opcode: packet.opcode, adapter: packet.index, payload: packet.payload, passage, traffic,
      atUnixMicroseconds: wallTime)
    writeInTime(isUrgent: passage == .ends)
  }

  /// Takes where a device keeps its characteristics, as its link says.
  ///
  /// A bonded device may have another address on the air, by which the channel tells of its connection; the kernel knows both.
  package func linked(to device: DeviceAddress, _ places: [CharacteristicPlace]) {
    if recording != nil, !traffic.connections.contains(where: { $0.device == device }) {
      lookingUp = Task(executorPreference: loop) { await self.lookUpConnections() }
    }
    guard !places.isEmpty, traffic.devices.contains(device) else { return }
    recording?.learn(AttributeTable(places), of: device, traffic, atUnixMicroseconds: wallTime)
  }

  /// Begins, goes on or ends with the ride that is on; nil for none.
  package func attend(_ ride: RideInHand?) {
    guard ride != self.ride else { return }
    let isAnother = ride == nil || (self.ride?.id != nil && ride?.id != self.ride?.id)
    if isAnother { end() }
    if let ride, self.ride == nil || isAnother { begin(ride.order) }
    self.ride = ride
    writeInTime(isUrgent: false)
  }

  private func begin(_ order: RideOrder) {
    wallOrigin = wallClock.now.milliseconds * 1000 - loop.now.sinceOrigin.nanoseconds / 1000
    let devices = [order.trainer] + [order.heartRate].compactMap(\.self)
    traffic.devices = Set(devices.map(\.address))
    let names = Dictionary(devices.map { ($0.address, $0.name) }) { first, _ in first }.compactMapValues(\.self)
    recording = LinkRecording(names: names, traffic, atUnixMicroseconds: wallTime)
    lookingUp = Task(executorPreference: loop) { await self.lookUpConnections() }
  }

  /// Takes in the connections that nobody here saw being made: a former process did, whose links `bluetoothd` keeps.
  private func lookUpConnections() async {
    for connection in traffic.insert(await connections()) {
      recording?.append(connection, traffic, atUnixMicroseconds: wallTime)
    }
  }

  private func end() {
    queueBatch()
    startWriting()
    abandon()
  }

  /// Records no more until the next ride.
  func abandon() {
    recording = nil
    traffic.devices = []
  }

  private var wallTime: Int64 { wallOrigin + loop.now.sinceOrigin.nanoseconds / 1000 }
}

// MARK: When to write

extension BlackBox {
  /// What waits to be written, and the ride it belongs to, which may be over.
  struct Batch {
    let ride: Int
    let chunks: [LinkRecording.Chunk]
  }

  /// Returns once what was recorded so far is written.
  package func catchUp() async {
    await lookingUp?.value
    queueBatch()
    startWriting()
    while let writing { await writing.value }
  }

  private func writeInTime(isUrgent: Bool) {
    guard let recording else { return }
    if isUrgent || recording.waitingCount >= Self.batch { return write() }
    guard timer == nil else { return }
    timer = loop.schedule(at: loop.now.advanced(by: Self.patience)) { self.assumeIsolated { $0.write() } }
  }

  /// Has what waits written; while the store is busy it goes on waiting, where it is bounded.
  func write() {
    isDue = writing != nil
    guard !isDue else { return }
    queueBatch()
    startWriting()
  }

  /// Takes what waits; a ride without a number has nowhere to put it yet.
  private func queueBatch() {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard let id = ride?.id, let chunks = recording?.takeChunks(), !chunks.isEmpty else { return }
    batches.append(Batch(ride: id, chunks: chunks))
  }
}
