import ArgumentParser
import Rides
import Testing

@testable import jz2ctl

@Suite struct QuantityTests {
  @Test(arguments: ["160", "160W", "160 w", "160 Watts", "160watt", "160.0"])
  func `watts are read with and without their unit`(text: String) throws {
    #expect(try Quantity.watts.whole(text) == 160)
    #expect(WattsArgument(text) == .absolute(160))
    #expect(WattsSpanArgument(argument: text)?.from == 160)
  }

  @Test(arguments: [
    ("120-140", 120, 140), ("120 - 140", 120, 140), ("120–140", 120, 140), ("120-140bpm", 120, 140),
    ("120bpm-140 bpm", 120, 140), ("120 - 140 ppm", 120, 140),
  ])
  func `a range of heart rates is read with blanks, dashes and units`(text: String, from: Int, to: Int) {
    #expect(HeartRateRangeArgument(argument: text)?.range == from...to)
  }

  @Test(arguments: [
    ("75", 75), ("75kg", 75), ("72,5 kg", 72.5), ("165lb", 74.84), ("165lbs", 74.84), ("165 LBS", 74.84),
  ])
  func `a weight is read in kilograms and in pounds`(text: String, kilograms: Double) throws {
    let weight = try #require(WeightArgument(argument: text))
    #expect(abs(weight.kilograms - kilograms) < 0.01)
  }

  @Test func `a change of watts or percent has a sign and may have a unit`() {
    #expect(WattsArgument("+5W") == .change(5) && WattsArgument("-5 w") == .change(-5))
    #expect(BiasArgument("+5%") == .change(5) && BiasArgument("5 %") == .absolute(5))
    #expect(WattsArgument("FREE") == .free)
  }

  @Test(arguments: [
    "", "W", "-", "160 kg", "160bpm", "1e3", "150.5.5", "--5", "٣", "150-160-170", "nan", "1234567890123",
  ])
  func `text that is not watts is refused`(text: String) {
    #expect(Quantity.watts.numbers(text) == nil)
    #expect(WattsArgument(text) == nil)
    #expect(throws: ValidationError.self) { try Quantity.watts.whole(text) }
  }
}

@Suite struct TypedWordsTests {
  private func parsed(_ line: String) -> String {
    TypedWords(line.split(separator: " ").map(String.init)) { VerbTree(of: JZ2Ctl.self) }.parsed.joined(separator: " ")
  }

  @Test(arguments: [
    ("start 150 W 60 min", "start 150W 60min"), ("watts 160 W", "watts 160W"), ("watts +5 W", "watts +5W"),
    ("settings --ftp 250 W", "settings --ftp 250W"), ("settings --zone2 120 - 140", "settings --zone2 120-140"),
    ("settings --zone2 120- 140 bpm", "settings --zone2 120-140bpm"), ("extend 500 m", "extend 500m"),
    ("plan add mix --timer 10 min --watts 150 W", "plan add mix --timer 10min --watts 150W"),
    ("start over 5 km", "start over 5 km"), ("rename 12 W", "rename 12 W"), ("note 12 m", "note 12 m"),
  ])
  func `a unit after a blank belongs to its number`(line: String, words: String) { #expect(parsed(line) == words) }

  @Test(arguments: [
    ("settings ftp 250", "settings --ftp 250"), ("settings FTP 250 W", "settings --ftp 250W"),
    ("settings zone2 120-140 weight 75", "settings --zone2 120-140 --weight 75"),
    ("settings --json max-heart-rate 185", "settings --json --max-heart-rate 185"),
    ("settings --clear ftp weight", "settings --clear ftp weight"), ("settings", "settings"),
    ("settings --zones zone2", "settings --zones zone2"),
  ])
  func `a setting needs no hyphens`(line: String, words: String) { #expect(parsed(line) == words) }

  @Test(arguments: [
    ("show -1", "show last-1"), ("--json show -2", "--json show last-2"), ("show --link -1", "show --link last-1"),
    ("chart -3 --width 80", "chart last-3 --width 80"), ("chart --width -3", "chart --width -3"),
    ("start --like -1", "start --like last-1"), ("watts -5", "watts -5"), ("bias -5", "bias -5"),
    ("extend -1:00", "extend -1:00"), ("rename -- -1", "rename -- -1"),
  ])
  func `a negative number in the place of a ride counts from the newest one`(line: String, words: String) {
    #expect(parsed(line) == words)
  }
}
