extension ControlRequest {
  /// How long a client should wait for the answer before it calls the daemon dead; for a stream, for its first reply.
  ///
  /// A start has to find, link and take the trainer, and a stop to free it and write the file.
  public var patience: Duration {
    switch self {
    case .scan(let seconds): .seconds(max(0, min(seconds, 3600)) + 10)
    case .start: .seconds(120)
    case .use, .stop: .seconds(60)
    default: .seconds(15)
    }
  }
}
