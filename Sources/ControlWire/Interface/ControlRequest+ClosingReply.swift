extension ControlRequest {
  /// The reply that ends a stream: it answers the same call and carries nothing new.
  ///
  /// Varlink wants the last reply marked, and whoever makes a stream learns of its end only after the last part. Nil
  /// when nothing came before and the method cannot say nothing.
  ///
  /// - Parameter last: The last part that was sent, if any.
  /// - Returns: The reply to send without `continues`.
  public func closingReply(after last: ControlReply?) -> ControlReply? {
    switch (method, last) {
    case (.scan, _): .devices([])
    case (_, .ride(let ride, _)?): .ride(ride, samples: [])
    case (_, .piece(let piece)?):
      .piece(FilePiece(fileName: piece.fileName, sequence: piece.sequence + 1, data: ""))
    default: last
    }
  }
}
