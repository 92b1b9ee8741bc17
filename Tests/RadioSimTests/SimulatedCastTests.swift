import RadioSim
import Testing

@Suite struct SimulatedCastTests {
  private func flaw(of words: String) -> SimulatedCast.Flaw? {
    do throws(SimulatedCast.Flaw) {
      _ = try SimulatedCast(words: words)
      return nil
    } catch { return error }
  }

  @Test(arguments: SimulatedCast.Trainer.allCases)
  func `a cast has the named trainer`(_ trainer: SimulatedCast.Trainer) throws {
    var cast = SimulatedCast()
    cast.trainer = trainer
    #expect(try SimulatedCast(words: trainer.rawValue) == cast)
  }

  @Test func `a cast has the named sensors and fan in addition to the trainer, in any order`() throws {
    let cast = try SimulatedCast(words: "headwind,meter-4,snap,cadence")
    #expect(cast.trainer == .snap && cast.hasCadenceSensor && cast.hasHeadwind && cast.meterPercent == -4)
  }

  @Test func `a cast without a trainer's name has the KICKR`() throws {
    #expect(try SimulatedCast(words: "cadence").trainer == .kickr)
  }

  @Test(arguments: [("meter-20", -20), ("meter+0", 0), ("meter-0", 0), ("meter+20", 20)])
  func `a meter deviates by the percentage in its name`(_ word: String, _ percent: Int) throws {
    #expect(try SimulatedCast(words: word).meterPercent == percent)
  }

  @Test(arguments: ["", "kickr,", "treadmill", "meter", "meter4", "meter-21", "meter+21", "meter+4.5", "meter--4"])
  func `an unknown device name is refused`(_ words: String) {
    let word = words.split(separator: ",", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    #expect(flaw(of: words) == .unknown(word))
  }

  @Test func `several trainers are refused with an error that names them`() throws {
    let found = try #require(flaw(of: "snap,cadence,neo2t"))
    #expect(found == .several(["snap", "neo2t"]))
    #expect("\(found)".contains("snap, neo2t"))
  }

  @Test func `several meters are refused`() {
    #expect(flaw(of: "meter-4,meter+4") == .several(["meter-4", "meter+4"]))
  }
}
