import BluetoothLE
import ControlWire
import RideCues
import Rides
import Testing

/// A machine with a manual clock.
private struct Bench {
  private var machine: CueMachine
  private(set) var now = MonotonicInstant.origin

  init(beeps: Bool = true, speech: Bool = true, translation: Translation? = nil) {
    var sound = CueConfiguration.Sound()
    sound.beeps = beeps
    sound.speech = speech
    machine = CueMachine(sound, translation: translation)
  }

  var deadline: Duration? { machine.deadline.map { $0 - now } }

  mutating func take(_ input: CueMachine.Input, after milliseconds: Int = 0) -> [CueMachine.Effect] {
    now = now.advanced(by: .milliseconds(milliseconds))
    return machine.handle(input, at: now)
  }

  mutating func press(_ action: ButtonAction) -> [CueMachine.Effect] { take(.key(.pressed, action)) }

  /// Returns the sounds for statuses; each sound ends before the next status.
  mutating func hear(_ statuses: Status...) -> [Sound] {
    statuses.flatMap { status in
      var heard: [Sound] = []
      var effects = take(.status(status), after: 1000)
      while case .play(let sound)? = effects.first {
        heard.append(sound)
        effects = take(.soundEnded)
      }
      return heard
    }
  }
}

private func status(
  _ phase: RidePhase, timer: Int = 10, left: Int? = 100, wanted: Int? = 150, autoPaused: Bool? = nil,
  interval: IntervalStatus? = nil, news: [PlanNews]? = nil, problems: [Problem] = [], bias: Int = 0
) -> Status {
  let ride = RideStatus(
    id: 7, targetWatts: wanted, timerSeconds: timer, elapsedSeconds: timer, remainingSeconds: left, wantedWatts: wanted)
  let plan = interval.map { PlanStatus(name: "Over", intervals: 3, interval: $0, biasPercent: bias, share: 0.5) }
  return Status(
    phase: phase, autoPaused: autoPaused, problems: problems, ride: phase == .idle ? nil : ride,
    heartRate: DeviceStatus(address: "C0:FF:EE:00:00:02", state: .connected, beatsPerMinute: 120), plan: plan,
    news: news)
}

private func timer(_ number: Int, left: Int, watts: Int = 200, to: Int? = nil, cue: String? = nil) -> IntervalStatus {
  var interval = IntervalStatus(number: number, end: .timer)
  (interval.remainingSeconds, interval.watts, interval.toWatts, interval.cue) = (left, watts, to, cue)
  return interval
}

@Suite struct ButtonTests {
  @Test(
    arguments: [
      (.watts(5), .riding, .change(.target(SetWatts(change: 5)))), (.pause, .riding, .pause),
      (.pause, .reconnecting, .pause),
      (.pause, .paused, .resume), (.skip, .riding, .skip), (.back, .riding, .back), (.done, .riding, .lap),
      (.lap, .riding, .lap), (.stop, .riding, .stop),
    ] as [(ButtonAction, RidePhase, SteeringCall)])
  func `a key press sends the request for the phase`(_ action: ButtonAction, _ phase: RidePhase, _ call: SteeringCall) {
    var bench = Bench(speech: false)
    _ = bench.take(.status(status(phase)))
    #expect(bench.press(action) == [.ask(call)])
  }

  @Test func `enter ends an interval that waits for the rider`() {
    var bench = Bench(speech: false)
    _ = bench.take(.status(status(.riding, interval: IntervalStatus(number: 1, end: .activity))))
    #expect(bench.press(.done) == [.ask(.done)])
  }

  @Test func `a key without an action and a released key send no request`() {
    var bench = Bench()
    #expect(bench.press(.nothing) == [])
    #expect(bench.take(.key(.released, .watts(5))) == [])
  }

