/// The Varlink interface that the daemon offers.
package enum TrainerInterface {
  /// The interface's name.
  package static let name = "org.justzone2.Trainer"

  /// The interface's definition in Varlink's language, as `GetInterfaceDescription` hands it out: the file
  /// `org.justzone2.Trainer.varlink` of this module, which is installed too.
  ///
  /// The language is described at <https://varlink.org/Interface-Definition>.
  package static let description = String(decoding: PackageResources.org_justzone2_Trainer_varlink, as: UTF8.self)
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

  /// - Throws: `ControlError.Code.interfaceNotFound` for an interface that is not offered.
  package init(of interface: String) throws(ControlError) {
    switch interface {
    case TrainerInterface.name: description = TrainerInterface.description
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

  package init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = [ServiceInterface.name, TrainerInterface.name]
  }
}
