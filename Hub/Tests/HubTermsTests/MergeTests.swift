import HubTerms
import Testing

/// The outcome of a workout from a client: the conflict table of §6.
@Suite struct MergeTests {
  private func ride(
    _ id: String = "a", start: Int = 0, seconds: Int = 3600, meters: Double = 30_000, source: String = "jz2d",
    kilocalories: Double? = 600, beats: Double? = 130, base: Int? = nil
  ) -> Workout {
    let begin = Instant(milliseconds: 1_795_000_000_000).advanced(bySeconds: start)
    return Workout(
      clientID: id, start: begin, end: begin.advanced(bySeconds: seconds), durationSeconds: seconds,
      distanceMeters: meters, energyBurnedKcal: kilocalories, averageHeartRate: beats, source: source,
      baseVersion: base)
  }

  private func kept(_ workout: Workout, version: Int = 1) -> KeptWorkout {
    KeptWorkout(serverID: "s", workout: workout, version: version)
  }

  @Test func `an unknown ride is created`() {
    #expect(MergeOutcome(ride(), known: nil, others: []) == .created)
  }

  @Test func `an identical ride is unchanged`() {
    let known = kept(ride(meters: 30_000.4, kilocalories: 600.4))
    #expect(MergeOutcome(ride(), known: known, others: []) == .unchanged(known))
  }

  @Test(arguments: [
    (1, 3600, 30_000.0, "jz2d"), (0, 3601, 30_000, "jz2d"), (0, 3600, 30_001, "jz2d"), (0, 3600, 30_000, "watch"),
  ])
  func `different data is a conflict that keeps the server's ride`(
    _ start: Int, _ seconds: Int, _ meters: Double, _ source: String
  ) {
    let known = kept(ride())
    let sent = ride(start: start, seconds: seconds, meters: meters, source: source)
    #expect(MergeOutcome(sent, known: known, others: []) == .conflict(.dataMismatch, known))
  }

  @Test func `a change is stored only if it is based on the server's version`() {
    let known = kept(ride(), version: 3)
    #expect(MergeOutcome(ride(meters: 1, base: 3), known: known, others: []) == .updated(known))
    #expect(MergeOutcome(ride(meters: 1, base: 2), known: known, others: []) == .conflict(.serverNewer, known))
  }

  @Test(arguments: [(601.0, 130.0), (600, 131), (600, nil)])
  func `a different energy or heart rate is an update`(_ kilocalories: Double, _ beats: Double?) {
    let known = kept(ride(), version: 3)
    let sent = ride(kilocalories: kilocalories, beats: beats, base: 3)
    #expect(MergeOutcome(sent, known: known, others: []) == .updated(known))
  }

  @Test(arguments: [-60, 0, 60]) func `a ride that two Pis recorded is a duplicate`(_ start: Int) {
    let twin = kept(ride("b"))
    #expect(MergeOutcome(ride(start: start), known: nil, others: [twin]) == .conflict(.duplicateStartTime, twin))
  }

  @Test func `a ride that starts more than a minute later is a new ride`() {
    #expect(MergeOutcome(ride(start: 61), known: nil, others: [kept(ride("b"))]) == .created)
  }

  @Test func `a ride that is restarted within a minute is a new ride`() {
    let broken = kept(ride("b", seconds: 20))
    #expect(MergeOutcome(ride(start: 45), known: nil, others: [broken]) == .created)
  }
}