  @Test func `presses before the reply are combined into one change of the watts`() {
    var bench = Bench(speech: false)
    #expect(bench.press(.watts(5)) == [.ask(.change(.target(SetWatts(change: 5))))])
    for _ in 0..<3 { #expect(bench.press(.watts(5)) == []) }
    #expect(bench.press(.watts(-5)) == [])
    #expect(bench.take(.answered(watts: 155)) == [.ask(.change(.target(SetWatts(change: 10))))])
    #expect(bench.take(.answered(watts: 165)) == [])
  }

  @Test func `presses of several keys are sent in order, and at most four wait`() {
    var bench = Bench(speech: false)
    _ = bench.press(.skip)
    for action in [.lap, .back, .skip, .back, .lap] as [ButtonAction] { _ = bench.press(action) }
    let asked = (0..<5).flatMap { _ in bench.take(.answered(watts: nil)) }
    #expect(asked == [.ask(.lap), .ask(.back), .ask(.skip), .ask(.back)])
  }

  @Test func `a key press that waited for five seconds is dropped`() {
    var bench = Bench(speech: false)
    _ = bench.press(.skip)
    _ = bench.press(.lap)
    #expect(bench.take(.answered(watts: nil), after: 5001) == [])
    #expect(bench.press(.lap) == [.ask(.lap)], "and the next one counts")
  }

  /// The kernel repeats a held key every 33 ms.
  @Test func `a held key changes the watts four times a second`() {
    var bench = Bench(speech: false)
    var changes = bench.press(.watts(5)).count
    for _ in 0..<60 {
      changes += bench.take(.key(.held, .watts(5)), after: 33).count
      _ = bench.take(.answered(watts: 200))
    }
    #expect(changes == 1 + 7)
  }

  @Test func `a held key repeats only changes of the watts`() {
    var bench = Bench(speech: false)
    for action in [.pause, .skip, .back, .done, .lap, .stop] as [ButtonAction] {
      #expect(bench.take(.key(.held, action), after: 1000) == [])
    }
  }

  @Test func `the new target and a refusal are spoken`() {
    var bench = Bench()
    _ = bench.press(.watts(5))
    #expect(bench.take(.answered(watts: 155)) == [.play(.speech("155 watts."))])
    _ = bench.take(.soundEnded)
    _ = bench.press(.skip)
    #expect(bench.take(.refused(ControlError(.noRide))) == [.play(.speech("No ride is on."))])
  }
}

@Suite struct RideTellerTests {
  @Test func `the last three seconds of an interval are counted down, and the next one is announced`() {
    var bench = Bench()
    let end = [PlanNews(kind: .intervalEnded, interval: nil, next: timer(2, left: 120))]
    let heard = bench.hear(
      status(.riding, interval: timer(1, left: 5)), status(.riding, interval: timer(1, left: 4)),
      status(.riding, interval: timer(1, left: 3)), status(.riding, interval: timer(1, left: 3)),
      status(.riding, interval: timer(1, left: 2)), status(.riding, interval: timer(1, left: 1)),
      status(.riding, wanted: 214, interval: timer(2, left: 120), news: end),
      status(.riding, wanted: 214, interval: timer(2, left: 119)))
    #expect(
      heard == [.tone(.count), .tone(.count), .tone(.count), .tone(.end), .speech("2 minutes at 214 watts.")])
  }

  @Test func `the start, the last seconds and the end of a steady ride are announced`() {
    var bench = Bench()
    let heard = bench.hear(
      status(.idle), status(.ready, timer: 0, left: 600), status(.riding, timer: 1, left: 599),
      status(.riding, timer: 300, left: 300), status(.riding, timer: 598, left: 2),
      status(.riding, timer: 599, left: 1),
      status(.finishing, timer: 600, left: 0), status(.idle))
    #expect(
      heard == [
        .speech("Ready. Pedal to begin."), .speech("10 minutes at 150 watts."), .tone(.count), .tone(.count),
        .tone(.end), .speech("Ride finished after 10 minutes."),
      ])
  }

  @Test func `the end of a plan plays a beep, and a stopped ride ends without one`() {
    var bench = Bench(speech: false)
    let end = [PlanNews(kind: .planEnded, interval: nil)]
    #expect(
      bench.hear(status(.riding), status(.finishing, news: end), status(.finishing), status(.idle)) == [.tone(.end)])
    #expect(bench.hear(status(.riding), status(.riding), status(.finishing), status(.idle)) == [])
  }

  @Test func `a ramp is announced with the bias`() {
    var bench = Bench()
    let heard = bench.hear(
      status(.riding, interval: timer(1, left: 60)),
      status(.riding, interval: timer(2, left: 60, watts: 100, to: 200), bias: 10))
    #expect(heard == [.tone(.end), .speech("1 minute from 110 to 220 watts.")])
  }

  @Test func `a cue of the plan is spoken once`() {
    var bench = Bench()
    let heard = bench.hear(
      status(.riding, interval: timer(1, left: 60)), status(.riding, interval: timer(1, left: 50, cue: "Sit up.")),
      status(.riding, interval: timer(1, left: 49, cue: "Sit up.")))
    #expect(heard == [.speech("Sit up.")])
  }

  @Test func `pauses, lost devices and reconnected devices are spoken`() {
    var bench = Bench()
    let lost = [Problem(.strapLost)]
    let heard = bench.hear(
      status(.riding), status(.paused, autoPaused: true), status(.paused), status(.riding), status(.reconnecting),
      status(.reconnecting), status(.riding), status(.riding, problems: lost), status(.riding, problems: lost),
      status(.riding))
    #expect(
      heard == [
        .speech("Paused. Pedal to resume."), .speech("Paused."), .speech("Resumed."), .speech("Trainer lost."),
        .speech("The trainer is back."), .speech("Heart rate lost."), .speech("The heart rate is back."),
      ])
  }

  @Test func `a ride already under way is not announced`() {
    var bench = Bench()
    #expect(bench.hear(status(.riding), status(.riding, timer: 11)) == [])
  }

  /// The daemon starts without a ride, and then resumes it.
  @Test func `a restart of the daemon during a ride is not announced as its end`() {
    var bench = Bench()
    #expect(bench.hear(status(.riding)) == [])
    #expect(bench.take(.detached) == [])
    let back = bench.hear(status(.idle), status(.connecting), status(.riding, timer: 12), status(.riding, timer: 13))
    #expect(back == [])
    #expect(bench.hear(status(.idle)) == [.speech("Ride finished after 13 seconds.")])
  }

  @Test(arguments: [(false, false), (true, false), (false, true)])
  func `disabled beeps and speech are not played`(_ beeps: Bool, _ speech: Bool) {
    var bench = Bench(beeps: beeps, speech: speech)
    let heard = bench.hear(
      status(.riding, interval: timer(1, left: 4)), status(.riding, interval: timer(1, left: 3)),
      status(.riding, interval: timer(2, left: 60)))
    let wanted: [Sound] =
      (beeps ? [.tone(.count), .tone(.end)] : []) + (speech ? [.speech("1 minute at 150 watts.")] : [])
    #expect(heard == wanted)
  }
}

