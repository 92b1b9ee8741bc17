import Glibc
package import RideCues

/// A beep as a WAV file.
package struct ToneWave: Hashable, Sendable {
  /// Samples a second; sound cards support this rate.
  private static let rate = 24_000
  /// Length of the rise and of the fall, in samples; without them the beep would click.
  private static let slope = rate / 200
  private static let loudness = 0.6 * Double(Int16.max)

  /// The file: one channel of 16 bits.
  package let bytes: [UInt8]

  package init(_ tone: Tone) {
    let count = Self.rate * tone.milliseconds / 1000
    let turn: Double = 2 * Double.pi * tone.hertz / Double(Self.rate)
    var samples: [UInt8] = []
    for index in 0..<count {
      let nearestEnd = min(index, count - 1 - index)
      let share = min(1, Double(nearestEnd) / Double(Self.slope))
      let height: Double = sin(turn * Double(index)) * share * Self.loudness
      samples += Self.little(Int16(height))
    }
    bytes = Self.header(dataBytes: UInt32(samples.count)) + samples
  }

  /// The 44 bytes before the samples: "Multimedia Programming Interface and Data Specifications 1.0", PCM.
  private static func header(dataBytes: UInt32) -> [UInt8] {
    var header = Array("RIFF".utf8)
    header += little(36 + dataBytes)
    header += Array("WAVEfmt ".utf8)
    header += little(UInt32(16))
    // PCM, one channel.
    header += little(UInt16(1))
    header += little(UInt16(1))
    header += little(UInt32(rate))
    header += little(UInt32(2 * rate))
    header += little(UInt16(2))
    header += little(UInt16(16))
    header += Array("data".utf8)
    return header + little(dataBytes)
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
