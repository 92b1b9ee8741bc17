import Compression
import ControlSocket
import ControlWire
import Logging
import Rides
import Translations

/// Answers the requests of browsers.
package struct PageSite: Sendable {
  /// The answer to a request.
  package enum Answer: Sendable {
    case now(PageResponse)
    /// The response needs a daemon's reply first.
    case later(@Sendable () async -> PageResponse)
    /// A stream of events, for as long as the browser stays connected and has access.
    case events(Audience)
  }

  /// The client of a connection.
  package struct Caller: Hashable, Sendable {
    /// The local address of the connection; nil if it is not known.
    package var reachedAt: String?
    /// The browser's address, for the log.
    package var address: String
    /// Whether the connection is encrypted.
    package var isSecure = false

    package init(reachedAt: String? = nil, address: String = "-", isSecure: Bool = false) {
      self.reachedAt = reachedAt
      self.address = address
      self.isSecure = isSecure
    }

    /// Whether the browser is in the same local network as this computer, as far as its address shows.
    package var isNear: Bool {
      NetworkAddress(address)?.isNear(reachedAt: reachedAt.flatMap { NetworkAddress($0) }) ?? false
    }
  }

  /// The most bytes of a body, unless it is a file.
  package static let mostBytes = 65_536

  let names: HostNames
  let access: PageAccess
  let files: PageFiles
  let caller: DaemonCaller
  /// Identifies this process, as opposed to the previous one.
  let run: String
  let log: Logger
  let certificate: CertificateFolder
  /// Whether the page shows a code until the first phone is paired.
  let showsFirstCode: Bool
  /// Whether jz2sync can be reached.
  let hasSync: @Sendable () -> Bool

  /// Checks a request by its head, before its body is read.
  ///
  /// - Throws: The refusal.
  package func check(_ request: PageRequest, from caller: Caller) throws(PageRefusal) {
    try checkOrigin(of: request, from: caller)
    guard ["GET", "HEAD", "POST"].contains(request.method) else { throw .wrongMethod }
    guard request.method == "POST" else { return }
    guard request.path.hasPrefix("/api/") else { throw .wrongMethod }
    guard request.path == "/api/pair" || access.phone(of: request) != nil else { throw .notPaired }
    let types = request.values(of: "content-type").map { $0.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() }
    guard !Self.takesFile(request.path) else {
      // A form of another site cannot send this type without asking first.
      guard types == ["application/octet-stream"] else { throw .notJSON }
      return
    }
    guard types == ["application/json"] else { throw .notJSON }
    let length = request.values(of: "content-length").compactMap { Int($0) }.max() ?? 0
    guard length <= Self.mostBytes else { throw .tooLarge }
  }

  /// Checks that a request comes from this page and names this computer.
  ///
  /// The names in the certificate are also valid, because root set them. They can change while the page is on, so they
  /// are read for each name that is otherwise unknown.
  private func checkOrigin(of request: PageRequest, from caller: Caller) throws(PageRefusal) {
    do throws(PageRefusal) { try RequestGate(names).check(request, reachedAt: caller.reachedAt) } catch {
      guard case .wrongHost = error else { throw error }
      try RequestGate(names.with(certificate.names)).check(request, reachedAt: caller.reachedAt)
    }
  }

  /// Answers a request that has passed the check.
  package func answer(_ request: PageRequest, body: [UInt8], from caller: Caller) -> Answer {
    do {
      return try route(request, body, caller)
    } catch {
      return .now(response(to: error, request))
    }
  }

  /// Returns the response for a refused request, in the reader's language.
  package func response(to error: any Error, _ request: PageRequest) -> PageResponse {
    Translation.$current.withValue(Translation(Language(of: request))) {
      switch error {
      case let refusal as PageRefusal: .refusal(refusal)
      case let error as ControlError: .error(error)
      default: .error(ControlError(.shuttingDown))
      }
    }
  }

  private func route(_ request: PageRequest, _ body: [UInt8], _ caller: Caller) throws -> Answer {
    switch (request.method == "POST", request.path) {
    case (true, "/api/pair"): return .now(try pair(request, body, caller))
    case (true, "/api/unpair"): return .now(try unpair(request, caller))
    case (true, let path) where path.hasPrefix("/api/call/"):
      return try call(String(path.dropFirst("/api/call/".count)), request, body, caller)
    case (false, "/api/page"): return .now(try page(request, caller))
    case (false, "/api/words"): return .now(try words(request))
    case (false, "/ca.crt"): return .now(try authority())
    case (false, "/api/events"): return .events(try audience(of: request))
    case (let isPost, let path) where path.hasPrefix("/api/"):
      if !isPost, let answer = try download(request) { return answer }
      let others = isPost ? ["page", "words", "events"] : ["pair", "unpair", "import/ride", "import/plan"]
      throw others.contains(String(path.dropFirst(5))) || path.hasPrefix("/api/call/")
        ? PageRefusal.wrongMethod : PageRefusal.notFound
    default:
      guard let response = files.response(to: request) else { throw PageRefusal.notFound }
      return .now(response)
    }
  }

  /// Returns the audience that a request's sender belongs to.
  ///
  /// - Throws: `notPaired` if the sender may not see anything.
  package func audience(of request: PageRequest) throws(PageRefusal) -> Audience {
    let phone = access.phone(of: request)
    guard phone != nil || access.isPublic else { throw .notPaired }
    return Audience(Language(of: request), isPaired: phone != nil)
  }

  private func call(
    _ method: String, _ request: PageRequest, _ body: [UInt8], _ origin: Caller
  ) throws -> Answer {
    do { try RequestGate.checkDeadline(of: request, at: .now) } catch {
      log.notice("late call refused", metadata: ["method": "\(method.prefix(40))"])
      throw error
    }
    let call = try OfferedCalls.call(method, parameters: body, isEncrypted: origin.isSecure)
    return .later { [self] in
      do {
        return .json(
          try await Translation.$current.withValue(Translation(Language(of: request))) {
            try await caller.json(of: call)
          })
      } catch { return response(to: error, request) }
    }
  }
}

