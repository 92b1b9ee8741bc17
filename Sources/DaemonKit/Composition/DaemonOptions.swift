package import BluetoothLE
import ControlWire
package import Logging
package import RadioSim
package import RideSession

/// The options of the daemon.
package struct DaemonOptions: Sendable {
  package enum Radio: Hashable, Sendable {
    case bluez
    /// A simulation of these devices.
    case sim(SimulatedCast)
    /// A capture, and a map of its handles if it contains no discovery.
    case replay(path: String, map: String?)
  }

  /// The speed of a simulated or replayed clock.
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
  /// The path of the socket for trainers on the network, unless systemd passed it in; nil for no such trainers.
  package var trainersPath: String?
  package var logLevel: Logger.Level
  /// The time after its last row within which an interrupted or suspended ride resumes; zero if rides never resume.
  package var resumeWindow: Duration
  package var rules: RideRules
  /// The command to run when an interval or the plan of a ride ends; nil if there is no command.
  package var eventCommand: String?
  package var environment: [String: String]
  /// The legs and the heart of the simulated rider; nil for the defaults.
  package var simulatedBody: SimulatedBody?
  /// The events of the simulated ride; nil if there are no events.
  package var simulatedEvents: SimulatedEvents?

  package init(
    radio: Radio, rate: Rate, adapter: DeviceAddress?, stateDirectory: String, socketPath: String,
    passedSockets: [String: Int32], trainersPath: String? = nil,
    logLevel: Logger.Level, resumeWindow: Duration = .seconds(30 * 60), rules: RideRules = RideRules(),
    eventCommand: String? = nil, environment: [String: String], simulatedBody: SimulatedBody? = nil,
    simulatedEvents: SimulatedEvents? = nil
  ) {
    self.radio = radio
    self.rate = rate
    self.adapter = adapter
    self.stateDirectory = stateDirectory
    self.socketPath = socketPath
    self.passedSockets = passedSockets
    self.trainersPath = trainersPath
    self.logLevel = logLevel
    self.resumeWindow = resumeWindow
    self.rules = rules
    self.eventCommand = eventCommand
    self.environment = environment
    self.simulatedBody = simulatedBody
    self.simulatedEvents = simulatedEvents
  }
}

extension DaemonOptions {
  /// Directories for rides that the store cannot take: systemd's runtime directory, which survives a restart of the
  /// service, and the state directory, since the database may be damaged on a disk with free space.
  var spoolPlaces: [String] {
    let runtime = environment["RUNTIME_DIRECTORY"].flatMap { $0.split(separator: ":").first.map { String($0) } }
    return [runtime, stateDirectory].compactMap(\.self)
  }
}
