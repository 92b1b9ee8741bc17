public import BluetoothLE

extension Link {
  /// What arrives, from what came before this was asked to `.closed`; for the first who asks.
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
