extension ControlRequest {
  /// How long a client should wait for the answer before it calls the daemon dead; for a stream, for its first reply.
  ///
  /// A start may have to listen for a trainer, 20 s at most, and has a minute to link and take it; a stop has to free it
  /// and write the file; a history may have to look at every ride.
  public var patience: Duration {
    switch self {
    case .scan(let seconds): .seconds(max(0, min(seconds, 3600)) + 10)
    case .start: .seconds(120)
    case .use, .stop, .trim, .untrim, .importPiece, .importPlan, .history: .seconds(60)
    // A whole library is read through, written and read through again, on a card that may be slow.
    case .backup, .restore, .delete(_, true): .seconds(600)
    default: .seconds(15)
    }
  }
}