// MARK: - About the page itself

extension PageSite {
  private func page(_ request: PageRequest, _ caller: Caller) throws -> PageResponse {
    let phone = access.phone(of: request)
    if let phone { access.see(phone) }
    let about = AboutPage(
      host: phone == nil ? nil : names.host, version: ProductVersion.text, paired: phone != nil,
      public: access.isPublic,
      secure: caller.isSecure, language: Language(of: request).rawValue, phone: phone?.name,
      code: showsFirstCode && phone == nil && caller.isNear ? access.firstCode() : nil,
      hasSync: phone != nil && hasSync(), run: run, certificate: certificate.description)
    // A phone in use stays paired: browsers keep a cookie for at most 400 days.
    let cookie = phone.map { [("Set-Cookie", Self.cookie($0.token, caller))] } ?? []
    return .json(try WireJSON.text(of: about), fields: cookie)
  }

  private func words(_ request: PageRequest) throws -> PageResponse {
    let translation = Translation(Language(of: request))
    var texts: [String: String] = [:]
    for message in files.messages {
      texts[message.text] = translation?.pattern(of: message.text)
      if let plural = message.plural { texts[plural] = translation?.pattern(of: message.text, form: 1) }
    }
    let text = try WireJSON.text(of: texts)
    guard request.takesGzip, let packed = Gzip.packed(text, .most) else { return .json(text) }
    return .json(packed, fields: [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")])
  }

  private func pair(_ request: PageRequest, _ body: [UInt8], _ caller: Caller) throws -> PageResponse {
    guard let asked = WireJSON.value(AskedPairing.self, of: body), asked.code.utf8.count <= 20 else {
      throw PageRefusal.notJSON
    }
    let code = asked.code.filter { $0.isASCII && $0.isNumber }
    let phone: PairedPhone
    do { phone = try access.pair(code, name: asked.name?.phoneName ?? "phone") } catch let refusal as PageRefusal {
      if case .wrongCode(let left) = refusal {
        log.warning("wrong pairing code", metadata: ["from": "\(caller.address)", "triesLeft": "\(left)"])
      }
      throw refusal
    }
    log.notice(
      "phone paired", metadata: ["name": "\(phone.name)", "id": "\(phone.id)", "from": "\(caller.address)"])
    return .json(
      try WireJSON.text(of: ["phone": phone.name]), fields: [("Set-Cookie", Self.cookie(phone.token, caller))])
  }

  /// Returns the certificate of this computer's authority, which a phone installs before it is paired.
  private func authority() throws(PageRefusal) -> PageResponse {
    guard let bytes = certificate.authority else { throw .notFound }
    return PageResponse(
      type: "application/x-x509-ca-cert", fields: [("Cache-Control", "no-store")], body: bytes)
  }

  private func unpair(_ request: PageRequest, _ caller: Caller) throws -> PageResponse {
    guard let phone = access.phone(of: request) else { throw PageRefusal.notPaired }
    _ = try access.revoke(phone.id)
    return .json(
      Array("{}".utf8),
      fields: [("Set-Cookie", Self.cookie("", caller, seconds: 0))])
  }

  private static func cookie(_ token: String, _ caller: Caller, seconds: Int = 34_560_000) -> String {
    "\(PageAccess.cookie(isSecure: caller.isSecure))=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(seconds)"
      + (caller.isSecure ? "; Secure" : "")
  }
}

/// The description of the page that a browser requests first.
private struct AboutPage: Encodable {
  /// Only for paired phones.
  let host: String?
  let version: String
  let paired: Bool
  let `public`: Bool
  let secure: Bool
  let language: String
  let phone: String?
  /// The code of the first pairing; absent unless the page shows it.
  let code: String?
  let hasSync: Bool
  let run: String
  /// Absent if there is no certificate.
  let certificate: CertificateFolder.Description?
}

/// A phone's request to be paired.
private struct AskedPairing: Decodable {
  let code: String
  let name: String?
}
