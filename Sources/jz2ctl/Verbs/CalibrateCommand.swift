import ArgumentParser
import ControlWire
import Glibc
import Locks
import RideText
import Rides
import TrainerClient

struct CalibrateCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Calibrate the trainer, or set the power meter's zero offset.",
    discussion: """
      A trainer is calibrated by a spin-down: pedal up to the speed that it names, then stop and let the wheel run \
      down. Ride for ten minutes first, because a cold trainer calibrates wrongly. --as power sets the zero offset of \
      the power meter; keep the cranks still meanwhile.

      During a ride, the ride goes on afterwards, with its target. Otherwise a free ride begins, and is deleted at \
      the end. Ctrl-C cancels, and so does --cancel from elsewhere. Some trainers have no spin-down over Bluetooth, \
      and some calibrate themselves; `calibrate` says so, or gets no answer.
      """,
    shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Option(name: .customLong("as"), help: "The device to calibrate: trainer or power.")
  var role: DeviceRoleArgument?

  @Flag(help: "End the calibration that is in progress.")
  var cancel = false

  var tellsMeasures: Bool { true }

  private var device: DeviceRole { role?.role ?? .trainer }

  func validate() throws {
    guard device == .trainer || device == .power else {
      throw ValidationError(String(localized: "--as takes trainer or power."))
    }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard !cancel else {
      let reply = try daemon.call(Calibrate(device: device, cancel: true))
      return output.answer(reply, text: CalibrationText.line(reply.calibration))
    }
    let (device, socket) = (device, options.socket)
    let isOwn = try Self.begin(with: daemon, output)
    let isLeaving = Lock(false)
    SignalThread.start { signal in
      guard signal == SIGINT else { return SignalThread.leave(to: signal) }
      isLeaving.withLock { $0 = true }
      Self.leave(isOwn: isOwn, device, with: DaemonSocket(path: socket, of: .daemon))
    }
    let over = Result { () throws(ControlError) in
      try CalibrationRun(daemon: daemon, output: output, progress: .current(json: output.json)).run(device)
    }
    // The cancelled calibration is over here, too; the other thread ends the program.
    while isLeaving.withLock(\.self) { sleep(1) }
    if isOwn { _ = try? daemon.call(Stop(discard: true)) }
    let calibration = try over.get()
    output.answer(Calibrating(calibration: calibration), text: CalibrationText.line(calibration))
    if calibration.step == .failed { Self.exit(withError: ExitCode(ExitStatus.refused.rawValue)) }
  }

  /// Starts a free ride, unless a ride is on.
  ///
  /// - Returns: Whether the ride was started here.
  static func begin(with daemon: some DaemonConnection, _ output: Output) throws(ControlError) -> Bool {
    guard try daemon.call(GetStatus()).phase == .idle else { return false }
    output.remark(String(localized: "Connecting to your trainer. Ctrl-C cancels."))
    _ = try daemon.call(Start(free: true, heartRate: false))
    return true
  }

  /// Cancels the calibration, ends an own ride and exits.
  private static func leave(isOwn: Bool, _ device: DeviceRole, with daemon: DaemonSocket) {
    _ = try? daemon.call(Calibrate(device: device, cancel: true))
    if isOwn { _ = try? daemon.call(Stop(discard: true)) }
    StandardStream.error.write("\n" + String(localized: "The calibration is cancelled.") + "\n")
    _exit(128 + SIGINT)
  }
}

/// One calibration from its request to its end, with a line for each step.
struct CalibrationRun<Daemon: DaemonConnection> {
  let daemon: Daemon
  let output: Output
  /// Shows the present speed.
  let progress: ProgressLine

  /// - Returns: The calibration at its end.
  /// - Throws: The refusal; `noRide` if the ride ended before.
  func run(_ device: DeviceRole) throws(ControlError) -> CalibrationStatus {
    var shown = try daemon.call(Calibrate(device: device)).calibration
    guide(shown)
    defer { progress.clear() }
    guard !shown.isOver else { return shown }
    try daemon.stream(Watch()) { status throws(ControlError) in
      guard let calibration = status.ride?.calibration, calibration.device == device else {
        throw ControlError(.noRide)
      }
      if calibration.step != shown.step || calibration.targetKmh != shown.targetKmh { guide(calibration) }
      shown = calibration
      if let speed = CalibrationText.speed(calibration, kmh: status.trainer?.speedKmh) { progress.show(speed) }
      return !calibration.isOver
    }
    guard shown.isOver else { throw ControlError(.connectionLost) }
    return shown
  }

  /// Prints the instruction of a step; the caller prints the result.
  private func guide(_ calibration: CalibrationStatus) {
    guard !calibration.isOver, !output.json else { return }
    progress.clear()
    output.say(CalibrationText.line(calibration) + "\n")
  }
}
