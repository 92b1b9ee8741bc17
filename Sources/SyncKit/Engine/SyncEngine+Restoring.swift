import ControlWire
import Logging
import Rides

extension SyncEngine {
  /// Fetches the rides of an archive that the library does not have.
  ///
  /// Each ride is stored as soon as it arrives, so an interrupted run continues there the next time. Rides that the
  /// library has, deleted or not, stay unchanged.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - tell: Called after each ride with the progress.
  /// - Returns: How many rides were seen, restored and failed.
  /// - Throws: `connectRefused` if the archive cannot be reached; jz2d's error if jz2d cannot.
  func restore(
    from archive: any RideArchive, _ tell: @Sendable (RideRestoring) -> Void
  ) async throws(ControlError) -> RideRestoring {
    var known = Set(try await library.rides().compactMap(\.uuid))
    var restoring = RideRestoring()
    var cursor: String?
    repeat {
      let page: ArchivedRides
      do throws(SyncFault) {
        let place = cursor
        page = try await patiently { () throws(SyncFault) in try await archive.archived(after: place) }
      } catch {
        throw .connectRefused(error, by: .hub)
      }
      for uuid in page.uuids where !Task.isCancelled {
        restoring.seen += 1
        if known.insert(uuid).inserted { try await restore(uuid, from: archive, &restoring) }
        tell(restoring)
      }
      cursor = page.next
    } while cursor != nil && !Task.isCancelled
    restoring.isOver = true
    log.notice(
      "rides fetched",
      metadata: ["seen": "\(restoring.seen)", "restored": "\(restoring.restored)", "failed": "\(restoring.failed)"])
    return restoring
  }

  /// Fetches a ride.
  ///
  /// A ride that cannot be fetched or read is skipped. The run ends only if the server cannot be reached.
  private func restore(
    _ uuid: String, from archive: any RideArchive, _ restoring: inout RideRestoring
  ) async throws(ControlError) {
    let archived: ArchivedRide
    do throws(SyncFault) {
      archived = try await patiently { () throws(SyncFault) in try await archive.archived(uuid) }
    } catch {
      return try fail(uuid, error, &restoring)
    }
    let taken: RideSummary?
    do throws(ControlError) { taken = try await library.take(archived) } catch  where error.code == .badFile {
      return try fail(uuid, SyncFault(.refused, detail: "jz2d: \(error.explanation.message)"), &restoring)
    }
    guard let taken else { return }
    restoring.restored += 1
    guard let store else { return }
    let parcel = Parcels(library: library).parcel(of: taken, in: store, first: nil)
    // Without this note the ride is uploaded once more, without a change.
    try? await archive.note(parcel, cameAs: archived.revision)
  }

  /// Counts a ride that could not be fetched.
  ///
  /// - Throws: `connectRefused` if the fault affects all rides.
  private func fail(_ uuid: String, _ fault: SyncFault, _ restoring: inout RideRestoring) throws(ControlError) {
    if fault.isOfNetwork || [.unauthorized, .connectionUnused, .rateLimited].contains(fault.code) {
      throw .connectRefused(fault, by: .hub)
    }
    log.warning(
      "a ride could not be fetched",
      metadata: ["uuid": "\(uuid)", "code": "\(fault.code.rawValue)", "why": "\(fault.detail ?? "")"])
    restoring.failed += 1
    (restoring.fault, restoring.message) = (fault, fault.explanation(of: .hub).message)
  }

  /// Repeats a request for some minutes while the archive limits the rate.
  private func patiently<Value: Sendable>(
    _ ask: () async throws(SyncFault) -> Value
  ) async throws(SyncFault) -> Value {
    for _ in 0..<20 {
      do throws(SyncFault) { return try await ask() } catch  where error.code != .rateLimited { throw error } catch {}
      do throws(CancellationError) { try await clock.sleep(for: .seconds(10)) } catch { break }
    }
    return try await ask()
  }
}
