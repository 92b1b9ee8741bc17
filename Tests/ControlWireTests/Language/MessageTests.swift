import ControlWire
import Testing

/// Texts with numbered placeholders, in a language.
@Suite struct MessageTests {
  private static let german = Translation(.german) { english, _ in
    ["{1} of {2}.": "Von {2} sind es {1}.", "{1} of {1}": "{1}"][english]
  }

  private func german<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Translation.$current.withValue(Self.german, operation: body)
  }

  @Test func `a message is English if no translation is selected`() {
    #expect(String(localized: "\(1) of \("all").") == "1 of all.")
  }

  @Test func `a translation may change the order of the values`() {
    let text = german { String(localized: "\(1) of \("all").") }
    #expect(text == "Von all sind es 1.")
  }

  @Test func `a message missing from the translation is shown in English`() {
    let text = german { String(localized: "\(1) is left.") }
    #expect(text == "1 is left.")
  }

  @Test func `joined messages are translated as one`() {
    let message: Message = "\(1) of " + "\(2)."
    #expect(message.pattern == "{1} of {2}.")
    let text = german { String(localized: message) }
    #expect(text == "Von 2 sind es 1.")
  }

  @Test func `braces in a value are not placeholders`() {
    #expect(String(localized: "\("{2}") of \("{1}{").") == "{2} of {1}{.")
    let text = german { String(localized: "\("{2}") of \("{").") }
    #expect(text == "Von { sind es {2}.")
  }

  @Test func `braces that are not placeholders are kept`() {
    #expect(String(localized: "{} {x} {\(1)} {") == "{} {x} {1} {")
  }

  @Test func `numbers have the reader's decimal separator`() {
    #expect(Translation.decimalSeparator == ".")
    let separator = german { Translation.decimalSeparator }
    #expect(separator == ",")
  }

  @Test func `a message keeps the language in which it was created`() {
    let explanation = german { Explanation("\(1) of \(2).", remedy: "Ride on.") }
    #expect(explanation == Explanation("Von 2 sind es 1.", remedy: "Ride on."))
  }
}
