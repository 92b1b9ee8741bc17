package import BluetoothLE
package import Logging
package import Loop
import RideAnalysis
package import Rides

/// Drives one measurement of heart rate variability: links the strap, relinks it after a loss, and passes its
/// notifications and the time to the measurement. The measurement makes the decisions.
///
/// It runs on the radio's own executor, and releases the link at the end.
package actor MeasuringSession {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The outcome of a measurement.
  package enum Outcome: Hashable, Sendable {
    case measured(StrapMeasurement.Result)
    /// The measurement is not accepted.
    case refused(MeasurementFault)
    /// The radio does not work.
    case noRadio(LinkError)
    /// The caller no longer needs the measurement.
    case withdrawn
  }

  /// The progress of a measurement.
  package struct Progress: Sendable {
    package let measurement: StrapMeasurement
    package let at: MonotonicInstant
    /// The intervals that arrived since the previous progress was taken, in milliseconds.
    package let fresh: [Double]
  }

  private let central: any Central
  private let log: Logger
  /// Called, on the loop, at every second and when the phase changes.
  private let progressed: @Sendable () -> Void

  private var measurement: StrapMeasurement
  private var strap: DeviceAddress?
  private var fresh: [Double] = []
  private var reportedPhase = MeasuringPhase.connecting
  private var connecting: Task<Void, Never>?
  private var link: (number: Int, link: any Link)?
  private var linkNumber = 0
  private var timer: EventLoop.Timer?
  private var beat: EventLoop.Timer?
  /// The outcome that ended the measurement early.
  private var cut: Outcome?
  private var ended: CheckedContinuation<Void, Never>?

  private static let second = Duration.seconds(1)

  /// Creates a measurement of beats that fill `seconds`.
  ///
  /// `progressed` is called on the loop at every second and when the phase changes.
  package init(
    seconds: Int, central: any Central, loop: EventLoop, log: Logger, progressed: @escaping @Sendable () -> Void
  ) {
    self.central = central
    self.loop = loop
    self.log = log
    self.progressed = progressed
    measurement = StrapMeasurement(seconds: seconds, at: loop.now)
  }

  /// Measures with a strap until there is an outcome.
  ///
  /// Call it once.
  ///
  /// The link may still be closing when this returns; see `letGo`.
  package func measure(_ strap: DeviceAddress) async -> Outcome {
    self.strap = strap
    log.info("measurement started", metadata: ["device": "\(strap)"])
    measurement.passed(to: loop.now)
    if outcome == nil {
      connect()
      beatAgain()
      await withCheckedContinuation { ended in
        self.ended = ended
        attend()
      }
    }
    let outcome = outcome ?? .withdrawn
    log.info("measurement ended", metadata: ["outcome": "\(outcome.word)"])
    return outcome
  }

  /// Returns the progress, with the intervals since the previous call.
  package func takeProgress() -> Progress {
    defer { fresh = [] }
    return Progress(measurement: measurement, at: loop.now, fresh: fresh)
  }

  /// Ends the measurement because the caller no longer needs it.
  package func withdraw() {
    cut = outcome ?? .withdrawn
    attend()
  }

  /// Ends the measurement because a ride needs the strap.
  package func giveWay() {
    measurement.rideBegan()
    attend()
  }

  /// Closes the strap's link, and returns when it is closed.
  package func letGo() async {
    connecting?.cancel()
    await connecting?.value
    await link?.link.close()
  }

  private var outcome: Outcome? {
    if let cut { return cut }
    switch measurement.outcome {
    case .success(let result)?: return .measured(result)
    case .failure(let fault)?: return .refused(fault)
    case nil: return nil
    }
  }
}

// MARK: - Time

extension MeasuringSession {
  /// Ends the measurement if there is an outcome.
  ///
  /// Otherwise it sets the timer for the next deadline.
  private func attend() {
    if let timer { loop.cancel(timer) }
    timer = nil
    let phase = measurement.phase(at: loop.now).phase
    if phase != reportedPhase {
      reportedPhase = phase
      progressed()
    }
    guard outcome == nil else { return end() }
    guard let deadline = measurement.deadline else { return }
    timer = loop.schedule(at: deadline) { self.assumeIsolated { $0.deadlineCame() } }
  }

  private func deadlineCame() {
    timer = nil
    measurement.passed(to: loop.now)
    attend()
  }

  private func beatAgain() {
    beat = loop.schedule(at: loop.now.advanced(by: Self.second)) { self.assumeIsolated { $0.secondCame() } }
  }

  private func secondCame() {
    progressed()
    beatAgain()
  }

  private func end() {
    if let beat { loop.cancel(beat) }
    beat = nil
    connecting?.cancel()
    ended?.resume()
    ended = nil
  }
}

// MARK: - Links

extension MeasuringSession {
  private func connect() {
    connecting = Task(executorPreference: loop) { await self.keepConnecting() }
  }

  /// Tries to connect until the strap is linked or the measurement is over.
  ///
  /// A request for an absent strap stays pending.
  private func keepConnecting() async {
    guard let strap else { return }
    var lastFailure: LinkError.Code?
    while outcome == nil {
      do throws(LinkError) {
        return adopt(try await central.connect(to: strap))
      } catch {
        guard outcome == nil, error.code != .cancelled else { return }
        if error.code != lastFailure {
          log.notice("no link to the strap", metadata: ["device": "\(strap)", "error": "\(error)"])
        }
        lastFailure = error.code
        if error.isOfRadio, linkNumber == 0 {
          cut = .noRadio(error)
          return attend()
        }
        // If the radio disappears, the link is lost too. The measurement waits for the radio as it does for the strap.
        if error.isOfRadio { try? await central.whenUsable() }
        guard (try? await loop.sleep(for: Self.second)) != nil else { return }
      }
    }
  }

  private func adopt(_ link: any Link) {
    linkNumber += 1
    let number = linkNumber
    self.link = (number, link)
    guard outcome == nil else { return }
    measurement.linked(at: loop.now)
    attend()
    Task(executorPreference: loop) {
      await link.deliver { event in self.assumeIsolated { $0.received(event, number) } }
    }
    Task(executorPreference: loop) { await self.subscribe(link, number) }
  }

  private func subscribe(_ link: any Link, _ number: Int) async {
    do throws(LinkError) {
      try await link.subscribe(to: .heartRateMeasurement)
    } catch {
      guard self.link?.number == number, outcome == nil else { return }
      log.notice("no notifications from the strap", metadata: ["device": "\(link.device)", "error": "\(error)"])
      guard error.code == .characteristicMissing else { return await link.close() }
      cut = .refused(MeasurementFault(.noIntervals))
      attend()
    }
  }

  private func received(_ event: LinkEvent, _ number: Int) {
    guard link?.number == number else { return }
    switch event {
    case .notified(.heartRateMeasurement, let value, let instant):
      guard outcome == nil else { return }
      fresh += measurement.received(value, at: instant)
      attend()
    case .notified, .signalStrength: return
    case .closed(let error):
      link = nil
      guard outcome == nil else { return }
      log.notice("link to the strap lost", metadata: ["error": "\(error)"])
      measurement.lost(at: loop.now)
      attend()
      if outcome == nil { connect() }
    }
  }
}

extension MeasuringSession.Outcome {
  /// The text for the journal.
  fileprivate var word: String {
    switch self {
    case .measured: "measured"
    case .refused(let fault): fault.code.rawValue
    case .noRadio(let error): "\(error)"
    case .withdrawn: "withdrawn"
    }
  }
}
