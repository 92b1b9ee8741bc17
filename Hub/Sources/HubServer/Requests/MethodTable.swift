import HTTPTypes
import Hummingbird
import Synchronization

/// Handles one method of an address.
typealias Handler = @Sendable (Request, HubContext) async throws -> Response

/// The permitted methods of each address, for responses to other methods.
final class MethodTable: Sendable {
  /// The methods by the parts of the registered address.
  private let methods = Mutex<[(parts: [Substring], allowed: String)]>([])

  /// Returns the methods of an address for the `Allow` field; nil if there is no such address.
  func allowed(at path: String) -> String? {
    let parts = path.split(separator: "/")
    return methods.withLock { methods in
      methods.first { known in
        known.parts.count == parts.count && zip(known.parts, parts).allSatisfy { $0.first == ":" || $0 == $1 }
      }?.allowed
    }
  }

  /// All addresses in their registered form.
  var all: [(path: String, allowed: String)] {
    methods.withLock { methods in methods.map { ("/" + $0.parts.joined(separator: "/"), $0.allowed) } }
  }

  fileprivate func note(_ path: String, _ allowed: String) {
    methods.withLock { $0.append((path.split(separator: "/"), allowed)) }
  }
}

/// Registers routes.
struct Routes {
  let router: Router<HubContext>
  let table: MethodTable

  /// Adds handlers for methods of an address.
  func at(_ path: String, _ handlers: [HTTPRequest.Method: Handler]) {
    for (method, handler) in handlers { router.on(RouterPath(path), method: method, use: handler) }
    let head: [HTTPRequest.Method] = handlers[.get] == nil ? [] : [.head]
    table.note(path, (Array(handlers.keys) + head).map(\.rawValue).sorted().joined(separator: ", "))
  }
}
