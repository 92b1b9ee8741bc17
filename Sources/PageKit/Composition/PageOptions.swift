/// What jz2web was told at its start.
package struct PageOptions: Sendable {
  /// Where jz2d's socket may be, in order.
  package var daemonPaths: [String]
  /// Where jz2sync's socket may be, in order.
  package var syncPaths: [String]
  /// The path of the own control socket, unless systemd passed one in.
  package var socketPath: String
  /// The control socket that systemd passed in.
  package var passedSocket: Int32?
  package var listening: PageServer.Listening
  /// Where a proxy hands on connections that it has decrypted; nil for none.
  package var decrypted: PageServer.Decrypted?
  /// Where the certificate of this computer is.
  package var certificates = CertificateFolder.usual
  package var stateDirectory: String
  /// Names of this computer beside its own.
  package var names: [String]
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

/// Why jz2web does not start.
package struct PageStartFault: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// The state directory or the file in it cannot be used.
    case stateUnusable
    /// The control socket cannot be made.
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
