package import BluetoothLE
package import Captures
package import HCI
package import Logging
package import Loop
package import RideSession
package import RideStore
import Rides

/// Records the radio traffic of a ride's devices, so that a drop can be explained afterwards.
///
/// It receives all traffic between host and controllers, and records that of the ride's devices. It never delays the
/// ride: the store's thread writes the disk, and a failure is logged once and ends the recording.
package actor BlackBox {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Finds the present connections, including those made before the monitor channel was opened.
  package typealias ConnectionLookup = @Sendable () async -> [DeviceTraffic.Connection]

  /// The maximum time and size, in bytes, of traffic that waits to be written.
  ///
  /// Small writes wear an SD card.
  static let patience = Duration.seconds(30)
  static let batch = 64 << 10

  private nonisolated let monitor: MonitorChannel
  private let store: RideDatabase
  private let wallClock: any WallClock
  private let connections: ConnectionLookup
  private let log: Logger

  private var traffic = DeviceTraffic()
  private(set) var ride: RideInHand?
  private var recording: LinkRecording?
  /// The wall time of the ride clock's origin, in microseconds since 1970; fixed for a ride, even if the wall clock is
  /// set.
  private var wallOrigin: Int64 = 0
  private var lookingUp: Task<Void, Never>?
  private var timer: EventLoop.Timer?

  private var pending: [PendingChunks] = []
  private(set) var writing: Task<Void, Never>?
  /// Whether to write again as soon as the store has written the pending chunks.
  private var isDue = false
  /// The store's error, until a later ride's recording is written.
  package private(set) var failure: StoreError?

  package init(
    _ monitor: MonitorChannel, store: RideDatabase, loop: EventLoop, wallClock: any WallClock,
    connections: @escaping ConnectionLookup = { [] }, log: Logger
  ) {
    self.monitor = monitor
    self.store = store
    self.loop = loop
    self.wallClock = wallClock
    self.connections = connections
    self.log = log
  }

  /// Begins to receive traffic.
  package func listen() {
    monitor.observe(MonitorChannel.Observer { packet in self.assumeIsolated { $0.take(packet) } })
  }

  /// The reason why the monitor channel cannot be used; nil if it can.
  package nonisolated var obstacle: HCIError? { monitor.obstacle }

  /// Receives traffic between host and controllers, also without a ride, because the connections must be known when a
  /// ride begins.
  package func take(_ packet: MonitorPacket) {
    let passage = traffic.take(opcode: packet.opcode, adapter: packet.index, payload: packet.payload)
    guard passage != .withheld, recording != nil else { return }
    recording?.append(
      opcode: packet.opcode, adapter: packet.index, payload: packet.payload, passage, traffic,
      atUnixMicroseconds: wallTime)
    writeInTime(isUrgent: passage == .ends)
  }

  /// Receives the handles of a device's characteristics from its link.
  ///
  /// A bonded device may have another address on the air, and the channel reports that address for its connection. The
  /// kernel knows both.
  package func linked(to device: DeviceAddress, _ places: [CharacteristicPlace]) {
    if recording != nil, !traffic.connections.contains(where: { $0.device == device }) {
      lookingUp = Task(executorPreference: loop) { await self.lookUpConnections() }
    }
    guard !places.isEmpty, traffic.devices.contains(device) else { return }
    recording?.learn(AttributeTable(places), of: device, traffic, atUnixMicroseconds: wallTime)
  }

  /// Begins, continues or ends the recording.
  ///
  /// `ride` is the ride in hand; nil if there is none.
  package func attend(_ ride: RideInHand?) {
    guard ride != self.ride else { return }
    let isAnother = ride == nil || (self.ride?.id != nil && ride?.id != self.ride?.id)
    if isAnother { end() }
    if let ride, self.ride == nil || isAnother { begin(ride.order) }
    // A strap may join during the ride.
    if let ride { traffic.devices.formUnion(Self.devices(of: ride.order).map(\.address)) }
    self.ride = ride
    writeInTime(isUrgent: false)
  }

  private static func devices(of order: RideOrder) -> [RideDevice] {
    [order.trainer] + [order.heartRate].compactMap(\.self)
  }

  private func begin(_ order: RideOrder) {
    wallOrigin = wallClock.now.milliseconds * 1000 - loop.now.sinceOrigin.nanoseconds / 1000
    let devices = Self.devices(of: order)
    traffic.devices = Set(devices.map(\.address))
    let names = Dictionary(devices.map { ($0.address, $0.name) }) { first, _ in first }.compactMapValues(\.self)
    recording = LinkRecording(names: names, traffic, atUnixMicroseconds: wallTime)
    lookingUp = Task(executorPreference: loop) { await self.lookUpConnections() }
  }

  /// Adds the connections from before this process began, because bluetoothd keeps the links of a previous process.
  private func lookUpConnections() async {
    for connection in traffic.insert(await connections()) {
      recording?.append(connection, traffic, atUnixMicroseconds: wallTime)
    }
  }

  private func end() {
    queueChunks()
    startWriting()
    abandon()
  }

  /// Ends the recording until the next ride.
  private func abandon() {
    recording = nil
    traffic.devices = []
  }

  private var wallTime: Int64 { wallOrigin + loop.now.sinceOrigin.nanoseconds / 1000 }
}

