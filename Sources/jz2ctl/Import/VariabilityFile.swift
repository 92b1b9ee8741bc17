import ControlWire
import HealthExport
import RideText
import Rides
import TrainerClient

/// A file of heart rate variability.
enum VariabilityFile {
  /// Daily values of an HRV app.
  case mornings(DailyMornings)
  /// Intervals between beats, one per line.
  case intervals(String)

  /// The maximum size, in bytes: thirty years of daily values.
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
  /// The number of measurements in one message; each has less than 500 bytes.
  private static let mostOfMessage = 1000

  /// Stores the mornings in the daemon.
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

/// The output of `import --json` for daily values.
struct ImportedMornings: Encodable {
  var stored: BodyImported.Counts
  /// The number of lines without a day, or without a plausible value.
  let leftOut: Int

  var text: String {
    HRVText.imported(
      added: stored.added + stored.replaced, known: stored.unchanged, leftOut: leftOut + stored.refused)
  }
}
