private import CDBus

/// Reads values out of a message; libdbus has checked every byte of it.
struct MessageReader: ~Copyable {
  private var iterator = DBusMessageIter()

  /// Reads the message's arguments.
  init(_ message: OpaquePointer) {
    dbus_message_iter_init(message, &iterator)
  }

  /// Reads what the value at which `outer` stands holds.
  private init(inside outer: inout DBusMessageIter) {
    dbus_message_iter_recurse(&outer, &iterator)
  }

  /// The values from here on.
  mutating func readAll() -> [Variant] {
    var values: [Variant] = []
    while let value = read() { values.append(value) }
    return values
  }

  /// The next value; nil at the end.
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
    // Read like any other, it would be a copy that somebody has to close.
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

  /// The signature of the value at which the reader stands; of an array's elements even where there are none.
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
  /// Whether the next value is the text `expected`; steps over it.
  mutating func skip(text expected: String) -> Bool {
    let type = dbus_message_iter_get_arg_type(&iterator)
    guard type == TypeCode.string else { return false }
    var value = DBusBasicValue()
    dbus_message_iter_get_basic(&iterator, &value)
    dbus_message_iter_next(&iterator)
    guard let text = value.str else { return false }
    return expected.withCString { compare(text, $0) }
  }

  /// The bytes under `name` in the dictionary `a{sv}` that comes next; nil where it has none.
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