// MARK: - Writing

extension BlackBox {
  /// Traffic to be written, and its ride, which may have ended.
  private struct PendingChunks {
    let ride: Int
    let chunks: [LinkRecording.Chunk]
  }

  /// Returns once everything recorded so far is written.
  package func catchUp() async {
    await lookingUp?.value
    queueChunks()
    startWriting()
    while let writing { await writing.value }
  }

  private func writeInTime(isUrgent: Bool) {
    guard let recording else { return }
    if isUrgent || recording.waitingCount >= Self.batch { return write() }
    guard timer == nil else { return }
    timer = loop.schedule(at: loop.now.advanced(by: Self.patience)) { self.assumeIsolated { $0.write() } }
  }

  /// Writes the pending traffic.
  ///
  /// While the store is busy, the traffic stays in the recording, whose size is limited.
  func write() {
    isDue = writing != nil
    guard !isDue else { return }
    queueChunks()
    startWriting()
  }

  /// Queues the pending chunks.
  ///
  /// A ride without a number cannot be stored yet.
  private func queueChunks() {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard let id = ride?.id, let chunks = recording?.takeChunks(), !chunks.isEmpty else { return }
    pending.append(PendingChunks(ride: id, chunks: chunks))
  }
}

extension BlackBox {
  /// Starts writing on the store's thread, unless it is in progress.
  private func startWriting() {
    guard writing == nil, !pending.isEmpty else { return }
    writing = Task(executorPreference: loop) { await self.writePending() }
  }

  private func writePending() async {
    while !pending.isEmpty {
      let batch = pending.removeFirst()
      do throws(StoreError) {
        for chunk in batch.chunks { try await write(chunk, of: batch.ride) }
        failure = nil
      } catch {
        giveUp(batch.ride, error)
      }
    }
    writing = nil
    if isDue { write() }
  }

  private func write(_ chunk: LinkRecording.Chunk, of ride: Int) async throws(StoreError) {
    if chunk.beginsPart {
      try await store.beginLinkPart(chunk.bytes, of: ride)
    } else {
      try await store.appendToLinkPart(chunk.bytes, of: ride)
    }
  }

  /// Ends the recording of a ride after a failed write, because a recording with a gap is useless.
  private func giveUp(_ ride: Int, _ error: StoreError) {
    log.error(
      "the radio traffic of the ride is no longer recorded", metadata: ["ride": "\(ride)", "error": "\(error)"])
    failure = error
    pending.removeAll { $0.ride == ride }
    if self.ride?.id == ride { abandon() }
  }
}
