import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

/// The request to send, and a line to print first; the line is nil if nothing was filled in.
struct ChosenRide: Equatable {
  let request: RideRequest
  let said: String?
}

/// The choice of the ride to start: the typed request, completed from settings and earlier rides.
struct StartChoice {
  /// The typed request.
  let typed: RideRequest
  /// Whether to repeat the last ride.
  let isAgain: Bool
  /// The ride to repeat; nil for none.
  let like: RideArgument?
  /// Whether the beginning of a plan's name is enough.
  let isPrefix: Bool
  /// The GPX file of the road to ride; nil for other rides.
  var routeFile: String?

  /// - Throws: `ControlError` of the daemon, `unknownPlan`; `ValidationError` if a missing value cannot be filled in;
  ///   `ImportFailure` if the road's file cannot be read.
  func ride(with daemon: some DaemonConnection) throws -> ChosenRide {
    if let routeFile { return ChosenRide(request: try request(forRoad: routeFile, with: daemon), said: nil) }
    if let like { return try ride(like: like, with: daemon) }
    if isAgain || typed.isWithoutWork { return try lastRide(with: daemon) }
    if let name = typed.plan { return ChosenRide(request: try request(forPlan: name, with: daemon), said: nil) }
    return try completed(with: daemon)
  }

  private func ride(like ride: RideArgument, with daemon: some DaemonConnection) throws -> ChosenRide {
    let asked = try daemon.call(Asked(ride: daemon.number(of: ride)))
    let request = try asked.request.changed(by: typed)
    return ChosenRide(request: request, said: RequestText.like(asked.ride, request))
  }

  private func lastRide(with daemon: some DaemonConnection) throws -> ChosenRide {
    if let last = try Self.lastRequest(daemon) {
      let request = try last.changed(by: typed)
      return ChosenRide(request: request, said: RequestText.again(request))
    }
    let settings = try daemon.call(GetSettings()).settings
    guard let watts = settings.startWatts, let minutes = settings.startMinutes else {
      throw ValidationError(
        String(
          localized:
            "You have not ridden yet. Give watts and minutes: `jz2ctl start 150 60`, or a plan: `jz2ctl start NAME`.")
      )
    }
    let request = try RideRequest(watts: watts, minutes: minutes).changed(by: typed)
    return ChosenRide(request: request, said: RequestText.usual(request))
  }

  /// Returns the request of the last ride; nil without a last ride.
  private static func lastRequest(_ daemon: some DaemonConnection) throws(ControlError) -> RideRequest? {
    do throws(ControlError) {
      return try daemon.call(Asked()).request
    } catch {
      guard error.code == .unknownRide else { throw error }
      return nil
    }
  }

  /// Stores the road as a plan, and asks for it.
  private func request(forRoad file: String, with daemon: some DaemonConnection) throws -> RideRequest {
    let reader = try PieceReader(path: file)
    var request = typed
    request.plan = try daemon.importPlan(
      name: nil, fileName: file.split(separator: "/").last.map(String.init), replace: false, road: true,
      next: { () throws(ImportFailure) in try reader.next() }
    ).name
    return request
  }

  private func request(forPlan name: String, with daemon: some DaemonConnection) throws -> RideRequest {
    guard isPrefix else { return typed }
    var request = typed
    let plans = try daemon.call(Plans()).plans
    do throws(ControlError) {
      request.plan = try plans.name(meantBy: name)
    } catch {
      guard let option = StartArguments.option(near: name) else { throw error }
      throw ValidationError(
        String(localized: "There is no plan \(name.printable). Did you mean `jz2ctl start \(option)`?"))
    }
    return request
  }

  /// Fills in missing watts and length from the settings, else from the last ride.
  private func completed(with daemon: some DaemonConnection) throws -> ChosenRide {
    guard typed.lacksWatts || typed.lacksLength else { return ChosenRide(request: typed, said: nil) }
    var request = typed
    var (watts, length): (RequestText.Origin?, RequestText.Origin?)
    let settings = try daemon.call(GetSettings()).settings
    if request.lacksWatts, let usual = settings.startWatts { (request.watts, watts) = (usual, .settings) }
    if request.lacksLength, let usual = settings.startMinutes { (request.minutes, length) = (usual, .settings) }
    if request.lacksWatts || request.lacksLength, let last = try Self.lastRequest(daemon) {
      if request.lacksWatts, last.zone2 != true, let before = last.watts {
        (request.watts, watts) = (before, .lastTime)
      }
      if request.lacksLength, let before = last.minutes { (request.minutes, length) = (before, .lastTime) }
      if request.lacksLength, last.endless == true { (request.endless, length) = (true, .lastTime) }
    }
    guard !request.lacksWatts else {
      throw ValidationError(
        String(localized: "The power is missing. Give it: `--watts 150`, or set it: `jz2ctl settings --watts 150`."))
    }
    guard !request.lacksLength else {
      throw ValidationError(
        String(localized: "The time is missing. Give it: `--minutes 60`, or set it: `jz2ctl settings --minutes 60`."))
    }
    return ChosenRide(request: request, said: RequestText.completed(request, watts: watts, length: length))
  }
}
