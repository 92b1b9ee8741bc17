import HTTPTypes
import Hummingbird
import Synchronization

/// What an address does by a method.
typealias Handler = @Sendable (Request, HubContext) async throws -> Response

/// Which methods each address takes, so that others are refused by naming those.
final class MethodTable: Sendable {
  /// By the address as it was registered, in its parts.
  private let methods = Mutex<[(parts: [Substring], allowed: String)]>([])

  /// The methods of an address, as the field `Allow` has them; nil if there is no such address.
  func allowed(at path: String) -> String? {
    let parts = path.split(separator: "/")
    return methods.withLock { methods in
      methods.first { known in
        known.parts.count == parts.count && zip(known.parts, parts).allSatisfy { $0.first == ":" || $0 == $1 }
      }?.allowed
    }
  }

  /// Every address, as it was registered.
  var all: [(path: String, allowed: String)] {
    methods.withLock { methods in methods.map { ("/" + $0.parts.joined(separator: "/"), $0.allowed) } }
  }

  fileprivate func note(_ path: String, _ allowed: String) {
    methods.withLock { $0.append((path.split(separator: "/"), allowed)) }
  }
}

/// Where routes are added.
struct Routes {
  let router: Router<HubContext>
  let table: MethodTable

  /// Has an address answer some methods.
  func at(_ path: String, _ handlers: [HTTPRequest.Method: Handler]) {
    for (method, handler) in handlers { router.on(RouterPath(path), method: method, use: handler) }
    let head: [HTTPRequest.Method] = handlers[.get] == nil ? [] : [.head]
    table.note(path, (Array(handlers.keys) + head).map(\.rawValue).sorted().joined(separator: ", "))
  }
}