@Suite struct SoundQueueTests {
  private func said(_ watts: Int) -> CueMachine.Effect { .play(.speech("\(watts) watts.")) }

  private func counting(_ left: Int) -> CueMachine.Input { .status(status(.riding, left: left)) }

  @Test func `the newest speech interrupts the current one, and any between them is dropped`() {
    var bench = Bench()
    #expect(bench.take(.answered(watts: 155)) == [said(155)])
    #expect(bench.take(.answered(watts: 160)) == [.endSound])
    #expect(bench.take(.answered(watts: 165)) == [], "one sound at a time")
    #expect(bench.take(.soundEnded) == [said(165)])
    #expect(bench.take(.soundEnded) == [])
  }

  @Test func `a beep interrupts speech, and speech waits for a beep`() {
    var bench = Bench()
    _ = bench.take(counting(4))
    _ = bench.take(.answered(watts: 155))
    #expect(bench.take(counting(3)) == [.endSound])
    #expect(bench.take(.soundEnded) == [.play(.tone(.count))])
    #expect(bench.take(.answered(watts: 160)) == [])
    #expect(bench.take(.soundEnded) == [said(160)])
  }

  @Test func `a late beep is dropped`() {
    var bench = Bench()
    _ = bench.take(counting(4))
    _ = bench.take(.answered(watts: 155))
    _ = bench.take(counting(3))
    #expect(bench.take(.soundEnded, after: 701) == [])
  }

  @Test func `speech is in the language of its translation`() {
    let german = Translation(.german) { english, _ in
      ["Paused.": "Pause.", "Resumed.": "Es geht weiter."][english]
    }
    var bench = Bench(translation: german)
    _ = bench.hear(status(.riding))
    #expect(bench.hear(status(.paused), status(.riding)) == [.speech("Pause."), .speech("Es geht weiter.")])
  }

  @Test func `a sound that does not end is stopped, then killed, and the next one waits for it`() {
    var bench = Bench()
    _ = bench.take(.answered(watts: 155))
    #expect(bench.deadline == .seconds(20))
    #expect(bench.take(.timePassed, after: 19_999) == [])
    #expect(bench.take(.timePassed, after: 1) == [.endSound])
    #expect(bench.take(.timePassed, after: 1000) == [.killSound])
    #expect(bench.deadline == nil)
    #expect(bench.take(.answered(watts: 160), after: 60_000) == [], "it hangs in a driver, say")
    #expect(bench.take(.soundEnded) == [said(160)])
  }

  @Test func `speech that waited for six seconds is dropped`() {
    var bench = Bench()
    _ = bench.take(.answered(watts: 155))
    _ = bench.take(.answered(watts: 160))
    #expect(bench.take(.soundEnded, after: 6001) == [])
  }
}
