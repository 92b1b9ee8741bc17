import DBus

/// The properties of one interface of one object, by name.
typealias Properties = [String: Variant]

/// A mirror of the objects that BlueZ has on the bus, with their interfaces and properties.
///
/// It is right at any moment if signals were subscribed to before the objects were listed, and if each is applied in
/// its place in the stream. Which signals are asked for decides what it knows: the objects and interfaces always,
/// the properties of adapters and of followed devices always, those of other devices while a scan runs.
struct ObjectTree: Hashable, Sendable {
  /// What became different.
  enum Change: Hashable, Sendable {
    /// An object has an interface that it had not.
    case appeared(ObjectPath, interface: String)
    /// An interface of an object, or the object, is gone.
    case disappeared(ObjectPath, interface: String)
    /// Properties were set, to other values or the same, or invalidated.
    case changed(ObjectPath, interface: String, names: Set<String>)
  }

  private(set) var objects: [ObjectPath: [String: Properties]] = [:]

  /// The properties of an interface; nil where the object or the interface is not there.
  func properties(_ path: ObjectPath, _ interface: String) -> Properties? { objects[path]?[interface] }

  /// Takes a signal in; empty where it says nothing new of an object that is known.
  mutating func apply(_ signal: TreeSignal) -> [Change] {
    switch signal {
    case .added(let path, let interfaces): add(path, interfaces)
    case .removed(let path, let interfaces): remove(path, interfaces)
    case .changed(let path, let interface, let set, let invalidated): change(path, interface, set, invalidated)
    }
  }

  /// Takes in the whole list of objects: what is not in it is gone.
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
