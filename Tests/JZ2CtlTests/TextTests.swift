import ControlWire
import FitnessGATT
import Testing

@testable import jz2ctl

@Suite struct TextTests {
  @Test(arguments: [(0, "0:00"), (59, "0:59"), (600, "10:00"), (3599, "59:59"), (3723, "1:02:03"), (-4, "0:00")])
  func timesAreReadAsOnAWatch(seconds: Int, text: String) {
    #expect("\(ClockTime(seconds))" == text)
  }

  @Test(arguments: [
    (31.44, 1, "31.4"), (31.45, 1, "31.5"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-1.26, 1, "-1.3"), (0.05, 2, "0.05"),
    (149.5, 0, "150"), (.infinity, 1, "?"), (.nan, 0, "?"),
  ])
  func figuresAreRounded(value: Double, decimals: Int, text: String) {
    #expect(Figure.text(value, decimals: decimals) == text)
  }

  @Test(arguments: [(60, "60"), (2.5, "2.5"), (0.05, "0.05"), (100, "100")])
  func shortFiguresHaveNoIdleZeros(value: Double, text: String) {
    #expect(Figure.short(value) == text)
  }

  @Test func namesFromTheAirCannotSteerTheTerminal() {
    let device = Device(address: "A", name: "\u{1B}[2Jx\u{202E}", kinds: [.trainer], rssi: -50, known: false)
    #expect(DeviceText.heard([device]).hasSuffix("A        -50 dBm  trainer  ?[2Jx?"))
  }

