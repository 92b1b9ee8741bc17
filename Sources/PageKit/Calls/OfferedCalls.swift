package import ControlWire

/// The calls that the page may make, by method.
///
/// The page has the permissions of jz2d's socket `library`: ride, and change the library in ways that can be undone.
/// The missing calls are for synchronisation, for administration, or of no use on a page.
package enum OfferedCalls {
  /// Calls that control a ride; they never wait for other calls.
  private static let steering: [any VarlinkCall.Type] = [
    Start.self, Pause.self, Resume.self, Stop.self, SetWatts.self, SetSlope.self, SetResistance.self, Calibrate.self,
    EndLap.self, Done.self, Skip.self, Back.self,
    Extend.self, Bias.self, Label.self,
  ]
  private static let riding: [any VarlinkCall.Type] = [
    GetStatus.self, Asked.self, GetIntervals.self, Devices.self, Scan.self, Use.self, Forget.self, Doctor.self,
  ]
  private static let library: [any VarlinkCall.Type] = [
    Rides.self, Review.self, Links.self, Edit.self, Delete.self, Undelete.self, SuggestTrim.self, TrimRide.self,
    Untrim.self, History.self, Records.self, BestPower.self, GetSettings.self, SetSettings.self,
  ]
  private static let body: [any VarlinkCall.Type] = [Scores.self, Load.self, Measurements.self, Nights.self]
  private static let services: [any VarlinkCall.Type] = [
    Services.self, GetSyncStatus.self, SyncNow.self, SyncAgain.self, Connect.self, Disconnect.self,
  ]
  private static let plans: [any VarlinkCall.Type] = [
    Plans.self, ShowPlan.self, ShowRoute.self, NewPlan.self, AddToPlan.self, RemovePlan.self, UndeletePlan.self,
    RenamePlan.self, CopyPlan.self,
  ]

  private static let offered = Dictionary(
    (steering + riding + library + plans + body + services).map { ($0.method, $0.interface) },
    uniquingKeysWith: { first, _ in first })
  private static let steeringMethods = Set(steering.map { $0.method })

  package static var methods: Set<String> { Set(offered.keys) }

  /// Decodes a call from its method and a JSON object of its parameters.
  ///
  /// - Parameters:
  ///   - method: The method's name.
  ///   - parameters: The JSON object; empty if the call takes no parameters.
  ///   - isEncrypted: Whether the connection is encrypted. Without that, others could read a service's secret.
  /// - Returns: The call.
  /// - Throws: `notOffered` or `notEncrypted` as a refusal; a `ControlError` for invalid parameters.
  package static func call(
    _ method: String, parameters: [UInt8], isEncrypted: Bool
  ) throws -> any VarlinkCall {
    guard let interface = offered[method] else { throw PageRefusal.notOffered(String(method.prefix(40))) }
    let call = try interface.call(method, parameters: parameters.isEmpty ? Array("{}".utf8) : parameters)
    // The sockets apply the same rule, but a user's own daemon has one socket for all calls.
    guard call.refusal(onSocket: TrainerSocket.library.rawValue) == nil else {
      throw PageRefusal.notOffered(method)
    }
    guard isEncrypted || !(call is Connect) else { throw PageRefusal.notEncrypted }
    return call
  }

  /// Whether a call controls the current ride.
  package static func steers(_ call: any VarlinkCall) -> Bool { steeringMethods.contains(type(of: call).method) }
}
