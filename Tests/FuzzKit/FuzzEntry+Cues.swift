import RideCues

extension FuzzEntry {
  /// The administrator's file of jz2cue, or the bytes from an input device.
  package static let cues = FuzzEntry(
    name: "cues",
    seeds: {
      [
        Array("[device]\nname=AB Shutter3*\nKEY_VOLUMEUP=watts +10\n704=none\n[sound]\nbeeps=yes\nvoice=de\n".utf8),
        Array("# a button\n[device]\npath=/dev/input/event0\nBTN_LEFT = stop\r\n; end\n".utf8),
        [UInt8](repeating: 0, count: 16) + [1, 0, 115, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 24)
          + [UInt8](repeating: 0, count: 16) + [0, 0, 3, 0, 0, 0, 0, 0],
      ]
    },
    run: { input in
      do throws(CueConfiguration.Fault) {
        _ = try CueConfiguration(text: String(decoding: input, as: UTF8.self))
      } catch {
        try promise("\(error) names a line of the file", error.line.map { $0 > 0 } ?? false)
      }
      for layout in [KeyEvents.Layout.long64, .long32] {
        var (whole, pieces) = (KeyEvents(layout), KeyEvents(layout))
        let split = input.count / 3
        let parts = pieces.decode(input[..<split]) + pieces.decode(input[split...])
        try promise("what comes in pieces is the same", whole.decode(input) == parts)
      }
    })
}
