import ArgumentParser
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

/// A word that a shell may complete.
struct Candidate: Equatable {
  let word: String
  /// The description, for shells that show one; can be empty.
  let about: String

  init(_ word: String, _ about: String = "") { (self.word, self.about) = (word, about) }

  /// Returns the candidate with the beginning as it is typed, because shells compare it with the word in their own way:
  /// `ov` and `Over under` make `over under`, which verbs accept.
  func continuing(_ typed: String) -> Candidate {
    guard !word.hasPrefix(typed), word.lowercased().hasPrefix(typed.lowercased()) else { return self }
    return Candidate(typed + word.dropFirst(typed.count), about)
  }

  /// Returns the candidate in the form that a shell's completion functions expect.
  ///
  /// zsh (`_describe`) separates the word from its description by a colon, fish by a tab; bash shows no description.
  func text(for shell: CompletionShell?) -> String {
    let about = about.printable
    switch shell {
    case .zsh:
      let word = word.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
        .split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
      return about.isEmpty ? word : "\(word):\(about)"
    case .fish: return about.isEmpty ? word : "\(word)\t\(about)"
    default: return word
    }
  }
}

extension CompletionKind {
  /// The names of plans.
  static let plans = candidates { daemon throws(ControlError) in
    try daemon.call(Plans()).plans.map(Candidate.init)
  }

  /// The names of the rider's own plans, which can be changed.
  static let ownPlans = candidates { daemon throws(ControlError) in
    try daemon.call(Plans()).plans.filter { $0.kind == nil }.map(Candidate.init)
  }

  /// The arguments of `start`: `last`, the days of a calendar, and the names of plans.
  static let plansToRide = candidates { daemon throws(ControlError) in
    let words = PlannedDay.allCases.map(\.rawValue) + ["last"]
    return words.map { Candidate($0) } + (try daemon.call(Plans()).plans.map(Candidate.init))
  }

  /// The numbers of the latest rides.
  static let rides = candidates { daemon throws(ControlError) in
    let rides = try daemon.call(Rides(limit: mostRides)).rides
    return (rides.isEmpty ? [] : [Candidate("last")]) + rides.map(Candidate.init)
  }

  /// The numbers of deleted rides, and the names of deleted plans.
  static let undoable = candidates { daemon throws(ControlError) in
    let rides = try daemon.call(Rides(limit: mostRides, deleted: true)).rides.map(Candidate.init)
    return rides + (try daemon.call(Plans(deleted: true)).plans.map(Candidate.init))
  }

  /// The names of devices that rides used; the address of one without a name.
  static let devices = candidates { daemon throws(ControlError) in
    try daemon.call(Devices()).devices.map { device in
      device.name.map { Candidate($0, device.address) } ?? Candidate(device.address)
    }
  }

  /// The paired phones.
  static let phones = candidates(of: .page) { page throws(ControlError) in
    try page.call(Phones()).phones.map { Candidate($0.id, $0.name) }
  }

  private static let mostRides = 30

  /// Returns the candidates of a program; the list is empty if the program does not answer within a second.
  private static func candidates(
    of program: AskedProgram = .daemon,
    _ ask: @escaping @Sendable (DaemonSocket) throws(ControlError) -> [Candidate]
  ) -> CompletionKind {
    .custom { words, _, typed in
      // The shell waits, so this process ends after a second if the daemon hangs; it has not printed yet.
      signal(SIGALRM) { _ in _exit(0) }
      alarm(1)
      let socket = words.firstIndex(of: "--socket").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
      let found = (try? ask(DaemonSocket(path: socket, of: program))) ?? []
      return found.filter { !$0.word.contains { $0.isNewline } }.map {
        $0.continuing(typed).text(for: CompletionShell.requesting)
      }
    }
  }
}

extension Candidate {
  fileprivate init(_ plan: PlanSummary) { self.init(plan.name, PlanOverview.length(plan)) }

  fileprivate init(_ ride: RideSummary) {
    let name = (ride.name ?? ride.plan).map { "\($0), " } ?? ""
    self.init("\(ride.id)", "\(name)\(LocalTime.system.text(ride.start)), \(ClockTime(ride.timerSeconds))")
  }
}
