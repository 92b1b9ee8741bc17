import ControlWire
import Logging
import Rides

/// Which address of the page answers with what.
package struct PageSite: Sendable {
  /// How a request is answered.
  package enum Answer: Sendable {
    case now(PageResponse)
    /// Somebody has to be asked first.
    case later(@Sendable () async -> PageResponse)
    /// By events, for as long as the browser stays and may.
    case events(Audience)
  }

  /// Whose connection it is.
  package struct Caller: Hashable, Sendable {
    /// The own address that it came to; nil if that is not known.
    package var reachedAt: String?
    /// The address of the browser, for the journal.
    package var address: String
    /// Whether nobody on the way can read it.
    package var isSecure = false

    package init(reachedAt: String? = nil, address: String = "-", isSecure: Bool = false) {
      self.reachedAt = reachedAt
      self.address = address
      self.isSecure = isSecure
    }
  }

  /// The most bytes of a body.
  package static let mostBytes = 65_536

  let names: HostNames
  let access: PageAccess
  let files: PageFiles
  let caller: DaemonCaller
  /// Tells this process from the one before.
  let run: String
  let log: Logger
  let certificate: CertificateFolder
  /// Whether jz2sync can be asked.
  let hasSync: @Sendable () -> Bool

  /// Checks what can be told from the head of a request, before its body is taken.
  ///
  /// - Throws: Why it is refused.
  package func check(_ request: PageRequest, from caller: Caller) throws(PageRefusal) {
    try checkOrigin(of: request, from: caller)
    guard ["GET", "HEAD", "POST"].contains(request.method) else { throw .wrongMethod }
    guard request.method == "POST" else { return }
    guard request.path.hasPrefix("/api/") else { throw .wrongMethod }
    guard request.path == "/api/pair" || access.phone(of: request) != nil else { throw .notPaired }
    let types = request.values(of: "content-type").map { $0.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() }
    guard !Self.takesFile(request.path) else {
      // A form of another site cannot say so without asking first.
      guard types == ["application/octet-stream"] else { throw .notJSON }
      return
    }
    guard types == ["application/json"] else { throw .notJSON }
    let length = request.values(of: "content-length").compactMap { Int($0) }.max() ?? 0
    guard length <= Self.mostBytes else { throw .tooLarge }
  }

  /// Checks that a request comes from this page, to a name of this computer.
  ///
  /// The names of the certificate count too: root gave them. They may change while the page is on, so they are looked up
  /// for a name that is not known else.
  private func checkOrigin(of request: PageRequest, from caller: Caller) throws(PageRefusal) {
    do throws(PageRefusal) { try RequestGate(names).check(request, reachedAt: caller.reachedAt) } catch {
      guard case .wrongHost = error else { throw error }
      try RequestGate(names.with(certificate.names)).check(request, reachedAt: caller.reachedAt)
    }
  }

  /// Answers a request that was checked.
  package func answer(_ request: PageRequest, body: [UInt8], from caller: Caller) -> Answer {
    do {
      return try route(request, body, caller)
    } catch {
      return .now(response(to: error, request))
    }
  }

  /// The answer to a request that is refused, in the reader's language.
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
      return try call(String(path.dropFirst("/api/call/".count)), request, body)
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

  /// Who a request's sender is, as far as events go.
  ///
  /// - Throws: `notPaired` for one that may see nothing.
  package func audience(of request: PageRequest) throws(PageRefusal) -> Audience {
    let phone = access.phone(of: request)
    guard phone != nil || access.isPublic else { throw .notPaired }
    return Audience(Language(of: request), isPaired: phone != nil)
  }

  private func call(_ method: String, _ request: PageRequest, _ body: [UInt8]) throws -> Answer {
    let call = try OfferedCalls.call(method, parameters: body)
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
      hasSync: phone != nil && hasSync(), run: run, certificate: certificate.told)
    // A phone that is used stays paired: browsers keep no cookie longer than 400 days.
    let cookie = phone.map { [("Set-Cookie", Self.cookie($0.token, caller))] } ?? []
    return .json(try WireJSON.text(of: about), fields: cookie)
  }

  private func words(_ request: PageRequest) throws -> PageResponse {
    let translation = Translation(Language(of: request))
    var texts: [String: String] = [:]
    for phrase in files.phrases {
      texts[phrase.text] = translation?.pattern(of: phrase.text)
      if let plural = phrase.plural { texts[plural] = translation?.pattern(of: phrase.text, form: 1) }
    }
    return .json(try WireJSON.text(of: texts))
  }

  private func pair(_ request: PageRequest, _ body: [UInt8], _ caller: Caller) throws -> PageResponse {
    guard let asked = WireJSON.value(AskedPairing.self, of: body), asked.code.utf8.count <= 20 else {
      throw PageRefusal.notJSON
    }
    let code = asked.code.filter { $0.isASCII && $0.isNumber }
    let phone: PairedPhone
    do { phone = try access.pair(code, name: asked.name?.phoneName ?? "phone") } catch let refusal as PageRefusal {
      if case .wrongCode(let left) = refusal {
        log.warning("a wrong code", metadata: ["from": "\(caller.address)", "triesLeft": "\(left)"])
      }
      throw refusal
    }
    log.notice(
      "a phone is paired", metadata: ["name": "\(phone.name)", "id": "\(phone.id)", "from": "\(caller.address)"])
    return .json(
      try WireJSON.text(of: ["phone": phone.name]), fields: [("Set-Cookie", Self.cookie(phone.token, caller))])
  }

  /// The certificate of this computer's authority, which a phone takes before it is paired.
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

/// What a browser wants to know first.
private struct AboutPage: Encodable {
  /// Only for paired phones.
  let host: String?
  let version: String
  let paired: Bool
  let `public`: Bool
  let secure: Bool
  let language: String
  let phone: String?
  let hasSync: Bool
  let run: String
  /// Absent where there is none.
  let certificate: CertificateFolder.Told?
}

/// What a phone sends to be paired.
private struct AskedPairing: Decodable {
  let code: String
  let name: String?
}
