import ControlWire
import RideText

/// The rule for typed names, the only one: a whole name in any case, else the beginning of one name.
enum NameMatch<Item> {
  case one(Item)
  case several([Item])
  /// No name begins with the typed text; the items with the most similar names.
  case none(nearest: [Item])

  /// - Parameters:
  ///   - typed: The typed text, in any case.
  ///   - items: The items, in the order of their list.
  ///   - name: The name of an item; nil for an item without a name.
  init(_ typed: String, among items: [Item], name: (Item) -> String?) {
    let beginning = typed.lowercased()
    let named = items.compactMap { item in name(item).map { (item: item, name: $0, lower: $0.lowercased()) } }
    if let whole = named.first(where: { $0.name == typed }) ?? named.first(where: { $0.lower == beginning }) {
      self = .one(whole.item)
      return
    }
    let found = named.filter { $0.lower.hasPrefix(beginning) }
    switch found.count {
    case 0:
      // Only the start of a name is compared if the name is longer than the typed text.
      let starts = named.map { String($0.lower.prefix(beginning.count)) }
      let near = Suggestions.nearest(to: beginning, among: starts)
      self = .none(nearest: zip(named, starts).filter { near.contains($1) }.map(\.0.item))
    case 1: self = .one(found[0].item)
    default: self = .several(found.map(\.item))
    }
  }
}

extension NameMatch: Equatable where Item: Equatable {}
extension NameMatch: Sendable where Item: Sendable {}

extension NameMatch<String> {
  init(_ typed: String, among names: [String]) { self.init(typed, among: names) { $0 } }

  /// Returns the whole name.
  ///
  /// - Throws: The given error, whose detail is the names to choose from.
  func name(orThrow code: ControlError.Code, typed: String) throws(ControlError) -> String {
    let names: [String]
    switch self {
    case .one(let name): return name
    case .several(let found): names = found
    case .none(let nearest): names = nearest
    }
    throw ControlError(
      code, subject: typed, detail: names.isEmpty ? nil : BodyText.list(names.map(\.printable), .or))
  }
}
