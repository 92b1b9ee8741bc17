import Rides

/// One of our programs, as a Varlink service.
package struct VarlinkProgram: Sendable {
  package let name: String
  /// The interface whose errors answer a call of an unknown interface.
  package let usualInterface: VarlinkInterface
  /// The interfaces that it offers on each of its sockets, the usual one first.
  package let interfaces: [VarlinkInterface]

  init(name: String, _ usualInterface: VarlinkInterface, _ others: VarlinkInterface...) {
    self.name = name
    self.usualInterface = usualInterface
    interfaces = [usualInterface] + others
  }

  /// Returns the interface with a name; nil if the program does not offer it.
  func interface(named name: String) -> VarlinkInterface? { interfaces.first { $0.name == name } }
}

/// A Varlink interface that one of our programs offers.
package struct VarlinkInterface: Sendable {
  package let name: String
  /// The interface's definition in Varlink's language, as `GetInterfaceDescription` returns it: a file of this module
  /// that is also installed.
  ///
  /// The language is described at <https://varlink.org/Interface-Definition>.
  package let description: String
  /// The calls by method.
  let calls: [String: any VarlinkCall.Type]

  init(_ name: String, definition: [UInt8], _ calls: [any VarlinkCall.Type]) {
    self.name = name
    description = String(decoding: definition, as: UTF8.self)
    self.calls = Dictionary(uniqueKeysWithValues: calls.map { ($0.method, $0) })
  }
}

/// The interface that every Varlink service offers about itself.
///
/// Its definition is at <https://varlink.org/Service>.
package enum ServiceInterface {
  package static let name = "org.varlink.service"

  /// The interface's definition in Varlink's language.
  package static let description = """
    # What every Varlink service tells about itself.
    interface org.varlink.service

    # Who this is, and the interfaces it offers.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The definition of one interface.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # There is no such interface.
    error InterfaceNotFound (interface: string)

    # The interface has no such method.
    error MethodNotFound (method: string)

    # The method is declared, and does nothing.
    error MethodNotImplemented (method: string)

    # A parameter is missing, of the wrong type or out of range.
    error InvalidParameter (parameter: string)

    # The caller may not do this.
    error PermissionDenied ()

    # The answer comes in several replies, and the call did not allow "more".
    error ExpectedMore ()

    """
}

/// The reply to `GetInterfaceDescription`.
package struct InterfaceDescription: Codable, Hashable, Sendable {
  package var description: String

  /// - Throws: `ControlError.Code.interfaceNotFound` for an interface that neither the program nor every service
  ///   offers.
  package init(of interface: String, from program: VarlinkProgram) throws(ControlError) {
    if interface == ServiceInterface.name {
      description = ServiceInterface.description
    } else if let offered = program.interface(named: interface) {
      description = offered.description
    } else {
      throw ControlError(.interfaceNotFound, subject: interface)
    }
  }
}

/// The service behind the socket: the reply to `org.varlink.service.GetInfo`.
package struct ServiceInfo: Codable, Hashable, Sendable {
  /// The maker of the service.
  package var vendor: String
  package var product: String
  package var version: String
  /// The address of the documentation.
  package var url: String
  package var interfaces: [String]

  package init(vendor: String, product: String, version: String, url: String, interfaces: [VarlinkInterface]) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = [ServiceInterface.name] + interfaces.map(\.name)
  }

  /// The service of one of our programs.
  package init(of program: VarlinkProgram) {
    self.init(
      vendor: "jz2", product: program.name, version: ProductVersion.text, url: "man:\(program.name)(8)",
      interfaces: program.interfaces)
  }
}
