import FitnessGATT
import Testing

struct IndoorBikeDataAssemblerTests {
  private let first = part { $0.instantaneousPowerWatts = 150 }
  private let second = part { $0.heartRateBpm = 120 }
  private let last = part { $0.instantaneousSpeed = Speed(kmh: 30) }

  @Test func wholeRecordPassesStraightThrough() {
    var assembler = IndoorBikeDataAssembler()
    let whole = first.merging(last)
    #expect(assembler.add(whole) == [whole])
    #expect(assembler.add(whole) == [whole])
    #expect(assembler.pending == nil)
  }

  @Test func partsBecomeOneRecordWhenTheSpeedArrives() {
    var assembler = IndoorBikeDataAssembler()
    #expect(assembler.add(first) == [])
    #expect(assembler.add(second) == [])
    #expect(assembler.pending == first.merging(second))
    let records = assembler.add(last)
    #expect(records == [first.merging(second).merging(last)])
    #expect(records.first?.isPartial == false)
    #expect(assembler.pending == nil)
  }

  @Test func machineThatAlwaysSaysMoreDataGetsARecordForEachNotificationButTheLast() {
    var assembler = IndoorBikeDataAssembler()
    #expect(assembler.add(first) == [])
    for watts in Int16(151)...160 {
      let records = assembler.add(part { $0.instantaneousPowerWatts = watts })
      #expect(records == [part { $0.instantaneousPowerWatts = watts - 1 }])
    }
    #expect(assembler.pending?.instantaneousPowerWatts == 160)
  }

  @Test func recordThatLostItsEndIsHandedOutBeforeTheNext() {
    var assembler = IndoorBikeDataAssembler()
    _ = assembler.add(first)
    let next = part {
      $0.instantaneousPowerWatts = 200
      $0.instantaneousSpeed = Speed(kmh: 31)
    }
    #expect(assembler.add(next) == [first, next])
  }

  @Test func partWithoutFieldsHoldsNothing() {
    var assembler = IndoorBikeDataAssembler()
    #expect(assembler.add(IndoorBikeData()) == [])
    #expect(assembler.pending == nil)
  }
}

private func part(_ fill: (inout IndoorBikeData) -> Void) -> IndoorBikeData {
  var data = IndoorBikeData()
  fill(&data)
  return data
}
