package import BluetoothLE
import Loop

/// A radio, and the trainers on the network, as one `Central`.
///
/// The address decides where a device is (``DeviceAddress/isOnNetwork``). The state is the radio's: without an adapter
/// a ride uses a trainer on the network, and the state reports that the sensors cannot be reached.
package struct CombinedCentral: Central {
  private let radio: any Central
  private let network: NetworkCentral

  package init(_ radio: any Central, and network: NetworkCentral) {
    (self.radio, self.network) = (radio, network)
  }

  package func state() async -> CentralState { await radio.state() }

  /// Scans both; the radio's failure ends the scan only if no trainer is on the network.
  package func scan() -> AsyncThrowingStream<Advertisement, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Advertisement.self)
    let onNetwork = Task(executorPreference: network.loop) {
      for try await advertisement in network.scan() { continuation.yield(advertisement) }
    }
    let inTheAir = Task(executorPreference: network.loop) {
      do {
        for try await advertisement in radio.scan() { continuation.yield(advertisement) }
      } catch {
        if await !network.hasTrainers { continuation.finish(throwing: error) }
      }
    }
    continuation.onTermination = { _ in
      inTheAir.cancel()
      onNetwork.cancel()
    }
    return stream
  }

  package func advertisement(of device: DeviceAddress) async -> Advertisement? {
    device.isOnNetwork ? await network.advertisement(of: device) : await radio.advertisement(of: device)
  }

  package func connect(to device: DeviceAddress) async throws(LinkError) -> any Link {
    device.isOnNetwork ? try await network.connect(to: device) : try await radio.connect(to: device)
  }

  package func whenUsable() async throws(LinkError) { try await radio.whenUsable() }

  /// Applies a remedy to the radio.
  ///
  /// - Throws: `.busy` if it is meant for a trainer on the network, which no remedy of the radio helps.
  package func apply(_ remedy: RadioRemedy) async throws(LinkError) {
    let isForNetwork =
      switch remedy {
      case .forget(let device): device.isOnNetwork
      case .powerCycle(let costing): costing.contains(where: \.isOnNetwork)
      }
    guard !isForNetwork else { throw LinkError(.busy, operation: "remedy", detail: "the trainer is on the network") }
    try await radio.apply(remedy)
  }

  package func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress> {
    await radio.letGo(of: devices.filter { !$0.isOnNetwork })
  }
}
