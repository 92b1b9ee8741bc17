package import BluetoothLE

/// The controllers as the kernel lets a process at them: by raw sockets, whose calls wait on a thread of their own, and by
/// the monitor channel.
package final class KernelControllers: Controllers {
  private let thread: CommandThread
  private let monitor: MonitorChannel

  /// The controllers of this machine.
  ///
  /// - Parameter monitor: The monitor channel: who may not read it may not set parameters either.
  /// - Throws: `.failed` where the kernel gives no thread.
  package init(monitor: MonitorChannel) throws(HCIError) {
    thread = try CommandThread()
    self.monitor = monitor
  }

  package var limitation: HCIError? { monitor.obstacle }

  package func update(_ parameters: ConnectionParameters, of connection: HCIConnection) async throws(HCIError) {
    try await thread.run { () throws(HCIError) in
      try ControllerSocket(number: connection.controller).update(parameters, of: connection.handle)
    }
  }

  package func signalStrength(of connection: HCIConnection) async throws(HCIError) -> Int {
    try await thread.run { () throws(HCIError) in
      try ControllerSocket(number: connection.controller).signalStrength(of: connection.handle)
    }
  }

  package func disconnect(_ connection: HCIConnection) async throws(HCIError) {
    try await thread.run { () throws(HCIError) in
      try ControllerSocket(number: connection.controller).disconnect(connection.handle)
    }
  }

  package func cycleRadio(of controller: UInt16) async throws(HCIError) {
    try await thread.run { () throws(HCIError) in try RadioSwitch(controller: controller).cycle() }
  }

  package func connections(of controller: DeviceAddress) async throws(HCIError) -> [HCIConnection] {
    try await thread.run { () throws(HCIError) in try ControllerSocket(controller).connections() }
  }

  package func observe(_ observer: MonitorChannel.Observer) { monitor.observe(observer) }

  package func catchUp() { monitor.receive() }
}
