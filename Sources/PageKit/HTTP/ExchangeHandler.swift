import NIOCore
import NIOHTTP1

/// One browser's connection: reads one request at a time and answers it, on the loop's thread only.
///
/// A client that is slow to send a request, sends too much, or does not read is disconnected.
final class ExchangeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The time limits for a browser.
  struct Patience: Sendable {
    /// For the head of its first request, and for the rest of an unfinished one.
    var request = TimeAmount.seconds(10)
    /// For the next request.
    var idle = TimeAmount.seconds(30)
    /// For reading a response.
    var unread = TimeAmount.seconds(20)
  }

  private enum State {
    case waiting
    case reading(PageRequest, HTTPRequestHead, body: [UInt8])
    /// A file is arriving; `hasEnded` is true after its last byte.
    case taking(FileIntake, PageRequest, HTTPRequestHead, hasEnded: Bool)
    /// The response is on its way; the rest of the request is ignored.
    case answering
    case streaming(EventStream)
    case closed
  }

  /// Limits the bytes before the HTTP decoder; precedes it in the pipeline.
  let headBound = HeadBound()

  private let site: PageSite
  private let streams: EventStreams
  private let caller: PageSite.Caller
  private let patience: Patience
  private var state = State.waiting
  private var hasAnswered = false
  private var context: ChannelHandlerContext?
  private var deadline: Scheduled<Void>?
  /// Whether a piece of a file is on its way to jz2d.
  private var isPassing = false

  init(_ site: PageSite, _ streams: EventStreams, from caller: PageSite.Caller, patience: Patience) {
    self.site = site
    self.streams = streams
    self.caller = caller
    self.patience = patience
  }

  /// How readily the connection gives way to another one; nil if it never does.
  var readiness: ConnectionShares.Readiness? {
    switch state {
    case .waiting: hasAnswered ? .idle : .unasked
    case .reading: .asking
    case .streaming(let stream): stream.audience.isPaired ? nil : .watching
    case .taking, .answering, .closed: nil
    }
  }

  func close() { context?.close(promise: nil) }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    limit(patience.request)
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }
  func channelInactive(context: ChannelHandlerContext) { end() }
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func end() {
    deadline?.cancel()
    switch state {
    case .streaming(let stream): streams.assumeIsolated { $0.remove(stream) }
    case .taking(let intake, _, _, _) where !isPassing: giveUp(intake)
    default: break
    }
    state = .closed
    context = nil
  }

  /// Makes jz2d drop an interrupted file, which would block others for a minute.
  private func giveUp(_ intake: FileIntake) {
    if let call = intake.givingUp() { Task { _ = try? await call() } }
  }

  /// Closes the connection after a time, unless another limit is set before.
  private func limit(_ time: TimeAmount?) {
    deadline?.cancel()
    deadline = time.flatMap { time in
      context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
        self?.context?.close(promise: nil)
      }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    switch part {
    case .head: headBound.headCame()
    case .end: headBound.requestEnded()
    case .body: break
    }
    switch (part, state) {
    case (.head(let head), .waiting): begin(head)
    case (.body(let bytes), .reading(let request, let head, let body)):
      guard body.count + bytes.readableBytes <= PageSite.mostBytes else {
        return refuse(.tooLarge, request, head)
      }
      state = .reading(request, head, body: body + bytes.readableBytesView)
    case (.end, .reading(let request, let head, let body)):
      answer(request, head, body)
    case (.body(let bytes), .taking(let intake, _, _, hasEnded: false)):
      limit(patience.request)
      intake.take(bytes.readableBytesView)
      if intake.isFull { pass(on: intake) }
    case (.end, .taking(let intake, let request, let head, hasEnded: false)):
      state = .taking(intake, request, head, hasEnded: true)
      if !isPassing { pass(on: intake) }
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    let request = PageRequest(
      head.method.rawValue, head.uri, fields: head.headers.map { ($0.name, $0.value) })
    limit(patience.request)
    do throws(PageRefusal) {
      try site.check(request, from: caller)
      state =
        site.intake(of: request).map { .taking($0, request, head, hasEnded: false) }
        ?? .reading(request, head, body: [])
    } catch {
      refuse(error, request, head)
    }
  }

  private func refuse(_ refusal: PageRefusal, _ request: PageRequest, _ head: HTTPRequestHead) {
    var response = site.response(to: refusal, request)
    // The rest of the body is not read.
    response.closes = response.closes || request.changesSomething
    send(response, to: head)
  }

  private func answer(_ request: PageRequest, _ head: HTTPRequestHead, _ body: [UInt8]) {
    guard let context else { return }
    limit(nil)
    switch site.answer(request, body: body, from: caller) {
    case .now(let response):
      send(response, to: head)
      if request.path == "/api/unpair" { streams.assumeIsolated { $0.recheck() } }
    case .later(let made):
      state = .answering
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      context.eventLoop.makeFutureWithTask(made).whenSuccess { bound.value.send($0, to: head) }
    case .events(let audience): stream(to: audience, request, head)
    }
  }

  private func send(_ response: PageResponse, to head: HTTPRequestHead) {
    guard let context, context.channel.isActive else { return }
    state = .answering
    limit(patience.unread)
    let closes = response.closes || !head.isKeepAlive
    var fields = HTTPHeaders(response.fields.map { ($0.name, $0.value) })
    if response.status != 304 { fields.add(name: "Content-Length", value: String(response.body.count)) }
    if closes { fields.add(name: "Connection", value: "close") }
    let status = HTTPResponseStatus(statusCode: response.status)
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: fields))), promise: nil)
    if head.method != .HEAD, !response.body.isEmpty {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { result in
      guard case .success = result, !closes else { return context.close(promise: nil) }
      guard case .answering = self.state else { return }
      (self.state, self.hasAnswered) = (.waiting, true)
      self.limit(self.patience.idle)
    }
  }
}

