import DBus

/// The properties of one interface of one object, by name.
typealias Properties = [String: Variant]

/// A mirror of BlueZ's objects on the bus, with their interfaces and properties.
///
/// It is always correct if the signals were subscribed to before the objects were listed, and each signal is applied in
/// its place in the stream. Its contents depend on the subscriptions: objects and interfaces always, properties of
/// adapters and of followed devices always, properties of other devices while a scan runs.
struct ObjectTree: Hashable, Sendable {
  /// A difference caused by a signal or a list.
  enum Change: Hashable, Sendable {
    /// An object has a new interface.
    case appeared(ObjectPath, interface: String)
    /// An interface of an object, or the whole object, is gone.
    case disappeared(ObjectPath, interface: String)
    /// Properties were set, to the same or other values, or invalidated.
    case changed(ObjectPath, interface: String, names: Set<String>)
  }

  private(set) var objects: [ObjectPath: [String: Properties]] = [:]

  /// Returns the properties of an interface; nil if the object or the interface is missing.
  func properties(_ path: ObjectPath, _ interface: String) -> Properties? { objects[path]?[interface] }

  /// Applies a signal; returns no changes if its object or interface is unknown.
  mutating func apply(_ signal: TreeSignal) -> [Change] {
    switch signal {
    case .added(let path, let interfaces): add(path, interfaces)
    case .removed(let path, let interfaces): remove(path, interfaces)
    case .changed(let path, let interface, let set, let invalidated): change(path, interface, set, invalidated)
    }
  }

  /// Applies the complete list of objects: objects that are not in it are gone.
  mutating func replace(with listed: [ObjectPath: [String: Properties]]) -> [Change] {
    var changes: [Change] = []
    for path in objects.keys.sorted() {
      let gone = Set(objects[path, default: [:]].keys).subtracting(listed[path, default: [:]].keys)
      changes += remove(path, gone.sorted())
    }
    for path in listed.keys.sorted() {
      for (interface, properties) in listed[path, default: [:]].sorted(by: { $0.key < $1.key }) {
        changes += update(path, interface, to: properties)
      }
    }
    return changes
  }

  private mutating func add(_ path: ObjectPath, _ interfaces: [String: Properties]) -> [Change] {
    interfaces.keys.sorted().map { interface in
      let isKnown = objects[path]?[interface] != nil
      let properties = interfaces[interface, default: [:]]
      objects[path, default: [:]][interface] = properties
      return isKnown
        ? .changed(path, interface: interface, names: Set(properties.keys)) : .appeared(path, interface: interface)
    }
  }

  private mutating func remove(_ path: ObjectPath, _ interfaces: [String]) -> [Change] {
    guard var left = objects[path] else { return [] }
    let gone = interfaces.filter { left.removeValue(forKey: $0) != nil }
    objects[path] = left.isEmpty ? nil : left
    return gone.map { .disappeared(path, interface: $0) }
  }

  private mutating func change(
    _ path: ObjectPath, _ interface: String, _ set: Properties, _ invalidated: [String]
  ) -> [Change] {
    guard objects[path]?[interface] != nil else { return [] }
    for (name, value) in set { objects[path]?[interface]?[name] = value }
    for name in invalidated { objects[path]?[interface]?[name] = nil }
    return [.changed(path, interface: interface, names: Set(set.keys).union(invalidated))]
  }

  private mutating func update(_ path: ObjectPath, _ interface: String, to properties: Properties) -> [Change] {
    guard let old = objects[path]?[interface] else { return add(path, [interface: properties]) }
    let names = Set(old.keys).union(properties.keys).filter { old[$0] != properties[$0] }
    objects[path]?[interface] = properties
    return names.isEmpty ? [] : [.changed(path, interface: interface, names: names)]
  }
}

/// A signal that changes the object tree.
///
/// Source: D-Bus specification, "Standard Interfaces": `ObjectManager`, `Properties`.
enum TreeSignal: Hashable, Sendable {
  case added(ObjectPath, [String: Properties])
  case removed(ObjectPath, [String])
  case changed(ObjectPath, interface: String, set: Properties, invalidated: [String])

  static let objectManager = "org.freedesktop.DBus.ObjectManager"
  static let properties = "org.freedesktop.DBus.Properties"

  /// Parses a signal; nil for another kind of signal.
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

/// The interfaces of an object, from `a{sa{sv}}`.
private func interfaces(_ value: Variant) -> [String: Properties]? {
  value.properties?.compactMapValues(\.properties)
}

/// The objects in an answer to `GetManagedObjects`, `a{oa{sa{sv}}}`; nil if the answer has another form.
func managedObjects(_ body: [Variant]) -> [ObjectPath: [String: Properties]]? {
  guard let entries = body.first?.dictionary else { return nil }
  var objects: [ObjectPath: [String: Properties]] = [:]
  for (key, value) in entries {
    guard let path = key.objectPath, let interfaces = interfaces(value) else { return nil }
    objects[path] = interfaces
  }
  return objects
}
