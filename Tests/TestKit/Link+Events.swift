public import BluetoothLE

extension Link {
  /// All events up to and including `.closed`, including those before this call; only for the first caller.
  public var events: AsyncStream<LinkEvent> {
    get async {
      let (events, event) = AsyncStream.makeStream(of: LinkEvent.self)
      await deliver {
        event.yield($0)
        if case .closed = $0 { event.finish() }
      }
      return events
    }
  }
}
