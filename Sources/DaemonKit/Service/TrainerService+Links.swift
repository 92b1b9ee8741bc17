import BluetoothLE
import Captures
import ControlSocket
import ControlWire
import HCI
import RideSession
import RideStore

extension TrainerService {
  /// What befell the links of a ride, and how evenly its devices spoke.
  @concurrent
  nonisolated func links(_ name: String) async throws(ControlError) -> ControlReply {
    let id = try await resolve(name)
    let events = try await read { library throws(StoreError) in try await library.events(of: id) }
    let incidents = RideSession.LinkIncident.incidents(in: events).map(ControlWire.LinkIncident.init)
    let intervals = try await read { library throws(StoreError) in try await library.intervals(of: id) }
    let spoken = DeviceRole.allCases.compactMap { role in intervals[role].map { LinkIntervals(role, $0) } }
    return .links(try await summary(id), incidents, spoken)
  }

  /// The radio traffic of a ride as one btsnoop file; of the ride that is on, up to now.
  nonisolated func linkRecording(of id: Int) async throws(ControlError) -> [UInt8] {
    await blackBox?.catchUp()
    let parts = try await read { library throws(StoreError) in try await library.linkParts(of: id) }
    guard !parts.isEmpty else {
      throw ControlError(.noRecording, subject: String(id), detail: missingRecording.rawValue)
    }
    return LinkRecording.joined(parts)
  }

  nonisolated private var missingRecording: MissingRecording {
    guard let blackBox else { return .noController }
    return blackBox.obstacle?.code == .notPermitted ? .notPermitted : .notKept
  }

  /// Whether the radio traffic of rides is kept; a radio without a controller has none to keep.
  func blackBoxCheck() async -> Check? {
    guard let blackBox else { return nil }
    let name = "black box"
    if let obstacle = blackBox.obstacle {
      return Check(
        name: name, outcome: .warning,
        message: "The radio traffic of rides is not kept (\(obstacle.detail)); they work without.",
        remedy: obstacle.code == .notPermitted ? MissingRecording.permission : nil)
    }
    if let failure = await blackBox.failure {
      let problem = Problem(.storeFailing, failure)
      return Check(
        name: name, outcome: .warning, message: "The radio traffic of the last ride could not be written.",
        remedy: problem.remedy)
    }
    return Check(name: name, outcome: .ok, message: "The radio traffic of rides is kept.")
  }
}

extension ControlWire.LinkIncident {
  fileprivate init(_ incident: RideSession.LinkIncident) {
    let (kind, reason): (Kind, String?) =
      switch incident.kind {
      case .drop(let reason): (.drop, reason)
      case .silence: (.silence, nil)
      case .remedy(let remedy): (.remedy, remedy)
      case .interruption: (.interruption, nil)
      }
    self.init(
      kind: kind, device: incident.role, atSeconds: incident.at.seconds, reason: reason,
      signalDBm: incident.signalDBm, lastedSeconds: incident.lasted?.seconds)
  }
}

extension LinkIntervals {
  fileprivate init(_ role: DeviceRole, _ statistics: IntervalStatistics) {
    self.init(
      device: role, count: statistics.count, shortestSeconds: statistics.shortest.seconds,
      longestSeconds: statistics.longest.seconds, meanSeconds: statistics.meanSeconds,
      deviationSeconds: statistics.deviationSeconds)
  }
}
