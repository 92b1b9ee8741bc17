/// The fields of apps that correspond to native fields of `record`: FIT Protocol, "Developer Data".
struct FITDeveloperFields: Sendable {
  private struct Key: Hashable {
    var index: UInt8
    var number: UInt8
  }

  private var fields: [Key: FITField] = [:]

  /// The native field with the app's own type, scale and offset; nil if the app's field does not correspond to any.
  subscript(index index: UInt8, number number: UInt8) -> FITField? { fields[Key(index: index, number: number)] }

  /// Adds a `field_description`.
  mutating func add(_ message: FITMessage) {
    typealias Description = FITField.FieldDescription
    func byte(_ field: FITField) -> UInt8? { message.value(field).flatMap(UInt8.init(exactly:)) }
    let isOfRecord = message.value(Description.nativeMessage).map { $0 == Double(FITMessageNumber.record.rawValue) }
    guard isOfRecord ?? true, let index = byte(Description.developerIndex), let number = byte(Description.number),
      let type = byte(Description.baseType).flatMap(FITBaseType.init(definition:)),
      let native = byte(Description.nativeField), native != FITField.timestamp.number
    else { return }
    let scale = message.value(Description.scale).flatMap { $0 > 0 ? $0 : nil } ?? 1
    fields[Key(index: index, number: number)] = FITField(
      native, type, scale: scale, offset: message.value(Description.offset) ?? 0)
  }
}
