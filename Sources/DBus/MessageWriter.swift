private import CDBus

/// Writes values into a message, after checking what libdbus would abort the process for.
struct MessageWriter: ~Copyable {
  private var iterator = DBusMessageIter()

  /// Appends to the message's arguments.
  init(_ message: OpaquePointer) {
    dbus_message_iter_init_append(message, &iterator)
  }

  private init() {}

  /// Appends one value.
  ///
  /// - Throws: `.invalidArgument` for a value that D-Bus cannot carry; the message is then of no use.
  mutating func append(_ value: Variant) throws(DBusError) {
    switch value {
    case .byte(let value): append(TypeCode.byte, value)
    case .boolean(let value): append(TypeCode.boolean, dbus_bool_t(value ? 1 : 0))
    case .int16(let value): append(TypeCode.int16, value)
    case .uint16(let value): append(TypeCode.uint16, value)
    case .int32(let value): append(TypeCode.int32, value)
    case .uint32(let value): append(TypeCode.uint32, value)
    case .int64(let value): append(TypeCode.int64, value)
    case .uint64(let value): append(TypeCode.uint64, value)
    case .double(let value): append(TypeCode.double, value)
    case .string(let text): try append(TypeCode.string, text: text) { dbus_validate_utf8($0, nil) != 0 }
    case .objectPath(let path): try append(TypeCode.objectPath, text: path.text) { dbus_validate_path($0, nil) != 0 }
    case .signature(let text):
      try append(TypeCode.signature, text: text) { dbus_signature_validate($0, nil) != 0 }
    case .bytes(let bytes): try append(bytes)
    case .array(let elements, let of): try append(elements, of: of)
    case .dictionary(let entries, let of): try append(entries, of: of)
    case .structure(let fields): try append(fields: fields)
    case .descriptor: throw DBusError(.invalidArgument, "a file descriptor is not sent")
    case .variant(let content): try append(variant: content)
    }
  }

  private mutating func append<Fixed: BitwiseCopyable>(_ type: Int32, _ value: Fixed) {
    var value = value
    dbus_message_iter_append_basic(&iterator, type, &value)
  }

  private mutating func append(
    _ type: Int32, text: String, isValid: (UnsafePointer<CChar>) -> Bool
  ) throws(DBusError) {
    let isWritten =
      !text.utf8.contains(0)
      && text.withCString { text in
        guard isValid(text) else { return false }
        var text: UnsafePointer<CChar>? = text
        dbus_message_iter_append_basic(&iterator, type, &text)
        return true
      }
    guard isWritten else { throw DBusError(.invalidArgument, "not a valid text: \(text)") }
  }

  private mutating func append(_ bytes: [UInt8]) throws(DBusError) {
    try within(TypeCode.array, "y") { (inner: inout MessageWriter) throws(DBusError) in
      bytes.withUnsafeBufferPointer { bytes in
        guard var start = bytes.baseAddress else { return }
        dbus_message_iter_append_fixed_array(&inner.iterator, TypeCode.byte, &start, Int32(bytes.count))
      }
    }
  }

  private mutating func append(_ elements: [Variant], of signature: String) throws(DBusError) {
    try within(TypeCode.array, signature) { (inner: inout MessageWriter) throws(DBusError) in
      for element in elements { try inner.append(element, as: signature) }
    }
  }

  private mutating func append(_ entries: [Variant: Variant], of signature: String) throws(DBusError) {
    try within(TypeCode.array, "{" + signature + "}") { (inner: inout MessageWriter) throws(DBusError) in
      for (key, value) in entries {
        try inner.within(TypeCode.dictEntry, nil) { (entry: inout MessageWriter) throws(DBusError) in
          try entry.append(key, as: String(signature.prefix(1)))
          try entry.append(value, as: String(signature.dropFirst()))
        }
      }
    }
  }

  private mutating func append(fields: [Variant]) throws(DBusError) {
    guard !fields.isEmpty else { throw DBusError(.invalidArgument, "a structure without fields") }
    try within(TypeCode.structure, nil) { (inner: inout MessageWriter) throws(DBusError) in
      for field in fields { try inner.append(field) }
    }
  }

  private mutating func append(variant content: Variant) throws(DBusError) {
    try within(TypeCode.variant, content.signature) { (inner: inout MessageWriter) throws(DBusError) in
      try inner.append(content)
    }
  }

  /// Writes a container: what `body` appends, with `signature` as libdbus wants it told.
  private mutating func within(
    _ type: Int32, _ signature: String?, _ body: (inout MessageWriter) throws(DBusError) -> Void
  ) throws(DBusError) {
    let tested = type == TypeCode.array ? "a" + (signature ?? "") : signature ?? "y"
    guard !tested.utf8.contains(0), dbus_signature_validate_single(tested, nil) != 0 else {
      throw DBusError(.invalidArgument, "not a signature: \(tested)")
    }
    var inner = MessageWriter()
    guard dbus_message_iter_open_container(&iterator, type, signature, &inner.iterator) != 0 else {
      throw DBusError(.invalidArgument, "no memory for the message")
    }
    do { try body(&inner) } catch {
      dbus_message_iter_abandon_container(&iterator, &inner.iterator)
      throw error
    }
    dbus_message_iter_close_container(&iterator, &inner.iterator)
  }

  /// Appends an element of a container; one of variants takes any value, since variants are read as what they hold.
  private mutating func append(_ element: Variant, as signature: String) throws(DBusError) {
    if element.signature == signature { return try append(element) }
    guard signature == "v" else {
      throw DBusError(.invalidArgument, "\(element.signature) in a container of \(signature)")
    }
    try append(variant: element)
  }
}
