/// The Varlink interface that the daemon offers.
public enum TrainerInterface {
  /// The interface's name.
  public static let name = "org.justzone2.Trainer"

  /// The interface's definition in Varlink's language, as `GetInterfaceDescription` hands it out.
  ///
  /// The language is described at <https://varlink.org/Interface-Definition>.
  public static let description = [types, methods, errors].joined(separator: "\n")
}
