/// The options of jz2web.
package struct PageOptions: Sendable {
  /// The possible paths of jz2d's socket, in order.
  package var daemonPaths: [String]
  /// The possible paths of jz2sync's socket, in order.
  package var syncPaths: [String]
  /// The path of jz2web's own control socket, unless systemd passed one in.
  package var socketPath: String
  /// The control socket that systemd passed in.
  package var passedSocket: Int32?
  package var listening: PageServer.Listening
  /// The socket on which a proxy hands over decrypted connections; nil if there is none.
  package var decrypted: PageServer.Decrypted?
  /// The folder of this computer's certificate.
  package var certificates = CertificateFolder.usual
  package var stateDirectory: String
  /// Additional names of this computer.
  package var names: [String]
  /// Whether the page shows a code until the first phone is paired.
  package var showsFirstCode = false
  package var environment: [String: String]

  package init(
    daemonPaths: [String], syncPaths: [String], socketPath: String, passedSocket: Int32?,
    listening: PageServer.Listening, stateDirectory: String, names: [String], environment: [String: String]
  ) {
    self.daemonPaths = daemonPaths
    self.syncPaths = syncPaths
    self.socketPath = socketPath
    self.passedSocket = passedSocket
    self.listening = listening
    self.stateDirectory = stateDirectory
    self.names = names
    self.environment = environment
  }
}

/// The reason why jz2web does not start.
package struct PageStartFault: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// The state directory or the file in it cannot be used.
    case stateUnusable
    /// The control socket cannot be created.
    case socketUnusable
    /// The port cannot be opened.
    case portUnusable
  }

  package let code: Code
  package let detail: String

  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
