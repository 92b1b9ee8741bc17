import Foundation
import Rides
import TestKit

@testable import RideFiles

/// A FIT file built byte by byte, for content that the encoder does not write.
struct FITFile {
  /// A field: its number, its base type, and its value in as many bytes as the type has.
  struct Field {
    var number: UInt8
    var type: FITBaseType
    var value: UInt64

    init(_ number: UInt8, _ type: FITBaseType, _ value: UInt64) {
      self.number = number
      self.type = type
      self.value = value
    }
  }

  var messages: [UInt8] = []
  var isBigEndian = false

  /// 2021-09-08T01:46:40Z in FIT's seconds; its lower five bits are 0.
  static let start: UInt64 = 1_000_000_000

  /// An activity with only its `file_id`.
  static var empty: Self {
    var file = Self()
    file.add(0, [Field(0, .enumeration, 4), Field(4, .uint32, start)])
    return file
  }

  /// Three seconds of heart rate.
  static var short: Self {
    var file = empty
    for second in 0..<3 { file.record(UInt64(second), heartRate: 100 + UInt64(second)) }
    return file
  }

  /// Adds a definition and a message with local type `local`.
  mutating func add(_ number: UInt16, _ fields: [Field], local: UInt8 = 0) {
    define(number, fields, local: local)
    messages.append(local)
    for field in fields { append(field.value, field.type.size) }
  }

  mutating func define(_ number: UInt16, _ fields: [Field], local: UInt8 = 0) {
    messages += [0x40 | local, 0, isBigEndian ? 1 : 0]
    append(UInt64(number), 2)
    messages.append(UInt8(fields.count))
    for field in fields { messages += [field.number, UInt8(field.type.size), field.type.rawValue] }
  }

  mutating func record(_ second: UInt64, heartRate: UInt64) {
    add(20, [Field(253, .uint32, Self.start + second), Field(3, .uint8, heartRate)])
  }

  mutating func timer(_ second: UInt64, _ type: UInt64) {
    add(21, [Field(253, .uint32, Self.start + second), Field(0, .enumeration, 0), Field(1, .enumeration, type)])
  }

  mutating func append(_ value: UInt64, _ size: Int) {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    messages += isBigEndian ? bytes.reversed() : bytes
  }

  /// Returns the file with its header and checksum.
  func bytes(headerSize: Int = 14, protocolVersion: UInt8 = 0x20, dataSize: Int? = nil) -> [UInt8] {
    let size = UInt32(dataSize ?? messages.count)
    var header: [UInt8] = [UInt8(headerSize), protocolVersion, 0, 0]
    header += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array(".FIT".utf8)
    if headerSize == 14 { header += Self.checksum(header) }
    return header + messages + Self.checksum(header + messages)
  }

  static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    let value = FITChecksum(of: bytes).value
    return [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
  }
}

/// Reads a file in pieces of `size` bytes.
func decodeFIT(
  _ bytes: [UInt8], pieces size: Int = .max, limits: ImportLimits = ImportLimits()
) throws(FileFault) -> RideRecord {
  var decoder = FITDecoder(limits: limits)
  var rest = bytes[...]
  while !rest.isEmpty {
    try decoder.feed(rest.prefix(size))
    rest = rest.dropFirst(size)
  }
  return try decoder.finish().rides[0]
}

/// Returns the error of a file; nil if it is accepted.
func refusal(of bytes: [UInt8], limits: ImportLimits = ImportLimits()) -> FileFault? {
  do throws(FileFault) {
    _ = try decodeFIT(bytes, limits: limits)
    return nil
  } catch {
    return error
  }
}

/// Imports a whole file, read in pieces of `size` bytes.
func importFIT(_ bytes: [UInt8], pieces size: Int = .max) throws(FileFault) -> ImportedFile {
  var decoder = FITDecoder()
  var rest = bytes[...]
  while !rest.isEmpty {
    try decoder.feed(rest.prefix(size))
    rest = rest.dropFirst(size)
  }
  return try decoder.finish()
}

/// The same five seconds as in `goldenTCX`: one line for each definition and each message.
///
/// Garmin's SDK and fitdecode read it as intended (`FITToolsTests`).
let goldenFIT = hexadecimal(
  """
  0e10e252100200002e46495401b6 # Header: 528 bytes of messages follow.
  40000000000600010001028402028403048c040486080507
  0004ff000000ba11dafcf8f163456a7a326400 # file_id
  410000310001000284
  016600 # file_creator
  420000170007fd048600010202028403048c0402840502841b0507
  02f8f1634500ff00ba11dafc000066006a7a326400 # device_info
  430000150003fd0486000100010100
  03f8f163450000 # event: start
  440000140006fd0486050486070284030102040102060284
  4500004e0001000a84
  04f8f163453e0300009500ff586c20 # record
  04f9f1634590060000980079583421 # record
  05f001ffffffffffffffff # hrv: 508/1024 s
  03faf163450004 # event: stop_all
  03fbf163450000 # event: start
  04fbf1634590060000ffff7bffffff # record
  04fcf16345b109000000007c00401f # record
  03fdf163450004 # event: stop_all
  460000130015fd0486fe02840001000101000204861901001801001701000704860804860904860b02840d02840e02840f01
  02100102110102120102130284140284290486
  06fdf1634500000901f8f1634502070088130000a00f0000b10900000000391834217b7c3b58640098002d010000 # lap
  470000120017fd0486fe02840001000101000204860501000601001902841a02841c01000704860804860904860b02840e02
  840f0284100102110102120102130102140284150284300486
  07fdf1634500000801f8f163450206000001000088130000a00f0000b10900000000391834217b7c3b58640098002d010000 # session
  480000220006fd0486000486010284020100030100040100
  08fdf16345a00f00000100001a01 # activity
  2ecb # Checksum
  """)

/// Parses bytes that are written as pairs of digits; text after `#` is a comment.
func hexadecimal(_ text: String) -> [UInt8] {
  let digits = text.split(separator: "\n").flatMap { $0.prefix { $0 != "#" }.compactMap(\.hexDigitValue) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// FIT files of other programs, stored next to the project during development.
enum SharedFIT {
  /// 38 minutes on a trainer in five laps, from a Garmin Edge 800.
  static let indoorTrainer = SharedMaterial.file("activities/sample-activity-indoor-trainer.fit")
  /// Five seconds with RR intervals.
  static let sample = SharedMaterial.file("fixtures/sample.fit")
  static let files = [indoorTrainer, sample]
  static var exist: Bool { SharedMaterial.has(files) }
}
