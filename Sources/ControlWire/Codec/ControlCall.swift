/// One call as it stands on the wire.
public struct ControlCall: Hashable, Sendable {
  /// What is called.
  public enum Content: Hashable, Sendable {
    /// A method of `org.justzone2.Trainer`.
    case trainer(ControlRequest)
    /// `org.varlink.service.GetInfo`.
    case serviceInfo
    /// `org.varlink.service.GetInterfaceDescription` of the interface with this name.
    case interfaceDescription(String)
  }

  /// What is called, or why it cannot be.
  public var content: Result<Content, ControlError>
  /// Whether several replies are welcome.
  public var more: Bool
  /// Whether no reply is wanted at all, not even a refusal.
  public var oneway: Bool

  /// A call of the trainer's interface.
  public init(_ request: ControlRequest, more: Bool = false, oneway: Bool = false) {
    self.init(.success(.trainer(request)), more: more, oneway: oneway)
  }

  /// A call of any content.
  public init(_ content: Result<Content, ControlError>, more: Bool = false, oneway: Bool = false) {
    self.content = content
    self.more = more
    self.oneway = oneway
  }
}
