/// A data message: its bytes as its definition lays them out.
struct FITMessage {
  let definition: FITDefinition
  /// Without the header.
  let bytes: ArraySlice<UInt8>
  /// Where it begins in the file.
  let place: RideFileError.Place

  /// When, in FIT's seconds; nil where it does not say.
  var time: UInt32? {
    guard let slot = slot(.timestamp), slot.type == FITField.timestamp.type else { return nil }
    return number(slot, at: 0).flatMap(UInt32.init(exactly:))
  }

  /// What a slot says.
  enum Reading: Hashable {
    case none
    case value(Double)
    /// What another type holds and the profile's cannot, or what is no whole element.
    case unusable
  }

  /// What a profile's field says; nil where it is not there, says nothing or nothing that can be used.
  func value(_ field: FITField) -> Double? {
    guard let slot = slot(field), case .value(let value) = reading(slot, as: field) else { return nil }
    return value
  }

  /// What a slot says, the first of its elements.
  func reading(_ slot: FITDefinition.Slot, as field: FITField) -> Reading {
    guard slot.isWhole else { return .unusable }
    guard let value = number(slot, at: 0).map(field.value) else { return .none }
    return slot.type == field.type || field.holds(value) ? .value(value) : .unusable
  }

  /// All the numbers in a field, without those that stand for none.
  func values(_ field: FITField) -> [Double] {
    guard let slot = slot(field) else { return [] }
    return stride(from: 0, to: slot.size, by: slot.type.size).compactMap { number(slot, at: $0) }.map(field.value)
  }

  /// A text, up to its 0; nil where there is none.
  func text(_ field: FITField) -> String? {
    guard let slot = slot(field), slot.type == .string else { return nil }
    let start = bytes.startIndex + slot.offset
    let text = String(decoding: bytes[start..<start + slot.size].prefix { $0 != 0 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  private func slot(_ field: FITField) -> FITDefinition.Slot? {
    definition.slots.first { $0.number == field.number && $0.isWhole }
  }

  /// What stands so many bytes behind the slot's beginning.
  private func number(_ slot: FITDefinition.Slot, at element: Int) -> Double? {
    let start = bytes.startIndex + slot.offset + element
    return slot.type.value(ofBits: bytes[start..<start + slot.type.size].fitInteger(definition.order))
  }
}
