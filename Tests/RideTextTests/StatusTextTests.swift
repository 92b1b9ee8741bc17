import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct StatusTextTests {
  @Test func `the status before a ride names today's workout and the command to start it`() {
    let workout = PlanSummary(
      name: "2026-11-25 Tempo", intervals: 3, timerSeconds: 3600, openEnded: false, day: "2026-11-25",
      source: "intervals", ridden: false)
    let lines = StatusText.full(Status(phase: .idle, planned: workout)).split(separator: "\n")
    #expect(lines.first == "Idle.")
    #expect(
      lines.dropFirst().first
        == "Today       2026-11-25 Tempo: 3 intervals, 1:00:00. Start it: `jz2ctl start --plan today`.")
  }

  @Test func `the status reminds the rider of a due morning measurement`() {
    let line = "HRV         not measured this morning; `jz2ctl hrv measure` takes a minute."
    #expect(StatusText.full(Status(phase: .idle, hrvDue: true)).contains(line))
    #expect(!StatusText.full(Status(phase: .idle)).contains("HRV"))
  }

  @Test func `the status names rides that a service refused`() {
    var status = Status(phase: .idle)
    status.refusedUploads = 2
    #expect(StatusText.full(status).contains("Services    refused 2 rides; `jz2ctl services` says why."))
  }

  @Test(arguments: [
    (TargetEasing.heartRate, "100 W (eased from 200 W: heart rate above its limit)"),
    (.dfa, "100 W (eased from 200 W: DFA alpha-1 is low)"), (.legs, "100 W (eased from 200 W: cadence collapsed)"),
    (.noHeartRate, "100 W (eased from 200 W: no heart rate)"), (.ramp, "100 W (rising to 200 W)"),
    (.range, "100 W (the trainer cannot hold 200 W)"),
  ])
  func `a status says why the target differs from the wanted power`(easing: TargetEasing, text: String) {
    var status = Samples.eased
    status.ride?.easedBy = easing
    #expect(StatusText.full(status).hasPrefix("Riding: ride 12 at \(text).\n"))
  }

  @Test func `a status in a pause says which power follows`() {
    var status = Samples.riding
    status.phase = .paused
    status.ride?.targetWatts = nil
    status.ride?.wantedWatts = 150
    #expect(StatusText.full(status).hasPrefix("Paused: ride 12, 150 W when it resumes.\n"))
  }

  @Test func `a status of a steady ride shows its bias`() {
    var status = Samples.riding
    status.ride?.biasPercent = -5
    #expect(StatusText.full(status).hasPrefix("Riding: ride 12 at 150 W, bias -5 %.\n"))
    #expect(StatusLine.text(status).contains("bias=-5%"))
  }

  @Test func `a status shows problems and remedies`() {
    #expect(
      StatusText.full(Samples.strapLost) == """
        Riding: ride 12 at 150 W.
        Time        28:47 done, 31:13 to go, 30:02 elapsed
        Trainer     KICKR 1A2B: connected, 148 W, 88 rpm, 31.4 km/h
        Heart rate  TICKR 77F0: connecting, battery 80 %

        Problem: The connection to TICKR 77F0 is lost; the ride goes on without heart rate.
                 Wet the strap and check that it sits tight; it reconnects by itself.
        """)
  }

  @Test func `a status says that the heart rate is from the trainer`() {
    var status = Samples.riding
    status.heartRate = DeviceStatus(
      address: "C0:FF:EE:00:00:01", name: "KICKR", state: .connected, beatsPerMinute: 131)
    status.heartRate?.fromTrainer = true
    #expect(StatusText.full(status).contains("Heart rate  KICKR: connected, 131 bpm, from the trainer"))
  }

  @Test func `a status in an automatic pause says that pedalling ends it`() {
    var status = Samples.riding
    status.phase = .paused
    #expect(StatusText.full(status).hasPrefix("Paused: ride 12"))
    status.autoPaused = true
    #expect(StatusText.full(status).hasPrefix("Paused, pedal to continue: ride 12"))
  }

  @Test func `a status without the trainer's data says what the ride waits for`() {
    var status = Samples.riding
    status.phase = .reconnecting
    #expect(StatusText.full(status).hasPrefix("Waiting for the trainer's data: ride 12"))
    status.trainer?.state = .connecting
    #expect(StatusText.full(status).hasPrefix("Trainer gone, reconnecting: ride 12"))
    status.ride?.stoppedSeconds = 83
    status.problems = [Problem(.trainerSilent, subject: "KICKR 1A2B")]
    #expect(
      StatusText.full(status).hasPrefix("Waiting for the trainer's data for 1:23: ride 12"), "one link after the other")
    status.problems = [Problem(.controlLost, subject: "KICKR 1A2B")]
    status.trainer?.state = .connected
    #expect(StatusText.full(status).hasPrefix("Trainer gone for 1:23, reconnecting: ride 12"))
  }

  @Test func `an idle status says what start does`() {
    #expect(
      StatusText.full(Status(phase: .idle)) == """
        Idle.
        Trainer     none chosen; `jz2ctl start` uses the only one in range
        Heart rate  no strap chosen
        """)
  }

  @Test func `a status during a start says that it is looking for devices`() {
    #expect(
      StatusText.full(Status(phase: .connecting)) == """
        Connecting to the trainer.
        Trainer     looking for one
        Heart rate  looking for one
        """)
  }

  @Test func `a status line omits unknown values`() {
    #expect(
      StatusLine.text(Samples.strapLost)
        == "phase=riding ride=12 timer=28:47 remaining=31:13 elapsed=30:02 target=150W power=148W cadence=87.5rpm "
        + "speed=31.4km/h trainer=connected strap=connecting problems=strapLost")
    #expect(StatusLine.text(Status(phase: .idle)) == "phase=idle")
  }

  @Test func `a status has the state of a test of FTP, and the command that sets the result`() {
    var status = Samples.riding
    status.ride?.test = TestStatus(test: .ramp, meanWatts: 324.4)
    #expect(StatusText.full(status).contains("\nFTP test    best minute 324 W, FTP 243 W\n"))
    status.ride?.test = TestStatus(test: .ramp, meanWatts: 324.4, isOver: true)
    #expect(StatusText.full(status).contains("`jz2ctl settings --ftp 243`"))
  }

  @Test func `a status line has a test of FTP, and the FTP once the test is over`() {
    var status = Samples.riding
    status.ride?.test = TestStatus(test: .ramp)
    #expect(StatusLine.text(status).contains("target=150W test=ramp power="))
    status.ride?.test = TestStatus(test: .ramp, meanWatts: 324.4)
    #expect(StatusLine.text(status).contains("test=ramp test-mean=324W power="))
    status.ride?.test = TestStatus(test: .ramp, meanWatts: 324.4, isOver: true)
    #expect(StatusLine.text(status).contains("test=ramp test-mean=324W ftp=243W power="))
  }
}

