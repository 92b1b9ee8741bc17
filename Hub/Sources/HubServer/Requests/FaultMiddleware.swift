import FoundationEssentials
import HTTPTypes
import HubTerms
import Hummingbird
import Logging

/// Turns all errors into responses of the protocol.
struct FaultMiddleware: RouterMiddleware {
  let methods: MethodTable

  @concurrent func handle(
    _ request: Request, context: HubContext, next: @concurrent (Request, HubContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let fault as HubFault {
      if fault.code == .serverError { context.logger.error("\(fault.detail ?? fault.message)") }
      return .fault(fault)
    } catch let error as any HTTPResponseError {
      if error.status == .notFound, let allowed = methods.allowed(at: request.uri.path) {
        var response = Response.fault(HubFault(.methodNotAllowed, "This address accepts \(allowed)."))
        response.headers[.allow] = allowed
        return response
      }
      return .fault(Self.fault(error.status))
    } catch {
      context.logger.error("request failed", metadata: ["path": "\(request.uri.path)", "reason": "\(error)"])
      return .fault(HubFault(.serverError, "The hub failed; its journal has the reason."))
    }
  }

  private static func fault(_ status: HTTPResponse.Status) -> HubFault {
    switch status {
    case .notFound: HubFault(.notFound, "There is nothing at this address; /openapi.json lists all addresses.")
    case .contentTooLarge: HubFault(.payloadTooLarge, "The body is too large.")
    case .methodNotAllowed: HubFault(.methodNotAllowed, "This address does not accept this method.")
    case _ where status.code < 500: HubFault(.validationError, status.reasonPhrase)
    default: HubFault(.serverError, "The hub failed; its journal has the reason.")
    }
  }
}

extension Response {
  /// Returns the response to a refused or failed request.
  static func fault(_ fault: HubFault) -> Response {
    var headers = HTTPFields()
    if let seconds = fault.retryAfterSeconds { headers[.retryAfter] = "\(seconds)" }
    if fault.code.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
    return .json(FaultText(fault), status: HTTPResponse.Status(code: fault.code.status), headers: headers)
  }

  /// Returns a JSON response.
  static func json(
    _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    .text(Data(text(of: value).utf8), type: "application/json", status: status, headers: headers)
  }

  /// Returns a value as JSON.
  static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Values here have no numbers that JSON cannot represent.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  static func text(
    _ data: Data, type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    text(ByteBuffer(bytes: data), type: type, status: status, headers: headers)
  }

  static func text(
    _ buffer: ByteBuffer, type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    content(ResponseBody(byteBuffer: buffer), type: type, status: status, headers: headers)
  }

  static func content(
    _ body: ResponseBody, type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = type
    headers[.cacheControl] = headers[.cacheControl] ?? "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(status: status, headers: headers, body: body)
  }

  static var empty: Response { Response(status: .noContent) }
}

/// A fault in a response.
private struct FaultText: Encodable {
  struct Reason: Encodable {
    let code: String
    let message: String
    let errors: [HubFault.Field]?
  }

  let success = false
  let error: Reason

  init(_ fault: HubFault) {
    error = Reason(
      code: fault.code.rawValue, message: fault.message, errors: fault.fields.isEmpty ? nil : fault.fields)
  }
}
