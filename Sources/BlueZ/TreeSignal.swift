import DBus

/// A signal that says how the tree of objects changes.
///
/// Source: D-Bus specification, "Standard Interfaces": `ObjectManager`, `Properties`.
enum TreeSignal: Hashable, Sendable {
  case added(ObjectPath, [String: Properties])
  case removed(ObjectPath, [String])
  case changed(ObjectPath, interface: String, set: Properties, invalidated: [String])

  static let objectManager = "org.freedesktop.DBus.ObjectManager"
  static let properties = "org.freedesktop.DBus.Properties"

  /// A signal as it arrives; nil for every other one.
  init?(_ signal: borrowing IncomingMessage) {
    let isAdded = signal.isSignal(Self.objectManager, "InterfacesAdded")
    let isRemoved = signal.isSignal(Self.objectManager, "InterfacesRemoved")
    let isChanged = signal.isSignal(Self.properties, "PropertiesChanged")
    guard isAdded || isRemoved || isChanged else { return nil }
    let body = signal.body
    if isChanged {
      self.init(changed: body, at: signal.path)
    } else {
      self.init(body, isAdded: isAdded)
    }
  }

  private init?(_ body: [Variant], isAdded: Bool) {
    guard body.count == 2, let path = body[0].objectPath else { return nil }
    if isAdded, let interfaces = interfaces(body[1]) {
      self = .added(path, interfaces)
    } else if let names = body[1].array {
      self = .removed(path, names.compactMap(\.string))
    } else {
      return nil
    }
  }

  private init?(changed body: [Variant], at path: ObjectPath?) {
    guard let path, body.count == 3, let interface = body[0].string, let set = body[1].properties,
      let invalidated = body[2].array
    else { return nil }
    self = .changed(path, interface: interface, set: set, invalidated: invalidated.compactMap(\.string))
  }
}

/// The interfaces of an object as `a{sa{sv}}`.
private func interfaces(_ value: Variant) -> [String: Properties]? {
  value.properties?.compactMapValues(\.properties)
}

/// The objects in what `GetManagedObjects` returns, `a{oa{sa{sv}}}`; nil where it is anything else.
func managedObjects(_ body: [Variant]) -> [ObjectPath: [String: Properties]]? {
  guard let entries = body.first?.dictionary else { return nil }
  var objects: [ObjectPath: [String: Properties]] = [:]
  for (key, value) in entries {
    guard let path = key.objectPath, let interfaces = interfaces(value) else { return nil }
    objects[path] = interfaces
  }
  return objects
}