@Suite struct StartTextTests {
  @Test func `a start shows the ride and its target`() {
    let ride = RideStatus(id: 7, targetWatts: 150, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: 3600)
    let started = Started(ride: ride, target: Target(targetWatts: 150, askedWatts: 150))
    #expect(StartText.started(started) == "Ride 7: 1:00:00 at 150 W. Pedal to begin.")
  }

  @Test func `a start says which power of its plan is outside the trainer's range`() {
    let ride = RideStatus(id: 7, targetWatts: 150, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: 3600)
    let unheld = Unheld(interval: 2, watts: 2500, minimumWatts: 25, maximumWatts: 1500)
    let started = Started(ride: ride, target: Target(targetWatts: 150, askedWatts: 150), unheld: unheld)
    #expect(
      StartText.started(started) == """
        Ride 7: 1:00:00 at 150 W. Pedal to begin.
        Interval 2 asks for 2500 W, but the trainer only holds from 25 to 1500 W. It will hold the nearest power.
        """)
  }

  @Test func `a start names the devices that it chose itself`() {
    let ride = RideStatus(id: 7, targetWatts: 150, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: 3600)
    let target = Target(targetWatts: 150, askedWatts: 150)
    let trainer = RiddenDevice(kind: .trainer, address: "C0:FF:EE:00:00:01", name: "KICKR", reason: .onlyOne)
    let strap = RiddenDevice(kind: .heartRate, address: "C0:FF:EE:00:00:02", name: nil, reason: .onlyKnown)
    #expect(
      StartText.started(Started(ride: ride, target: target, devices: [trainer, strap])) == """
        Trainer: KICKR (C0:FF:EE:00:00:01), the only one in range.
        Heart rate: C0:FF:EE:00:00:02, the only one in range that was used before.
        Ride 7: 1:00:00 at 150 W. Pedal to begin.
        """)
    let alone = Started(ride: ride, target: target, devices: [trainer])
    #expect(StartText.started(alone).contains("\nHeart rate: no strap in range."))
    #expect(!StartText.started(alone, withHeartRate: false).contains("Heart rate"))
    let chosen = RiddenDevice(kind: .trainer, address: "C0:FF:EE:00:00:01", name: "KICKR", reason: .chosen)
    let usual = Started(ride: ride, target: target, devices: [chosen])
    #expect(
      StartText.started(usual).hasPrefix("Heart rate: no strap is chosen; this ride goes without."))
    #expect(
      StartText.started(usual, withHeartRate: false) == "Ride 7: 1:00:00 at 150 W. Pedal to begin.")
  }

  @Test func `the start of an endless ride says how to end it`() {
    let ride = RideStatus(id: 7, targetWatts: nil, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: nil)
    #expect(
      StartText.started(Started(ride: ride, target: nil), isEndless: true)
        == "Ride 7: free. Pedal to begin; `jz2ctl stop` ends the ride.")
    let timed = RideStatus(id: 7, targetWatts: nil, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: 1800)
    #expect(StartText.started(Started(ride: timed, target: nil)) == "Ride 7: 30:00, free. Pedal to begin.")
  }
}

@Suite struct TargetTextTests {
  @Test(arguments: [
    (
      Target(targetWatts: 2000, askedWatts: 2500, minimumWatts: 0, maximumWatts: 2000),
      "2000 W instead of 2500 W: the trainer holds from 0 to 2000 W."
    ),
    (Target(targetWatts: 2000, askedWatts: 2500), "2000 W instead of 2500 W."),
    (
      Target(targetWatts: 1000, askedWatts: 1500, minimumWatts: 25, maximumWatts: 1000, rangeAssumed: true),
      "1000 W instead of 1500 W: the trainer does not report its range, so 25 to 1000 W is assumed."
    ),
    (Target(targetWatts: 160, askedWatts: 160, minimumWatts: 0, maximumWatts: 2000), "160 W."),
  ])
  func `a clamped target names the trainer's range`(target: Target, text: String) {
    #expect(TargetText.target(target) == text)
  }

  @Test func `a stop names the ride's file`() {
    var ride = Samples.ride
    ride.fileName = "2026-11-21T064512Z.tcx"
    #expect(
      RideLine.stopped(ride, folder: "/var/lib/jz2/rides") == """
        Ride 12: 1:00:00, 1:02:05 elapsed, 149 W, 132 bpm, 538 kJ, 31.40 km.
        File /var/lib/jz2/rides/2026-11-21T064512Z.tcx; `jz2ctl export 12 --output FILE` writes a copy.
        """)
  }
}