// MARK: - Files

extension ExchangeHandler {
  /// Sends the bytes of a file that have arrived to jz2d; meanwhile the connection is not read.
  private func pass(on intake: FileIntake) {
    guard let context, !isPassing, case .taking(_, let request, let head, let isLast) = state else { return }
    isPassing = true
    limit(nil)
    let channel = context.channel
    channel.setOption(.autoRead, value: false).assumeIsolated().whenFailure { _ in }
    let bound = NIOLoopBound((handler: self, intake: intake), eventLoop: context.eventLoop)
    context.eventLoop.makeFutureWithTask(intake.next(isLast: isLast)).whenComplete { result in
      let (handler, intake) = bound.value
      handler.passed(intake, result, wasLast: isLast, request, head, channel)
    }
  }

  private func passed(
    _ intake: FileIntake, _ result: Result<FileIntake.Answer, any Error>, wasLast: Bool, _ request: PageRequest,
    _ head: HTTPRequestHead, _ channel: any Channel
  ) {
    isPassing = false
    guard context != nil else {
      // The phone disconnected meanwhile; jz2d accepts the next piece only now.
      if case .success(let answer) = result, !wasLast {
        intake.answered(answer)
        giveUp(intake)
      }
      return
    }
    channel.setOption(.autoRead, value: true).assumeIsolated().whenFailure { _ in }
    switch result {
    case .failure(let error):
      var response = site.response(to: error, request)
      // The rest of the file is not read.
      response.closes = !wasLast
      send(response, to: head)
    case .success(let answer):
      intake.answered(answer)
      guard !wasLast else { return send(.json(answer.json), to: head) }
      limit(patience.request)
      if case .taking(_, _, _, hasEnded: true) = state { return pass(on: intake) }
      if intake.isFull { pass(on: intake) }
    }
  }
}

// MARK: - Events

extension ExchangeHandler {
  private func stream(to audience: Audience, _ request: PageRequest, _ head: HTTPRequestHead) {
    guard let context else { return }
    guard head.method == .GET else { return send(site.response(to: PageRefusal.wrongMethod, request), to: head) }
    let fields = HTTPHeaders(
      PageResponse(type: "text/event-stream", fields: [("Cache-Control", "no-store")]).fields.map {
        ($0.name, $0.value)
      })
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: fields))), promise: nil)
    let stream = EventStream(audience: audience, channel: context.channel) { [site] in
      (try? site.audience(of: request)) == audience
    }
    state = .streaming(stream)
    stream.send(ByteBuffer(string: "retry: 1000\n\n"))
    streams.assumeIsolated { $0.add(stream) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if case .streaming(let stream) = state {
      limit(context.channel.isWritable ? nil : patience.unread)
      if context.channel.isWritable { streams.assumeIsolated { $0.hasRoomAgain(stream) } }
    }
    context.fireChannelWritabilityChanged()
  }
}

/// The event stream of one browser.
final class EventStream: EventListener {
  let audience: Audience
  private let channel: any Channel
  private let checked: @Sendable () -> Bool

  init(audience: Audience, channel: any Channel, isAllowed: @escaping @Sendable () -> Bool) {
    self.audience = audience
    self.channel = channel
    checked = isAllowed
  }

  var hasRoom: Bool { channel.isWritable }
  var isAllowed: Bool { checked() }

  func send(_ bytes: ByteBuffer) {
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
  }

  func close() { channel.close(promise: nil) }
}
