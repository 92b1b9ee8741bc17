import ArgumentParser
import ControlWire
import RideText
import Rides

extension SyncService: ExpressibleByArgument {
  /// The names of the services that the rider connects.
  static let namesOfRider = allCases.filter(\.traits.isConnectedByRider).map(\.rawValue).joined(separator: ", ")
}

extension WellnessDirection: ExpressibleByArgument {}

/// The day from which rides are uploaded to a service, as it is typed: `2026-11-01`, or `all`.
struct SinceArgument: ExpressibleByArgument {
  /// The first day, in days from 1970-01-01; nil for all rides.
  let day: Int?

  init?(argument: String) {
    if argument == "all" {
      day = nil
      return
    }
    guard let date = CalendarDay(argument), date.daysSince1970 >= 0 else { return nil }
    day = date.daysSince1970
  }

  /// Returns the start of the day by the rider's clock, in RFC 3339.
  func moment(at time: LocalTime) -> String { LocalTime.rfc3339(day.map { max(0, time.beginning(ofDay: $0)) } ?? 0) }
}

/// The address of a server as it is typed: `https://example.org/jz2`.
struct ServerAddressArgument: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    let scheme = ["https://", "http://"].first(where: argument.lowercased().hasPrefix)
    guard let scheme, argument.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    let authority = argument.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    // A name and a password in the address would expose a secret in an argument.
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    text = argument
  }
}

/// The options of every service with a server.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The service's address, if it is not the usual one: http or https, without a password.", valueName: "url"))
  var url: ServerAddressArgument?

  @Option(
    help: ArgumentHelp("More certificate authorities to trust, in PEM.", valueName: "file", visibility: .hidden),
    completion: .file())
  var caFile: String?

  @Option(
    help: ArgumentHelp(
      "Send rides from this day on, or all. Default: rides that begin from now on.", valueName: "YYYY-MM-DD|all"))
  var since: SinceArgument?

  /// Whether at least one option was given.
  var isGiven: Bool { url != nil || caFile != nil || since != nil }

  /// Adds the options to a request.
  func fill(_ call: inout Connect, _ input: SecretInput, _ time: LocalTime) throws(SecretFailure) {
    call.url = url?.text
    call.since = since?.moment(at: time)
    call.certificates = try input.certificates(file: caFile)
  }
}
