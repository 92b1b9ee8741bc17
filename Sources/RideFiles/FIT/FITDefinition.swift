/// How the data messages of a local type are laid out: FIT Protocol, "Definition Message".
struct FITDefinition: Sendable {
  /// A field's place in the message.
  struct Slot: Sendable {
    let number: UInt8
    let type: FITBaseType
    /// Bytes from the first field on.
    let offset: Int
    /// Bytes, at least one; several of the type are an array.
    let size: Int

    /// Whether it holds whole elements of its type; otherwise nothing can be made of it.
    var isWhole: Bool { size.isMultiple(of: type.size) }
  }

  /// The message's number in the profile.
  let number: UInt16
  let order: FITByteOrder
  /// Bytes of a data message, without its header.
  let size: Int
  /// The fields of a message that is read; of any other, its time alone.
  let slots: [Slot]

  /// Nil for a message that has nothing of a ride.
  var message: FITMessageNumber? { FITMessageNumber(rawValue: number) }

  /// Bytes before the fields: header, reserved, architecture, message number, count.
  private static let fixedSize = 6
  private static let slotSize = 3

  /// Bytes of the definition that begins so; nil where they are too few to tell.
  static func length(of bytes: ArraySlice<UInt8>, hasDeveloperFields: Bool) -> Int? {
    guard let fields = bytes.dropFirst(fixedSize - 1).first else { return nil }
    let length = fixedSize + Int(fields) * slotSize
    guard hasDeveloperFields else { return length }
    return bytes.dropFirst(length).first.map { length + 1 + Int($0) * slotSize }
  }

  /// Reads a whole definition message; developer fields are so many bytes at a message's end.
  ///
  /// A size that its type cannot have costs the field alone: COROS writes `event.data` in a single byte.
  init(decoding bytes: ArraySlice<UInt8>, at position: Int) throws(RideFileError) {
    var rest = FITBytes(bytes.dropFirst(2))
    guard let architecture = rest.integer(1),
      let order = FITByteOrder(rawValue: UInt8(truncatingIfNeeded: architecture)),
      let number = rest.integer(2, order), let fields = rest.integer(1)
    else { throw RideFileError(.malformed, at: .init(byte: position), "the definition has no known byte order") }
    self.order = order
    self.number = UInt16(truncatingIfNeeded: number)
    let isRead = FITMessageNumber(rawValue: self.number) != nil
    var slots: [Slot] = []
    var offset = 0
    for _ in 0..<fields {
      guard let field = rest.take(Self.slotSize), let fieldNumber = field.first, let base = field.last else { break }
      let size = Int(field[field.startIndex + 1])
      defer { offset += size }
      guard isRead || fieldNumber == FITField.timestamp.number else { continue }
      guard let type = FITBaseType(definition: base), size > 0 else { continue }
      slots.append(Slot(number: fieldNumber, type: type, offset: offset, size: size))
    }
    let developerFields = rest.integer(1) ?? 0
    for _ in 0..<developerFields { offset += rest.take(Self.slotSize).map { Int($0[$0.startIndex + 1]) } ?? 0 }
    self.slots = slots
    size = offset
  }
}
