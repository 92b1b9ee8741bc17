/// Objects of this process on the bus, with their properties and the standard methods of the D-Bus specification.
///
/// Methods of the objects' own interfaces are the owner's work: it answers them itself and passes all other calls to
/// ``answer(_:)``. The properties are read-only for other processes.
///
/// Source: D-Bus specification, "Standard Interfaces".
package struct ExportedObjects: Sendable {
  private var objects: [ObjectPath: [String: [String: Variant]]] = [:]
  /// The objects that list the objects below them.
  private var roots: Set<ObjectPath> = []

  package init() {}

  /// The paths of the objects with properties, in their order.
  package var paths: [ObjectPath] { objects.keys.sorted() }

  /// Offers an object with its interfaces and their properties, or replaces it.
  package mutating func export(_ path: ObjectPath, _ interfaces: [String: [String: Variant]]) {
    objects[path] = interfaces
  }

  /// Lets the object at `path` list all objects below it (`org.freedesktop.DBus.ObjectManager`).
  package mutating func exportList(at path: ObjectPath) { roots.insert(path) }

  /// Returns a property; nil if the object or the property is missing.
  private func property(_ path: ObjectPath, _ interface: String, _ name: String) -> Variant? {
    objects[path]?[interface]?[name]
  }

  /// Returns the answer to a call of a standard method, and an error for any other call.
  package func answer(_ call: BusMessage) -> BusMessage {
    guard let path = call.path, let member = call.member else {
      return call.reply(error: StandardError.unknownMethod, "a call without an object or a method")
    }
    switch (call.interface, member) {
    case (StandardInterface.objectManager, "GetManagedObjects") where roots.contains(path):
      return call.reply([managedObjects(below: path)])
    case (StandardInterface.properties, "GetAll"): return getAll(call, at: path)
    case (StandardInterface.properties, "Get"): return get(call, at: path)
    case (StandardInterface.properties, "Set"):
      return call.reply(error: StandardError.propertyReadOnly, "the properties of \(path) are read-only")
    case (StandardInterface.peer, "Ping"): return call.reply()
    default:
      let isKnown = objects[path] != nil || roots.contains(path)
      return call.reply(
        error: isKnown ? StandardError.unknownMethod : StandardError.unknownObject,
        "\(path) has no method \(call.interface ?? "").\(member)")
    }
  }

  private func getAll(_ call: BusMessage, at path: ObjectPath) -> BusMessage {
    guard let interfaces = objects[path] else {
      return call.reply(error: StandardError.unknownObject, "no object at \(path)")
    }
    guard let name = call.body.first?.string, let properties = interfaces[name] else {
      return call.reply(error: StandardError.unknownInterface, "\(path) does not have this interface")
    }
    return call.reply([.properties(properties)])
  }

  private func get(_ call: BusMessage, at path: ObjectPath) -> BusMessage {
    guard call.body.count == 2, let interface = call.body.first?.string, let name = call.body.last?.string,
      let value = property(path, interface, name)
    else { return call.reply(error: StandardError.unknownProperty, "\(path) does not have this property") }
    return call.reply([.variant(value)])
  }

  /// The objects below `root`, `a{oa{sa{sv}}}`.
  private func managedObjects(below root: ObjectPath) -> Variant {
    var listed: [Variant: Variant] = [:]
    for (path, interfaces) in objects where path.isBelow(root) {
      var named: [Variant: Variant] = [:]
      for (name, properties) in interfaces { named[.string(name)] = .properties(properties) }
      listed[.objectPath(path)] = .dictionary(named, of: "sa{sv}")
    }
    return .dictionary(listed, of: "oa{sa{sv}}")
  }
}

extension BusMessage {
  /// Returns the signal that properties of the object at `path` have new values.
  ///
  /// It goes to every connection that has subscribed to it. With a `destination`, it goes only to that connection.
  package static func propertiesChanged(
    _ path: ObjectPath, _ interface: String, _ properties: [String: Variant], to destination: String? = nil
  ) -> BusMessage {
    var signal = BusMessage.signal(
      path, StandardInterface.properties, "PropertiesChanged",
      [.string(interface), .properties(properties), .array([], of: "s")])
    signal.destination = destination
    return signal
  }
}

/// The standard interfaces that exported objects have.
package enum StandardInterface {
  package static let objectManager = "org.freedesktop.DBus.ObjectManager"
  package static let properties = "org.freedesktop.DBus.Properties"
  package static let peer = "org.freedesktop.DBus.Peer"
}

/// The names of errors that answer a call that an object does not support.
private enum StandardError {
  private static let family = "org.freedesktop.DBus.Error."
  static let unknownMethod = family + "UnknownMethod"
  static let unknownObject = family + "UnknownObject"
  static let unknownInterface = family + "UnknownInterface"
  static let unknownProperty = family + "UnknownProperty"
  static let propertyReadOnly = family + "PropertyReadOnly"
}
