import ControlWire
import RideStore
import Rides
import Workouts

// Plans of the library and of the package.

extension StoreAccess {
  /// Calls `body` with the store, and uses the package's workout of that name if the library has no such plan.
  ///
  /// - Throws: `unknownPlan` if neither has such a plan, and the errors of `body`.
  func found<Output: Sendable>(
    _ name: String, _ body: (RideDatabase) async throws(StoreError) -> Output, packaged: (PackagePlan) -> Output
  ) async throws(ControlError) -> Output {
    do throws(ControlError) {
      return try await stored(body)
    } catch {
      guard error.code == .unknownPlan, let workout = PackagePlan.named(name) else { throw error }
      return packaged(workout)
    }
  }

  /// Calls `body`, which changes a plan of the library, with the store.
  ///
  /// - Throws: `planReadOnly` if only the package has a plan of that name, and the errors of `body`.
  func changed<Output: Sendable>(
    _ name: String, _ body: (RideDatabase) async throws(StoreError) -> Output
  ) async throws(ControlError) -> Output {
    do throws(ControlError) {
      return try await stored(body)
    } catch {
      guard error.code == .unknownPlan, let workout = PackagePlan.named(name) else { throw error }
      throw ControlError(.planReadOnly, subject: workout.plan.name, detail: ControlError.ofPackage)
    }
  }
}
