/// What a device may do.
package enum Scope: String, Hashable, Sendable, CaseIterable {
  /// Send rides and workouts, and get them back.
  case sync
  /// Look at rides.
  case read
  /// Tell of the ride that is on.
  case live
  /// Everything about the rider's own data: devices, codes, coaches, export, erasure.
  case manage
}

/// Who asks.
package struct Caller: Hashable, Sendable {
  package let riderID: String
  package let riderName: String
  package let deviceID: String
  package let deviceName: String
  package let scopes: Set<Scope>
}

/// What pairs: a Pi, or a browser in which somebody signs in.
package enum DeviceKind: String, Hashable, Sendable, Encodable {
  case device
  case browser

  var scopes: [Scope] {
    switch self {
    case .device: [.sync, .read, .live]
    case .browser: [.read, .manage]
    }
  }

  /// How long an access token works, in seconds.
  ///
  /// A browser has no other.
  package var accessSeconds: Int {
    switch self {
    case .device: 3600
    case .browser: 30 * 86_400
    }
  }

  var isRefreshed: Bool { self == .device }

  /// The codes that let it in: a code for a Pi, which a rider types in a shell, opens no browser's session.
  package var purpose: CodePurpose {
    switch self {
    case .device: .pairing
    case .browser: .signIn
    }
  }
}
