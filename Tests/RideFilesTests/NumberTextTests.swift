import Rides
import Testing

@testable import RideFiles

@Suite struct NumberTextTests {
  private static func exactly(_ value: Double) -> String {
    var text = TextBuffer(capacity: 0)
    text.append(exactly: value)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "0", "-0", "26.0", "142.35", "6.590000152587891", "52.15776275843382", "-20.200000762939453", "1e3", "1.5E-3", "+7",
    ".5", "5.", "9007199254740993", "0.1000000000000000055511151231257827", "1e22", "1e23", "1e-22", "123456789e-30",
    "179769313486231570000000000000000000000", "4.9e-324", "1e-400", "0000000000000000000000000000012.50",
    "18446744073709551616", "99999999999999999999999999",
  ])
  func `a decimal number is read to the nearest value`(_ text: String) {
    #expect(DecimalText.value(Array(text.utf8).span) == Double(text))
  }

  @Test(arguments: [
    "", " ", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "NaN", "INF", "-INF", "inf", "1,5", "1 2", "١",
  ])
  func `text that is not a decimal number gives nil`(_ text: String) {
    #expect(DecimalText.value(Array(text.utf8).span) == nil)
  }

  @Test func `a decimal number that is too large is read as infinity`() {
    #expect(DecimalText.value(Array("1e999".utf8).span) == .infinity)
    #expect(DecimalText.value(Array("-1e99999999999999999999".utf8).span) == -.infinity)
  }

  @Test(arguments: [
    (26.0, "26"), (-0.0, "0"), (142.35, "142.35"), (-20.200000762939453, "-20.200000762939453"), (5e-05, "0.00005"),
    (-1.25e-07, "-0.000000125"), (1e16, "10000000000000000"), (1.5e300, "15" + String(repeating: "0", count: 299)),
    (.nan, "0"), (.infinity, "0"), (123_456_789.125, "123456789.125"), (0.1 + 0.2, "0.30000000000000004"),
  ])
  func `a number is written in the shortest form without an exponent`(_ value: Double, _ text: String) {
    #expect(Self.exactly(value) == text)
  }

  @Test func `a number written exactly reads back the same`() {
    var value = 1e-300
    while value < 1e308 {
      for number in [value, -value, value.nextUp, value * 1.1] {
        #expect(DecimalText.value(Array(Self.exactly(number).utf8).span) == number)
      }
      value *= 17.3
    }
  }
}