  @Test func theStrongestDeviceComesFirst() {
    let devices = [
      Device(address: "C0:FF:EE:00:00:02", name: "TICKR", kinds: [.heartRate], rssi: -71, known: true),
      Device(address: "C0:FF:EE:00:00:01", name: nil, kinds: [.trainer, .heartRate], rssi: -48, known: false),
    ]
    #expect(
      DeviceText.heard(devices) == """
        Address             Signal  Kind                 Name
        C0:FF:EE:00:00:01  -48 dBm  trainer, heart rate  -
        C0:FF:EE:00:00:02  -71 dBm  heart rate           TICKR  in use
        """)
  }

  @Test func anAddressThatChangesIsSaidToAndHowToHaveOneThatStays() {
    let strap = Device(
      address: "7F:00:00:00:00:02", name: "Watch", kinds: [.heartRate], rssi: -71, known: false, addressChanges: true)
    let pairing = """
      7F:00:00:00:00:02 is another address in a quarter of an hour, and the device is not found by it then.
      Pair with it first, `bluetoothctl pair 7F:00:00:00:00:02`, and `jz2ctl scan` shows the address that stays.
      """
    #expect(
      DeviceText.heard([strap]) == """
        Address             Signal  Kind        Name
        7F:00:00:00:00:02  -71 dBm  heart rate  Watch  its address changes
        """ + "\n" + pairing)
    #expect(DeviceText.chosen(strap).hasSuffix("heart-rate strap.\n" + pairing))
  }

  @Test(arguments: [
    (RideStatus.Easing.heartRate, "100 W (eased from 200 W: heart rate above its limit)"),
    (.dfa, "100 W (eased from 200 W: DFA alpha-1 is low)"), (.legs, "100 W (eased from 200 W: cadence collapsed)"),
    (.noHeartRate, "100 W (eased from 200 W: no heart rate)"), (.ramp, "100 W (on its way to 200 W)"),
    (.range, "100 W (200 W is beyond the trainer)"),
  ])
  func aTargetThatIsNotTheWantedOneSaysWhy(easing: RideStatus.Easing, text: String) {
    var status = Samples.eased
    status.ride?.easedBy = easing
    #expect(StatusText.full(status).hasPrefix("Riding: ride 12 at \(text).\n"))
  }

  @Test func aStatusInAPauseSaysWhatComesAfterIt() {
    var status = Samples.riding
    status.phase = .paused
    status.ride?.targetWatts = nil
    status.ride?.wantedWatts = 150
    #expect(StatusText.full(status).hasPrefix("Paused: ride 12, 150 W when it goes on.\n"))
  }

  @Test func aBiasOfASteadyRideIsInItsStatus() {
    var status = Samples.riding
    status.ride?.biasPercent = -5
    #expect(StatusText.full(status).hasPrefix("Riding: ride 12 at 150 W, bias -5 %.\n"))
    #expect(StatusLine.text(status).contains("bias=-5%"))
  }

  @Test func aStepOfASteadyRideSpeaksOfNoIntervals() {
    var interval = IntervalStatus(number: 1, end: .timer, timerSeconds: 60)
    (interval.remainingSeconds, interval.watts) = (433, 158)
    var plan = PlanStatus(intervals: 1, interval: interval, biasPercent: 5, share: 0.1)
    #expect(IntervalText.standing(plan, glyphs: .ascii) == "158 W, 7:13 to go. Bias +5 %.")
    plan.interval?.handWatts = 168
    #expect(IntervalText.standing(plan, glyphs: .ascii) == "168 W, 7:13 to go. Bias +5 %.")
    (plan.name, plan.intervals) = ("mix", 16)
    #expect(
      IntervalText.standing(plan, glyphs: .ascii)
        == "Interval 1 of 16: 168 W by hand (158 W planned), 7:13 to go. Bias +5 %.")
  }

  @Test func aStartSaysTheRideAndItsTarget() {
    let ride = RideStatus(id: 7, targetWatts: 150, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: 3600)
    let started = Started(ride: ride, target: Target(targetWatts: 150, askedWatts: 150))
    #expect(RideText.started(started) == "Ride 7: 1:00:00 at 150 W. Pedal to begin.")
  }

  @Test func aStartSaysWhichPowerOfItsPlanTheTrainerDoesNotHold() {
    let ride = RideStatus(id: 7, targetWatts: 150, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: 3600)
    let unheld = Unheld(interval: 2, watts: 2500, minimumWatts: 25, maximumWatts: 1500)
    let started = Started(ride: ride, target: Target(targetWatts: 150, askedWatts: 150), unheld: unheld)
    #expect(
      RideText.started(started) == """
        Ride 7: 1:00:00 at 150 W. Pedal to begin.
        Interval 2 asks for 2500 W, and the trainer holds from 25 to 1500 W: what it does not hold is ridden with the \
        nearest.
        """)
  }

  @Test func aStartSaysWhichDevicesItTookByItself() {
    let ride = RideStatus(id: 7, targetWatts: 150, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: 3600)
    let target = Target(targetWatts: 150, askedWatts: 150)
    let trainer = RiddenDevice(kind: .trainer, address: "C0:FF:EE:00:00:01", name: "KICKR", reason: .onlyOne)
    let strap = RiddenDevice(kind: .heartRate, address: "C0:FF:EE:00:00:02", name: nil, reason: .onlyKnown)
    #expect(
      RideText.started(Started(ride: ride, target: target, devices: [trainer, strap])) == """
        Trainer: KICKR (C0:FF:EE:00:00:01), the only one in range.
        Heart rate: C0:FF:EE:00:00:02, the only one in range that was used before.
        Ride 7: 1:00:00 at 150 W. Pedal to begin.
        """)
    let alone = Started(ride: ride, target: target, devices: [trainer])
    #expect(RideText.started(alone).contains("\nHeart rate: no strap in range;"))
    #expect(!RideText.started(alone, withHeartRate: false).contains("Heart rate"))
    let chosen = RiddenDevice(kind: .trainer, address: "C0:FF:EE:00:00:01", name: "KICKR", reason: .chosen)
    let usual = Started(ride: ride, target: target, devices: [chosen])
    #expect(RideText.started(usual) == "Ride 7: 1:00:00 at 150 W. Pedal to begin.")
  }

  @Test func whatThereIsToChooseFromStandsInLines() {
    let devices = [
      Device(address: "C0:FF:EE:00:00:01", name: "KICKR", kinds: [.trainer], rssi: -52, known: false),
      Device(address: "C0:FF:EE:00:00:03", name: "SUITO", kinds: [.trainer], rssi: -70, known: false),
    ]
    #expect(
      Refusal(ControlError.several(.trainer, among: devices)).text == """
        Several trainers are in range.
        Address             Signal  Kind     Name
        C0:FF:EE:00:00:01  -52 dBm  trainer  KICKR
        C0:FF:EE:00:00:03  -70 dBm  trainer  SUITO
        Choose yours, `jz2ctl use ADDRESS`, and start again.
        """)
  }

  @Test(arguments: [
    (
      Target(targetWatts: 2000, askedWatts: 2500, minimumWatts: 0, maximumWatts: 2000),
      "2000 W instead of 2500 W: the trainer holds from 0 to 2000 W."
    ),
    (Target(targetWatts: 2000, askedWatts: 2500), "2000 W instead of 2500 W."),
    (Target(targetWatts: 160, askedWatts: 160, minimumWatts: 0, maximumWatts: 2000), "160 W."),
  ])
  func aClampedTargetSaysSo(target: Target, text: String) {
    #expect(RideText.target(target) == text)
  }

  @Test func aStopSaysTheFile() {
    var ride = Samples.ride
    ride.fileName = "2026-11-21T064512Z.tcx"
    #expect(
      RideText.stopped(ride) == """
        Ride 12: 1:00:00, 1:02:05 elapsed, 149 W, 132 bpm, 538 kJ, 31.40 km.
        File 2026-11-21T064512Z.tcx; `jz2ctl export 12 --output FILE` writes a copy.
        """)
  }

  @Test func aStatusSaysWhatIsWrong() {
    #expect(
      StatusText.full(Samples.strapLost) == """
        Riding: ride 12 at 150 W.
        Time        28:47 done, 31:13 to go, 30:02 elapsed
        Trainer     KICKR 1A2B: connected, 148 W, 88 rpm, 31.4 km/h
        Heart rate  TICKR 77F0: connecting, battery 80 %

        Problem: TICKR 77F0 is gone.
                 Moisten its electrodes and see that it sits.
        """)
  }

  @Test func aPauseSaysWhetherPedallingEndsIt() {
    var status = Samples.riding
    status.phase = .paused
    #expect(StatusText.full(status).hasPrefix("Paused: ride 12"))
    status.autoPaused = true
    #expect(StatusText.full(status).hasPrefix("Paused, pedal to go on: ride 12"))
  }

  @Test func anIdleStatusSaysWhatToDo() {
    #expect(
      StatusText.full(Status(phase: .idle)) == """
        Idle.
        Trainer     none chosen; `jz2ctl start` takes the only one
        Heart rate  no strap chosen
        """)
  }

  @Test func aSearchIsSaid() {
    #expect(
      StatusText.full(Status(phase: .connecting)) == """
        Connecting to the trainer.
        Trainer     looking for one
        Heart rate  looking for one
        """)
  }

  @Test func aPipeGetsOneLineAStatus() {
    #expect(
      StatusLine.text(Samples.strapLost)
        == "phase=riding ride=12 timer=28:47 remaining=31:13 elapsed=30:02 target=150W power=148W cadence=87.5rpm "
        + "speed=31.4km/h trainer=connected strap=connecting problems=strapLost")
    #expect(StatusLine.text(Status(phase: .idle)) == "phase=idle")
  }

  @Test func samplesLeaveAbsentFiguresOut() {
    let rows = [
      SampleRow(elapsedSeconds: 0, timerRunning: true, powerWatts: 149.6, targetWatts: 150, cadenceRpm: 87.5),
      SampleRow(elapsedSeconds: 1, timerRunning: false),
    ]
    #expect(
      SampleText.shown(Samples.bareRide, samples: rows, time: Samples.utc) == """
        Ride 3: 1:01, 0 kJ, suspended. Begun 2026-11-20 06:45.

        Elapsed  Timer   Power  Target  Cadence  Heart  Speed  Distance
           0:00  runs    150 W   150 W   88 rpm      -      -         -
           0:01  stands      -       -        -      -      -         -
        """)
  }

  @Test func decodedFieldsStandUnderTheirNames() throws {
    let value = try GATTValueDescription(assignedNumber: 0x2AD2, decoding: [0x44, 0, 0xC4, 9, 0xB4, 0, 0x96, 0])
    let text = DecodedValue.text(value)
    #expect(text.hasPrefix("2AD2 Indoor Bike Data\n"))
    #expect(text.contains("Instantaneous Power"))
    #expect(text.hasSuffix("150 W"))
  }

  @Test func decodedRecordThatWasCutSaysWhere() throws {
    let bytes: [UInt8] = [0xFE, 0x1F] + [UInt8](repeating: 1, count: 18)
    let value = try GATTValueDescription(assignedNumber: 0x2AD2, decoding: bytes)
    #expect(DecodedValue.text(value).hasSuffix("\ncut at 20 bytes: Total Energy at byte 19 takes 2 bytes, 1 left"))
    #expect(Output.line(of: DecodedValue(value)).hasPrefix(#"{"cut":"cut at 20 bytes: Total Energy at byte 19 takes"#))
  }
}
