import BluetoothLE
import Captures
import Testing

@Suite struct JSONLinesTests {
  private func capture(_ text: String) -> Capture { Capture(decoding: Array(text.utf8)) }

  @Test func `JSON lines become events`() {
    let text = """
      {"t": 12.5, "dir": "notify", "uuid": "2AD2", "hex": "0a0B"}

      {"hex":"05","uuid":"1826/2ad9","dir":"write","t":13,"note":{"a":[1,-2.5e3,"\\u00e9\\ud83d\\ude00\\n"]}}\r
      {"t": 13.25, "dir": "indicate", "uuid": "2AD9", "hex": "800501", "x": null, "y": [], "z": {}}
      {"t": 14, "dir": "read", "uuid": "00002a00-0000-1000-8000-00805f9b34fb", "hex": ""}
      """
    let capture = capture(text)
    #expect(capture.failure == nil)
    let point = CaptureAttribute.characteristic(.fitnessMachineControlPoint)
    let expected: [CaptureEvent.Kind] = [
      .notified(.characteristic(.indoorBikeData), value: [0x0A, 0x0B]),
      .written(point, value: [0x05], withResponse: true), .indicated(point, value: [0x80, 0x05, 0x01]),
      .read(.characteristic(CharacteristicID(0x1800, 0x2A00)), value: []),
    ]
    #expect(capture.events.map(\.kind) == expected)
    #expect(capture.events.map(\.time) == [.zero, .milliseconds(500), .milliseconds(750), .milliseconds(1500)])
    #expect(capture.duration == .milliseconds(1500))
  }

  @Test func `heart rate in JSON lines belongs to its own device`() {
    let capture = capture(
      """
      {"t": 0, "dir": "notify", "uuid": "2AD2", "hex": "00"}
      {"t": 0, "dir": "notify", "uuid": "2A37", "hex": "0050"}
      """)
    #expect(capture.devices.map(\.address) == [Capture.jsonTrainer, Capture.jsonStrap])
    #expect(capture.devices.map(\.characteristics) == [[.indoorBikeData], [.heartRateMeasurement]])
  }

  @Test func `an unknown characteristic in JSON lines keeps its UUID`() {
    let capture = capture(#"{"t": 0, "dir": "notify", "uuid": "FE01", "hex": "00"}"#)
    #expect(capture.events.map(\.kind.attribute) == [.uuid(BluetoothUUID(0xFE01))])
  }

  @Test(arguments: [
    #"{"t": 1, "dir": "shout", "uuid": "2AD2", "hex": "00"}"#, #"{"t": 1, "dir": "read", "uuid": "2AD", "hex": "00"}"#,
    #"{"t": 1, "dir": "read", "uuid": "2AD2", "hex": "0"}"#, #"{"t": 1, "dir": "read", "uuid": "2AD2", "hex": "0g"}"#,
    #"{"t": "1", "dir": "read", "uuid": "2AD2", "hex": "00"}"#, #"{"dir": "read", "uuid": "2AD2", "hex": "00"}"#,
    #"{"t": 1e30, "dir": "read", "uuid": "2AD2", "hex": "00"}"#, #"{"t": 1e999, "x": 0}"#, "{", "[]", "nonsense",
    #"{"t": 01}"#, #"{"t": 1,}"#, #"{"t": 1} 2"#, #"{"t": .5}"#, #"{"t": "\q"}"#, #"{"t": "\ud800"}"#, #"{"t": nul}"#,
    #"{"t": +1}"#, #"{'t': 1}"#, "{\"t\": \"\u{1}\"}", #"{"t"#, #"{"t": [1,2}"#,
  ]) func `an invalid JSON line is reported`(_ line: String) {
    let good = #"{"t": 0, "dir": "notify", "uuid": "2AD2", "hex": "00"}"#
    let capture = capture("\(good)\n\(line)\n\(good)\n")
    #expect(capture.events.count == 1)
    #expect(capture.failure?.code == .lineMalformed)
    #expect(capture.failure?.line == 2)
    #expect((capture.failure?.offset ?? 0) >= good.utf8.count + 1)
  }

  @Test func `deep nesting in JSON lines is refused`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(capture(#"{"x": \#(deep)"#).failure?.code == .lineMalformed)
  }
}
