import ControlWire
import FoundationEssentials
import RideText
import Rides
import TrainerClient

/// A file of nights in JSON.
enum NightsFile {
  /// Stores the nights in the daemon, each separately.
  static func store(_ nights: [Night], with daemon: some DaemonConnection) throws(ControlError) -> ImportedNights {
    var result = ImportedNights()
    for night in nights where night.source == .entered {
      do throws(ControlError) {
        _ = try daemon.call(SetNight(night, replace: true))
        result.stored += 1
      } catch {
        guard error.code == .nightRefused else { throw error }
        result.refused.append(.init(date: night.date, refusal: Refusal(error)))
      }
    }
    let others = nights.filter { $0.source != .entered }
    for start in stride(from: 0, to: others.count, by: Self.nightsOfMessage) {
      let counts = try daemon.call(ImportBody(nights: Array(others[start...].prefix(Self.nightsOfMessage)))).nights
      result.stored += counts.added + counts.replaced + counts.unchanged
      result.refusedOthers += counts.refused
    }
    return result
  }

  /// The number of nights in one message; each has less than 400 bytes.
  private static let nightsOfMessage = 1000

  /// The maximum size, in bytes: some thousand years.
  private static let longestFile = 100 << 20

  /// Reads the nights of a file.
  static func nights(in pieces: Pieces) throws(ImportFailure) -> [Night] {
    guard let bytes = try PieceReader.all(of: pieces, upTo: longestFile) else {
      throw .unreadable(String(localized: "it is longer than \(longestFile >> 20) MiB"))
    }
    do {
      return try JSONDecoder().decode(NightFile.self, from: Data(bytes)).nights
    } catch let error as DecodingError {
      throw .unreadable(error.place)
    } catch {
      throw .unreadable(String(localized: "it is not JSON"))
    }
  }
}

/// The result of importing the nights of a file.
struct ImportedNights: Encodable, Equatable {
  struct Refused: Encodable, Equatable {
    let date: CalendarDay
    let refusal: Refusal
  }

  var stored = 0
  var refused: [Refused] = []
  /// The number of refused nights from other programs.
  var refusedOthers = 0

  /// Whether no night was refused.
  var isWhole: Bool { refused.isEmpty && refusedOthers == 0 }

  var text: String {
    NightText.imported(
      stored, refused: refused.map { ($0.date, "\($0.refusal.message) \($0.refusal.remedy)") }, others: refusedOthers)
  }
}

/// The nights in a file's format.
private struct NightFile: Decodable {
  let nights: [Night]

  private enum CodingKeys: CodingKey {
    case nights, night
  }

  init(from decoder: any Decoder) throws {
    if let list = try? decoder.unkeyedContainer() {
      var list = list
      var nights: [Night] = []
      while !list.isAtEnd { nights.append(try list.decode(WrittenNight.self).night) }
      self.nights = nights
    } else if let container = try? decoder.container(keyedBy: CodingKeys.self), container.contains(.nights) {
      nights = try container.decode([WrittenNight].self, forKey: .nights).map(\.night)
    } else if let container = try? decoder.container(keyedBy: CodingKeys.self), container.contains(.night) {
      // The output of `sleep add --json`.
      nights = [try container.decode(WrittenNight.self, forKey: .night).night]
    } else {
      nights = [try WrittenNight(from: decoder).night]
    }
  }
}

/// A night as written by a person or another program: the keys of `Night`; those that follow from others are optional.
private struct WrittenNight: Decodable {
  let night: Night

  init(from decoder: any Decoder) throws {
    try decoder.refuseOtherKeys(than: Night.CodingKeys.self)
    let container = try decoder.container(keyedBy: Night.CodingKeys.self)
    let to = try container.decodeIfPresent(LocalMoment.self, forKey: .to)
    guard let date = try container.decodeIfPresent(CalendarDay.self, forKey: .date) ?? to?.day else {
      throw DecodingError.dataCorruptedError(
        forKey: .date, in: container, debugDescription: String(localized: "a night without a date"))
    }
    let source = try container.decodeIfPresent(NightSource.self, forKey: .source)
    var night = Night(date: date, source: source ?? .entered, to: to)
    func minutes(_ key: Night.CodingKeys) throws -> Double? { try container.decodeIfPresent(Double.self, forKey: key) }
    for key in container.allKeys {
      switch key {
      case .date, .source, .to: continue
      case .from: night.from = try container.decodeIfPresent(LocalMoment.self, forKey: key)
      case .asleepMinutes: night.asleepMinutes = try minutes(key)
      case .awakeMinutes: night.awakeMinutes = try minutes(key)
      case .deepMinutes: night.deepMinutes = try minutes(key)
      case .remMinutes: night.remMinutes = try minutes(key)
      case .lightMinutes: night.lightMinutes = try minutes(key)
      }
    }
    self.night = night
  }
}

extension Decoder {
  /// Rejects an unknown key, because a misspelt part of a night would be lost.
  fileprivate func refuseOtherKeys<Keys: CodingKey & CaseIterable>(than keys: Keys.Type) throws {
    let written = try container(keyedBy: AnyKey.self)
    guard let unknown = written.allKeys.first(where: { Keys(stringValue: $0.stringValue) == nil }) else { return }
    let known = Keys.allCases.map(\.stringValue).joined(separator: ", ")
    throw DecodingError.dataCorruptedError(
      forKey: unknown, in: written, debugDescription: String(localized: "not a key of a night; the keys are \(known)"))
  }
}

/// Any key.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

extension DecodingError {
  /// The position of the error in the file: `nights, 3, from: not a time such as 2026-11-25T06:45:12Z`.
  fileprivate var place: String {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      guard !context.codingPath.isEmpty else { return String(localized: "it is not a JSON file of nights") }
      let path = context.codingPath.map { key in key.intValue.map { "\($0 + 1)" } ?? key.stringValue }
      return "\(path.joined(separator: ", ").printable): \(context.debugDescription.printable)"
    @unknown default: return String(localized: "it is not a JSON file of nights")
    }
  }
}
