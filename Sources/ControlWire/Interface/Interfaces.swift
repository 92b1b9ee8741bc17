/// A Varlink interface that one of our programs offers.
package struct VarlinkInterface: Sendable {
  /// The interface's name.
  package let name: String
  /// The interface's definition in Varlink's language, as `GetInterfaceDescription` hands it out: a file of this module,
  /// which is installed too.
  ///
  /// The language is described at <https://varlink.org/Interface-Definition>.
  package let description: String
  /// The program that offers it.
  package let program: String
  /// The calls by method.
  let calls: [String: any VarlinkCall.Type]

  private init(_ name: String, by program: String, _ definition: [UInt8], _ calls: [any VarlinkCall.Type]) {
    self.name = name
    self.program = program
    description = String(decoding: definition, as: UTF8.self)
    self.calls = Dictionary(uniqueKeysWithValues: calls.map { ($0.method, $0) })
  }

  /// What jz2d offers: rides and their library.
  package static let trainer = VarlinkInterface(
    "org.justzone2.Trainer", by: "jz2d", PackageResources.org_justzone2_Trainer_varlink, TrainerCalls.all)

  /// What jz2sync offers: services that rides go to.
  package static let sync = VarlinkInterface(
    "org.justzone2.Sync", by: "jz2sync", PackageResources.org_justzone2_Sync_varlink, SyncCalls.all)

  /// All of ours.
  package static let all = [trainer, sync]
}

/// The interface that every Varlink service offers about itself.
///
/// Its definition stands at <https://varlink.org/Service>.
package enum ServiceInterface {
  /// The interface's name.
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

/// The answer to `GetInterfaceDescription`.
package struct InterfaceDescription: Codable, Hashable, Sendable {
  package var description: String

  /// - Throws: `ControlError.Code.interfaceNotFound` for an interface that is not `offered`, nor every service's.
  package init(of interface: String, offered: VarlinkInterface) throws(ControlError) {
    switch interface {
    case offered.name: description = offered.description
    case ServiceInterface.name: description = ServiceInterface.description
    default: throw ControlError(.interfaceNotFound, subject: interface)
    }
  }
}

/// The service behind the socket: the reply to `org.varlink.service.GetInfo`.
package struct ServiceInfo: Codable, Hashable, Sendable {
  /// The maker of the service.
  package var vendor: String
  /// The product.
  package var product: String
  /// Its version.
  package var version: String
  /// The documentation.
  package var url: String
  /// The interfaces it offers.
  package var interfaces: [String]

  package init(vendor: String, product: String, version: String, url: String, offering interface: VarlinkInterface) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = [ServiceInterface.name, interface.name]
  }

  /// The service of one of our programs.
  package init(of interface: VarlinkInterface) {
    self.init(
      vendor: "jz2", product: interface.program, version: ProductVersion.text, url: "man:\(interface.program)(8)",
      offering: interface)
  }
}
