import ControlWire
import Foundation
import Rides
import Testing

@testable import SyncKit

@Suite struct QueueingTests {
  private static let connected: ServiceRecord = {
    var record = ServiceRecord(.strava, .connected)
    (record.library, record.firstRide) = ("lib", 5)
    return record
  }()

  private static func decision(
    _ ride: RideSummary, _ service: ServiceRecord = connected, _ upload: UploadRecord? = nil
  ) -> Queueing.Decision {
    Queueing(ride: ride, library: "lib", service: service, upload: upload).decision
  }

  private static func upload(_ state: UploadState, activity: String = "a5", service: SyncService = .strava)
    -> UploadRecord
  {
    var upload = UploadRecord(
      5, of: "lib", to: service, activity: activity, externalID: "lib.a5", start: Date(timeIntervalSince1970: 1),
      at: Date(timeIntervalSince1970: 2))
    upload.state = state
    return upload
  }

  @Test func `a ride after the connection is queued, and an earlier one is not`() {
    #expect(Self.decision(EngineBench.ride(5)) == .begin(held: nil))
    #expect(Self.decision(EngineBench.ride(4)) == .leave)
  }

  @Test func `an earlier ride is queued if it began on or after the date that the rider chose`() {
    var service = Self.connected
    service.since = EngineBench.ride(3).startDate
    #expect(Self.decision(EngineBench.ride(3), service) == .begin(held: nil))
    #expect(Self.decision(EngineBench.ride(2), service) == .leave)
  }

  @Test func `an unfinished, empty, imported or deleted ride is not queued`() {
    var riding = EngineBench.ride(6)
    riding.state = .riding
    var empty = EngineBench.ride(6)
    empty.elapsedSeconds = 0
    var imported = EngineBench.ride(6)
    imported.importedFrom = "fit"
    var deleted = EngineBench.ride(6)
    deleted.deletedUntil = "2026-12-25T00:00:00Z"
    for ride in [riding, empty, imported, deleted] { #expect(Self.decision(ride) == .leave) }
    var hub = ServiceRecord(.hub, .connected)
    (hub.library, hub.firstRide) = ("lib", 0)
    #expect(Self.decision(imported, hub) == .begin(held: nil), "the rider's own server gets all")
    #expect(Self.decision(EngineBench.ride(6), ServiceRecord(.strava)) == .leave, "it is not connected")
    var other = Self.connected
    other.library = "another"
    #expect(Self.decision(EngineBench.ride(6), other) == .leave)
  }

  @Test func `a ride with an unconfirmed start time waits until it is confirmed`() {
    var ride = EngineBench.ride(5)
    ride.startConfirmed = false
    #expect(Self.decision(ride) == .begin(held: SyncFault(.startUnconfirmed)))
    var upload = Self.upload(.queued)
    (upload.isHeld, upload.fault) = (true, SyncFault(.startUnconfirmed))
    #expect(Self.decision(ride, Self.connected, upload) == .leave)
    var released = upload
    (released.isHeld, released.fault) = (false, nil)
    #expect(Self.decision(EngineBench.ride(5), Self.connected, upload) == .keep(released))
  }

  @Test func `a ride that is trimmed before its upload is sent trimmed`() {
    let ride = EngineBench.ride(5, activity: "b")
    #expect(Self.decision(ride, Self.connected, Self.upload(.queued)) == .keep(Self.upload(.queued, activity: "b")))
    #expect(Self.decision(ride, Self.connected, Self.upload(.sending)) == .leave)
  }

  @Test func `a trimmed ride is sent again automatically only to a folder and to the rider's own server`() {
    let ride = EngineBench.ride(5, activity: "b")
    #expect(Self.decision(ride, Self.connected, Self.upload(.done)) == .leave)
    for service in [SyncService.hub, .folder] {
      let record = ServiceRecord(service, .connected)
      let wanted = Self.upload(.queued, activity: "b", service: service)
      #expect(Self.decision(ride, record, Self.upload(.done, service: service)) == .keep(wanted))
    }
  }

  @Test func `a new name is sent only to a service that can rename rides`() {
    let ride = EngineBench.ride(5, name: "Dawn")
    var renamed = Self.upload(.done)
    renamed.isRenameDue = true
    #expect(Self.decision(ride, Self.connected, Self.upload(.done)) == .keep(renamed))
    #expect(Self.decision(ride, ServiceRecord(.hook, .connected), Self.upload(.done, service: .hook)) == .leave)
  }

  @Test func `a ride deleted before its upload leaves the queue, and a sent one stays at the service`() {
    var ride = EngineBench.ride(5)
    ride.deletedUntil = "2026-12-25T00:00:00Z"
    #expect(Self.decision(ride, Self.connected, Self.upload(.queued)) == .forget)
    #expect(Self.decision(ride, Self.connected, Self.upload(.done)) == .leave)
  }

  @Test func `a renamed ride is sent again to the rider's own server, but not to a folder`() {
    var hub = ServiceRecord(.hub, .connected)
    (hub.library, hub.firstRide) = ("lib", 0)
    var (there, folder) = (Self.upload(.done, service: .hub), Self.upload(.done, service: .folder))
    (there.name, folder.name) = ("Old", "Old")
    guard case .keep(let again) = Self.decision(EngineBench.ride(5, name: "New"), hub, there) else {
      Issue.record("it stays")
      return
    }
    #expect(again.state == .queued)
    #expect(Self.decision(EngineBench.ride(5, name: "Old"), hub, there) == .leave)
    let copies = ServiceRecord(.folder, .connected)
    #expect(Self.decision(EngineBench.ride(5, name: "New"), copies, folder) == .leave)
  }
}
