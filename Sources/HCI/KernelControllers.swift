package import BluetoothLE

/// The controllers as the kernel lets a process at them: by raw sockets, whose calls wait on a thread of their own, and by
/// the monitor channel.
package final class KernelControllers: Controllers {
  private let thread: CommandThread
  private let monitor: Result<MonitorChannel, HCIError>

  /// The controllers of this machine.
  ///
  /// - Parameter monitor: The monitor channel, or why it cannot be had: who may not read it may not set parameters either.
  /// - Throws: `.failed` where the kernel gives no thread.
  package init(monitor: Result<MonitorChannel, HCIError>) throws(HCIError) {
    thread = try CommandThread()
    self.monitor = monitor
  }

  package var limitation: HCIError? {
    if case .failure(let error) = monitor { error } else { nil }
  }

  package func update(
    _ parameters: ConnectionParameters, of device: DeviceAddress, on controller: DeviceAddress
  ) async throws(HCIError) -> HCIConnection {
    try await thread.run { () throws(HCIError) in try ControllerSocket(controller).update(parameters, of: device) }
  }

  package func signalStrength(
    of device: DeviceAddress, on controller: DeviceAddress
  ) async throws(HCIError) -> Int {
    try await thread.run { () throws(HCIError) in try ControllerSocket(controller).signalStrength(of: device) }
  }

  package func connections(of controller: DeviceAddress) async throws(HCIError) -> [HCIConnection] {
    try await thread.run { () throws(HCIError) in try ControllerSocket(controller).connections() }
  }

  package func observe(_ observer: @escaping @Sendable (MonitorPacket) -> Void) {
    if case .success(let monitor) = monitor { monitor.observe(observer) }
  }

  package func catchUp() {
    if case .success(let monitor) = monitor { monitor.receive() }
  }
}
