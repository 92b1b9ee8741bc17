import RideStore
import Testing

/// Expects a `StoreError` with a code.
func expect<Value>(
  throwsCode code: StoreError.Code, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async {
  let error = await #expect(throws: StoreError.self, sourceLocation: location) { _ = try await body() }
  #expect(error?.code == code, sourceLocation: location)
}
