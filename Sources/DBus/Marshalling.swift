private import CDBus

/// The type codes of the D-Bus specification; libdbus has them as macros that Swift does not import.
enum TypeCode {
  static let invalid: Int32 = 0
  static let byte = code("y")
  static let boolean = code("b")
  static let int16 = code("n")
  static let uint16 = code("q")
  static let int32 = code("i")
  static let uint32 = code("u")
  static let int64 = code("x")
  static let uint64 = code("t")
  static let double = code("d")
  static let string = code("s")
  static let objectPath = code("o")
  static let signature = code("g")
  static let descriptor = code("h")
  static let array = code("a")
  static let variant = code("v")
  static let structure = code("r")
  static let dictEntry = code("e")

  private static func code(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }
}

/// Reads values from a message that libdbus has fully validated.
struct MessageReader: ~Copyable {
  private var iterator = DBusMessageIter()

  /// Reads the message's arguments.
  init(_ message: OpaquePointer) {
    dbus_message_iter_init(message, &iterator)
  }

  /// Reads the contents of the container at the position of `outer`.
  private init(inside outer: inout DBusMessageIter) {
    dbus_message_iter_recurse(&outer, &iterator)
  }

  /// Returns the remaining values.
  mutating func readAll() -> [Variant] {
    var values: [Variant] = []
    while let value = read() { values.append(value) }
    return values
  }

  /// Returns the next value; nil at the end.
  mutating func read() -> Variant? {
    let type = dbus_message_iter_get_arg_type(&iterator)
    guard type != TypeCode.invalid else { return nil }
    defer { dbus_message_iter_next(&iterator) }
    switch type {
    case TypeCode.array: return readArray()
    case TypeCode.structure:
      var fields = MessageReader(inside: &iterator)
      return .structure(fields.readAll())
    case TypeCode.variant:
      var content = MessageReader(inside: &iterator)
      return content.read()
    // Reading it like other values would create a copy that must be closed.
    case TypeCode.descriptor: return .descriptor
    default: return readBasic(type)
    }
  }

  private mutating func readBasic(_ type: Int32) -> Variant? {
    var value = DBusBasicValue()
    dbus_message_iter_get_basic(&iterator, &value)
    switch type {
    case TypeCode.byte: return .byte(value.byt)
    case TypeCode.boolean: return .boolean(value.bool_val != 0)
    case TypeCode.int16: return .int16(value.i16)
    case TypeCode.uint16: return .uint16(value.u16)
    case TypeCode.int32: return .int32(value.i32)
    case TypeCode.uint32: return .uint32(value.u32)
    case TypeCode.int64: return .int64(Int64(value.i64))
    case TypeCode.uint64: return .uint64(UInt64(value.u64))
    case TypeCode.double: return .double(value.dbl)
    default: break
    }
    guard let text = value.str.map({ String(cString: $0) }) else { return nil }
    switch type {
    case TypeCode.objectPath: return .objectPath(ObjectPath(unchecked: text))
    case TypeCode.signature: return .signature(text)
    default: return .string(text)
    }
  }

  private mutating func readArray() -> Variant {
    var elements = MessageReader(inside: &iterator)
    switch dbus_message_iter_get_element_type(&iterator) {
    case TypeCode.byte:
      return .bytes(elements.readBytes())
    case TypeCode.dictEntry:
      let signature = elements.signature
      return .dictionary(elements.readEntries(), of: String(signature.dropFirst().dropLast()))
    default:
      let signature = elements.signature
      return .array(elements.readAll(), of: signature)
    }
  }

  /// The signature of the next value; for an array also if it is empty.
  private var signature: String {
    mutating get {
      guard let text = dbus_message_iter_get_signature(&iterator) else { return "" }
      defer { dbus_free(text) }
      return String(cString: text)
    }
  }

