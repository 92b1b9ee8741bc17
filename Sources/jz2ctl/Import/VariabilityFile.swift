import ControlWire
import HealthExport
import RideText
import Rides
import TrainerClient

/// A file of heart rate variability.
enum VariabilityFile {
  /// Daily values of an HRV app.
  case mornings(DailyMornings)
  /// Intervals between beats, one a line.
  case intervals(String)

  /// In bytes: thirty years of daily values.
  private static let longestFile = 16 << 20

  /// Reads a whole file.
  init(_ pieces: Pieces, _ time: LocalTime) throws(ImportFailure) {
    let tooLong = ImportFailure.refused(.measurementRefused(MeasurementFault(.tooLong)))
    guard let bytes = try PieceReader.all(of: pieces, upTo: Self.longestFile) else { throw tooLong }
    let text = String(decoding: bytes, as: UTF8.self)
    if let mornings = DailyMornings(csv: text, moment: { time.moment(onDay: $0, second: $1) }) {
      self = .mornings(mornings)
    } else {
      guard bytes.count <= Limits.intervalsTextBytes else { throw tooLong }
      self = .intervals(text)
    }
  }
}

extension DailyMornings {
  /// How many measurements a message takes: each has less than 500 bytes.
  private static let mostOfMessage = 1000

  /// Has the mornings stored.
  func store(with daemon: some DaemonConnection) throws(ImportFailure) -> ImportedMornings {
    var result = ImportedMornings(stored: BodyImported.Counts(), leftOut: leftOut)
    for start in stride(from: 0, to: measurements.count, by: Self.mostOfMessage) {
      let call = ImportBody(measurements: Array(measurements[start...].prefix(Self.mostOfMessage)))
      let counts = try ImportFailure.asked { () throws(ControlError) in try daemon.call(call) }.measurements
      result.stored = result.stored + counts
    }
    return result
  }
}

/// What `hrv import --json` prints of daily values.
struct ImportedMornings: Encodable {
  var stored: BodyImported.Counts
  /// How many lines had no day, or no value that a heart can have.
  let leftOut: Int

  var text: String {
    HRVText.imported(
      added: stored.added + stored.replaced, known: stored.unchanged, leftOut: leftOut + stored.refused)
  }
}
