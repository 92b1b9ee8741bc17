package import ControlWire
import Rides

/// The texts of `jz2ctl` alone.
package enum HomeText {
  /// The commands of a rider's first days, each with its purpose.
  private static var commands: [(command: String, about: String)] {
    [
      ("start", String(localized: "ride as last time; start 150 60, start PLAN, start --zone2")),
      ("watch", String(localized: "the live view, steered by keys")),
      ("stop", String(localized: "end the ride; pause, resume, watts 160, lap, next")),
      ("rides", String(localized: "your rides; show, chart, stats, export")),
      ("plans", String(localized: "your workouts; import FILE brings more")),
      ("settings", String(localized: "FTP, zones, weight; devices, page, connect")),
      ("doctor", String(localized: "what is missing for a ride")),
      ("help", String(localized: "everything; help VERB explains one")),
    ]
  }

  /// Returns the state, an empty line and the commands, in lines of at most `width` characters.
  package static func page(_ state: [String], width: Int) -> String {
    let column = 2 + (commands.map(\.command.count).max() ?? 0) + 2
    let help = commands.flatMap { command, about in
      about.wrapped(to: width - column).enumerated().map { index, line in
        "  \(index == 0 ? command : "")".fitted(to: column) + line
      }
    }
    let heading = String(localized: "Type `jz2ctl` and one of these:")
    return (state.flatMap { $0.wrapped(to: width) } + ["", heading] + help).joined(separator: "\n")
  }

  /// Returns the state of a ride, or the last ride and the chosen devices.
  package static func state(_ status: Status, last: RideSummary?, today: Int, _ time: LocalTime) -> String {
    let heading = StatusText.full(status).split(separator: "\n").first.map(String.init) ?? ""
    let times = status.ride.map { ride in
      let figures = [
        String(localized: "\(ClockTime(ride.timerSeconds)) done"),
        ride.remainingSeconds.map { String(localized: "\(ClockTime($0)) to go") },
      ]
      return figures.compactMap(\.self).joined(separator: ", ") + "."
    }
    let isIdle = status.phase == .idle
    let problem = status.problems.first.map { problem in
      String(localized: "Problem: \(problem.explanation.message.printable) `jz2ctl status` says what to do.")
    }
    let parts = [
      heading, times, last.map { lastRide($0, today: today, time) }, isIdle ? devices(status) : nil, problem,
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private static func lastRide(_ ride: RideSummary, today: Int, _ time: LocalTime) -> String {
    let figures = [
      (ride.name ?? ride.plan)?.printable, Figure.watts(ride.averageWatts), "\(ClockTime(ride.timerSeconds))",
      day(of: ride, today: today, time),
    ]
    return String(localized: "Last ride: \(figures.compactMap(\.self).joined(separator: ", ")).")
  }

  private static func day(of ride: RideSummary, today: Int, _ time: LocalTime) -> String {
    switch time.day(ride.start).map({ today - $0 }) {
    case 0: String(localized: "today")
    case 1: String(localized: "yesterday")
    case let days? where (2...6).contains(days): String(localized: "\(days) days ago")
    default: String(time.text(ride.start).prefix(10))
    }
  }

  private static func devices(_ status: Status) -> String {
    let names = [status.trainer, status.heartRate].compactMap { $0.map { ($0.name ?? $0.address).printable } }
    return switch names.count {
    case 0: String(localized: "No device is chosen; `jz2ctl start` takes the only trainer in range.")
    case 1: String(localized: "\(names[0]) is chosen.")
    default: String(localized: "\(names[0]) and \(names[1]) are chosen.")
    }
  }
}
