internal import FoundationEssentials
internal import RideSession

/// Figures as a JSON object of their names.
extension [RideFigure: Double] {
  /// None where there is no text, or it is damaged; figures of a later version are passed over.
  init(json text: String?) {
    let object = text.flatMap { try? JSONDecoder().decode([String: Double].self, from: Data($0.utf8)) }
    self = [:]
    for (name, value) in object ?? [:] {
      if let figure = RideFigure(rawValue: name) { self[figure] = value }
    }
  }

  /// Nil where there are none; what JSON has no number for is left out.
  var json: String? {
    let object = [String: Double](uniqueKeysWithValues: filter(\.value.isFinite).map { ($0.key.rawValue, $0.value) })
    guard !object.isEmpty, let data = try? JSONEncoder().encode(object) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
