/// What the rider wrote about a ride, as it is kept.
struct RideTexts: Hashable, Sendable {
  let name: String?
  let note: String?

  /// Empty texts are none.
  init(name: String?, note: String?) {
    self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    self.note = note.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What a search looks through; nil where there is nothing.
  var search: String? {
    name == nil && note == nil ? nil : "\(name ?? "")\n\(note ?? "")".lowercased()
  }
}
