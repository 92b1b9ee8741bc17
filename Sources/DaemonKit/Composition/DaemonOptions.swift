package import BluetoothLE
import ControlWire
package import Logging
package import RadioSim
package import RideSession

/// How the daemon was asked to run.
package struct DaemonOptions: Sendable {
  package enum Radio: Hashable, Sendable {
    case bluez
    /// A simulation of these devices.
    case sim(SimulatedCast)
    /// A capture, and a map of its handles where its discovery is missing.
    case replay(path: String, map: String?)
  }

  /// How fast a simulated or replayed clock runs.
  package enum Rate: Hashable, Sendable {
    case times(Double)
    /// As fast as the work allows.
    case max
  }

  package var radio: Radio
  package var rate: Rate
  /// The requested adapter; nil for the first one that is powered.
  package var adapter: DeviceAddress?
  package var stateDirectory: String
  /// The path of the socket, unless systemd passed sockets in.
  package var socketPath: String
  /// The sockets that systemd passed in.
  package var passedSockets: [String: Int32]
  package var logLevel: Logger.Level
  /// How long after its last row a ride that was cut off or suspended resumes; zero if none does.
  package var resumeWindow: Duration
  package var rules: RideRules
  /// The command to run when an interval or the plan of a ride ends; nil for none.
  package var eventCommand: String?
  package var environment: [String: String]
  /// How the heart of the simulated rider responds to power; nil for the usual one.
  package var simulatedHeart: SimulatedHeart?

  package init(
    radio: Radio, rate: Rate, adapter: DeviceAddress?, stateDirectory: String, socketPath: String,
    passedSockets: [String: Int32],
    logLevel: Logger.Level, resumeWindow: Duration = .seconds(30 * 60), rules: RideRules = RideRules(),
    eventCommand: String? = nil, environment: [String: String], simulatedHeart: SimulatedHeart? = nil
  ) {
    self.radio = radio
    self.rate = rate
    self.adapter = adapter
    self.stateDirectory = stateDirectory
    self.socketPath = socketPath
    self.passedSockets = passedSockets
    self.logLevel = logLevel
    self.resumeWindow = resumeWindow
    self.rules = rules
    self.eventCommand = eventCommand
    self.environment = environment
    self.simulatedHeart = simulatedHeart
  }
}

extension DaemonOptions {
  /// Places for rides that the store does not take: systemd's runtime directory, which survives a restart of the service,
  /// and the state directory, since the database may be damaged on a disk that has room.
  var spoolPlaces: [String] {
    let runtime = environment["RUNTIME_DIRECTORY"].flatMap { $0.split(separator: ":").first.map { String($0) } }
    return [runtime, stateDirectory].compactMap(\.self)
  }
}
