/// Why an adapter is off; the raw values are the details of `adapterOff`.
public enum AdapterOffReason: String, Hashable, Sendable, CaseIterable {
  /// Nobody switched it on; nothing else is in its way.
  case switchedOff
  /// A program has blocked it by rfkill.
  case softBlocked
  /// A switch or the firmware has blocked it.
  case hardBlocked
}
