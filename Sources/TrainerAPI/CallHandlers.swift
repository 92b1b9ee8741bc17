package import BluetoothLE
import ControlSocket
import ControlWire
package import Logging
package import Loop
package import RideRuntime
package import RideStore
import Rides

/// The handlers of the calls of `org.justzone2.Trainer` and `org.justzone2.Body`.
package struct CallHandlers: Sendable {
  let router: CallRouter
  let devices: DeviceRegistry
  let imports: ImportDesk
  let measuring: MeasuringService
  private let control: RideControl
  private let statuses: StatusService
  private let changes: ChangeService

  /// Creates the handlers of a daemon with an open store; `importing` is the executor that reads files of other
  /// programs.
  package init(
    driver: RideDriver, recorder: RideRecorder, archive: ActivityFiles, study: RideReviewer, blackBox: BlackBox?,
    store: RideDatabase, central: any Central, stateDirectory: String, time: MachineTime,
    importing: any SerialExecutor, loop: EventLoop, log: Logger
  ) {
    let access = StoreAccess(store: store)
    let wallClock = time.wallClock
    let admission = Admission()
    let calendar = CalendarService(access: access, wallClock: wallClock, log: log)
    devices = DeviceRegistry(
      central: central, access: access, driver: driver, wallClock: wallClock, admission: admission, loop: loop, log: log
    )
    measuring = MeasuringService(
      central: central, driver: driver, devices: devices, access: access, time: time, admission: admission, loop: loop,
      log: log)
    control = RideControl(
      driver: driver, recorder: recorder, devices: devices, measuring: measuring, access: access, calendar: calendar,
      admission: admission, wallClock: wallClock, loop: loop, log: log)
    let refused = RefusedUploads(access: access)
    statuses = StatusService(
      driver: driver, recorder: recorder, devices: devices, central: central, store: store,
      stateDirectory: stateDirectory, wallClock: wallClock, calendar: calendar,
      reminder: MorningReminder(access: access, wallClock: wallClock), refused: refused, admission: admission,
      loop: loop)
    let doctor = DoctorService(
      driver: driver, recorder: recorder, devices: devices, central: central, access: access, refused: refused,
      blackBox: blackBox, stateDirectory: stateDirectory, wallClock: wallClock)
    let library = LibraryService(access: access, study: study, blackBox: blackBox)
    let editing = EditingService(
      access: access, archive: archive, study: study, recorder: recorder, wallClock: wallClock, log: log)
    let plans = PlanService(access: access, driver: driver, wallClock: wallClock, log: log)
    imports = ImportDesk(
      access: access, archive: archive,
      restoring: LibraryRestoring(
        access: access, archive: archive, driver: driver, recorder: recorder, devices: devices, admission: admission,
        stateDirectory: stateDirectory, log: log),
      plans: plans, stateDirectory: stateDirectory, importing: importing, clock: loop, log: log)
    let exports = ExportDesk(access: access, library: library, archive: archive, wallClock: wallClock, log: log)

    changes = ChangeService(access: access)
    router = CallRouter([
      devices, control, statuses, doctor, library, editing,
      SettingsService(access: access, driver: driver, wallClock: wallClock), exports, imports, plans, calendar, changes,
      measuring,
      BodyService(access: access, wallClock: wallClock, log: log),
      ScoreService(access: access, study: study, wallClock: wallClock),
    ])
  }

  /// Returns the current status.
  func status() async -> Status { await statuses.status() }

  /// Returns the status now, at every change and at every heartbeat; with `values` also at each new value of a device.
  func watch(
    values: Bool = false, heartbeat: Duration = Watch.heartbeat, pause: @escaping Heartbeat.Pause = Heartbeat.sleep
  ) async -> AsyncThrowingStream<Status, any Error> {
    await statuses.watch(values: values, heartbeat: heartbeat, pause: pause)
  }

  /// Ends streams, scans and a measurement, then the ride; returns when the ride is written, and later starts are
  /// refused.
  package func shutDown() async {
    changes.end()
    await control.shutDown()
  }
}