  private mutating func readBytes() -> [UInt8] {
    var start: UnsafePointer<UInt8>?
    var count: Int32 = 0
    dbus_message_iter_get_fixed_array(&iterator, &start, &count)
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private mutating func readEntries() -> [Variant: Variant] {
    var entries: [Variant: Variant] = [:]
    while dbus_message_iter_get_arg_type(&iterator) == TypeCode.dictEntry {
      var entry = MessageReader(inside: &iterator)
      if let key = entry.read(), let value = entry.read() { entries[key] = value }
      dbus_message_iter_next(&iterator)
    }
    return entries
  }
}

extension MessageReader {
  /// Returns whether the next value is the text `expected`; skips it if it is any text.
  mutating func skip(text expected: String) -> Bool {
    let type = dbus_message_iter_get_arg_type(&iterator)
    guard type == TypeCode.string else { return false }
    var value = DBusBasicValue()
    dbus_message_iter_get_basic(&iterator, &value)
    dbus_message_iter_next(&iterator)
    guard let text = value.str else { return false }
    return expected.withCString { compare(text, $0) }
  }

  /// Returns the bytes under `name` in the dictionary `a{sv}` at the current position; nil if the entry is missing.
  mutating func bytes(named name: String) -> [UInt8]? {
    guard dbus_message_iter_get_arg_type(&iterator) == TypeCode.array else { return nil }
    var entries = MessageReader(inside: &iterator)
    while dbus_message_iter_get_arg_type(&entries.iterator) == TypeCode.dictEntry {
      var entry = MessageReader(inside: &entries.iterator)
      if entry.skip(text: name) { return entry.bytesInVariant() }
      dbus_message_iter_next(&entries.iterator)
    }
    return nil
  }

  private mutating func bytesInVariant() -> [UInt8]? {
    guard dbus_message_iter_get_arg_type(&iterator) == TypeCode.variant else { return nil }
    var content = MessageReader(inside: &iterator)
    guard dbus_message_iter_get_arg_type(&content.iterator) == TypeCode.array,
      dbus_message_iter_get_element_type(&content.iterator) == TypeCode.byte
    else { return nil }
    var bytes = MessageReader(inside: &content.iterator)
    return bytes.readBytes()
  }
}

/// Writes values into a message, after checking for values that make libdbus abort the process.
struct MessageWriter: ~Copyable {
  private var iterator = DBusMessageIter()

  /// Appends to the message's arguments.
  init(_ message: OpaquePointer) {
    dbus_message_iter_init_append(message, &iterator)
  }

  private init() {}

  /// Appends one value.
  ///
  /// - Throws: `.invalidArgument` for a value that D-Bus cannot represent; the message is unusable then.
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
    case .descriptor: throw DBusError(.invalidArgument, "file descriptors cannot be sent")
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
      for (key, value) in Self.ordered(entries) {
        try inner.within(TypeCode.dictEntry, nil) { (entry: inout MessageWriter) throws(DBusError) in
          try entry.append(key, as: String(signature.prefix(1)))
          try entry.append(value, as: String(signature.dropFirst()))
        }
      }
    }
  }

  /// Returns the entries, those of objects in the order of their paths: a receiver may number the objects in the order
  /// in which they arrive.
  private static func ordered(_ entries: [Variant: Variant]) -> [(key: Variant, value: Variant)] {
    guard entries.keys.first?.objectPath != nil else { return Array(entries) }
    return entries.sorted { ($0.key.objectPath?.text ?? "") < ($1.key.objectPath?.text ?? "") }
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

  /// Writes a container with the values that `body` appends; `signature` has the form that libdbus requires.
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

  /// Appends an element of a container; a container of variants accepts any value, since variants are read as their
  /// contents.
  private mutating func append(_ element: Variant, as signature: String) throws(DBusError) {
    if element.signature == signature { return try append(element) }
    guard signature == "v" else {
      throw DBusError(.invalidArgument, "\(element.signature) in a container of \(signature)")
    }
    try append(variant: element)
  }
}
