import ControlWire
import Rides

/// The values of services with every field set, and their JSON.
extension Vectors {
  static let serviceStatus = ServiceStatus(
    .strava, .authRequired, account: "Ada", queued: 3, lastSuccess: "2026-11-21T09:00:00Z",
    problem: Explanation("No key.", remedy: "Connect it."), fault: SyncFault(.unauthorized, detail: "401"),
    pausedUntil: "2026-11-21T09:15:00Z", refused: RefusedRides(count: 2, ride: 36, fault: SyncFault(.tooLarge)))
  static let serviceStatusJSON =
    #"{"account":"Ada","fault":{"code":"unauthorized","detail":"401"},"lastSuccess":"2026-11-21T09:00:00Z","#
    + #""message":"No key.","pausedUntil":"2026-11-21T09:15:00Z","queued":3,"#
    + #""refused":{"count":2,"fault":{"code":"tooLarge"},"ride":36},"remedy":"Connect it.","service":"strava","#
    + #""state":"authRequired","traits":{"connection":"consent","renames":true,"renewal":"deletion","title":"Strava","#
    + #""wholeRides":false}}"#

  static let remoteActivity = {
    var activity = RemoteActivity(id: "17", start: "2026-11-21T06:45:12Z", timerSeconds: 120, elapsedSeconds: 130)
    (activity.name, activity.sport, activity.indoors) = ("Dawn", "Ride", true)
    (activity.distanceMeters, activity.averageWatts, activity.normalizedWatts) = (1000.5, 149.5, 151)
    (activity.averageHeartRate, activity.kilojoules) = (131, 17.5)
    (activity.url, activity.ride) = ("https://a.b/17", 7)
    return activity
  }()
  static let remoteActivityJSON =
    #"{"averageHeartRate":131,"averageWatts":149.5,"distanceMeters":1000.5,"elapsedSeconds":130,"id":"17","#
    + #""indoors":true,"kilojoules":17.5,"name":"Dawn","normalizedWatts":151,"ride":7,"sport":"Ride","#
    + #""start":"2026-11-21T06:45:12Z","timerSeconds":120,"url":"https://a.b/17"}"#

  static let remoteSample = {
    var sample = RemoteSample(elapsedSeconds: 3)
    (sample.powerWatts, sample.cadenceRpm, sample.beatsPerMinute) = (150.5, 85.5, 120)
    (sample.speedKmh, sample.distanceMeters) = (30, 25)
    return sample
  }()
  static let remoteSampleJSON =
    #"{"beatsPerMinute":120,"cadenceRpm":85.5,"distanceMeters":25,"elapsedSeconds":3,"powerWatts":150.5,"#
    + #""speedKmh":30}"#

  static let connect = {
    var connect = Connect(service: .strava)
    (connect.url, connect.certificates, connect.since) = ("https://a.b", "PEM", "2026-11-21T06:45:12Z")
    (connect.key, connect.clientId, connect.clientSecret, connect.broker) = ("k", "5", "s", "https://c.d")
    (connect.oauthUrl, connect.history, connect.virtual) = ("https://e.f", true, false)
    (connect.code, connect.token, connect.wellness) = ("x", "t", .both)
    connect.camelCase = true
    return connect
  }()

  static let syncRequests: [(any SyncCall, String)] = [
    (Services(), "{}"),
    (GetSyncStatus(), "{}"),
    (SyncNow(), "{}"),
    (SyncNow(service: .hub, full: true), #"{"full":true,"service":"hub"}"#),
    (SyncAgain(ride: "7", service: .strava), #"{"ride":"7","service":"strava"}"#),
    (RestoreRides(), "{}"),
    (Connect(service: .intervals), #"{"service":"intervals"}"#),
    (
      connect,
      #"{"broker":"https://c.d","camelCase":true,"certificates":"PEM","clientId":"5","clientSecret":"s","code":"x","#
        + #""history":true,"key":"k","oauthUrl":"https://e.f","service":"strava","since":"2026-11-21T06:45:12Z","#
        + #""token":"t","url":"https://a.b","virtual":false,"wellness":"both"}"#
    ),
    (Disconnect(service: .folder), #"{"service":"folder"}"#),
    (Activities(), "{}"),
    (
      Activities(since: "2026-11-01T00:00:00Z", before: "2026-12-01T00:00:00Z"),
      #"{"before":"2026-12-01T00:00:00Z","since":"2026-11-01T00:00:00Z"}"#
    ),
    (ShowActivity(id: "17"), #"{"id":"17"}"#),
  ]

  private static let tooLarge = SyncFault(.tooLarge).explanation(of: .hub).message

  static let syncReplies: [ReplyVector] = [
    .init(
      Services.self, ServiceList([serviceStatus, ServiceStatus(.hook, .disconnected)]),
      #"{"services":[\#(serviceStatusJSON),{"queued":0,"service":"hook","state":"disconnected","traits":"#
        + #"{"connection":"file","renames":false,"renewal":"again","title":"The command","wholeRides":false}}]}"#
    ),
    .init(
      GetSyncStatus.self,
      SyncStatusReply(
        SyncStatus(
          .syncing, progress: 0.25, count: 2, message: "Slow.", fault: SyncFault(.timedOut), of: .hub, waiting: 3,
          refused: 1)),
      #"{"status":{"count":2,"fault":{"code":"timedOut"},"message":"Slow.","progress":0.25,"refused":1,"#
        + #""service":"hub","state":"syncing","waiting":3}}"#
    ),
    .init(SyncNow.self, SyncStatusReply(SyncStatus(.idle)), #"{"status":{"count":0,"state":"idle"}}"#),
    .init(
      RestoreRides.self,
      RideRestoringReply(RideRestoring(seen: 3, restored: 1, failed: 1, isOver: true, fault: SyncFault(.tooLarge))),
      #"{"restoring":{"failed":1,"fault":{"code":"tooLarge"},"isOver":true,"message":"\#(tooLarge)","restored":1,"#
        + #""seen":3}}"#
    ),
    .init(SyncAgain.self, SentAgain(upload), #"{"upload":\#(uploadJSON)}"#),
    .init(
      Connect.self,
      ConnectedService(serviceStatus, consent: Consent(address: "https://a.b", callback: "http://c", secondsLeft: 600)),
      #"{"consent":{"address":"https://a.b","callback":"http://c","secondsLeft":600},"service":\#(serviceStatusJSON)}"#
    ),
    .init(
      Disconnect.self, DisconnectedService(serviceStatus, revoked: true),
      #"{"revoked":true,"service":\#(serviceStatusJSON)}"#
    ),
    .init(
      Activities.self, RemoteActivityList([remoteActivity], more: true),
      #"{"activities":[\#(remoteActivityJSON)],"more":true}"#
    ),
    .init(
      ShowActivity.self, ShownActivity(remoteActivity, samples: [remoteSample]),
      #"{"activity":\#(remoteActivityJSON),"samples":[\#(remoteSampleJSON)]}"#
    ),
  ]
}
