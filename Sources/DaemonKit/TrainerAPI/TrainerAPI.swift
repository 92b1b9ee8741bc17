package import BluetoothLE
import ControlSocket
import ControlWire
package import Logging
package import Loop
package import RideRuntime
import RideSession
package import RideStore

/// The calls of `org.justzone2.Trainer` and who answers them.
package struct TrainerAPI: Sendable {
  let router: CallRouter
  let devices: DeviceRegistry
  let imports: ImportDesk
  private let control: RideControl
  private let statuses: StatusService

  /// What the calls are answered from.
  ///
  /// `importing` is the executor that files of other programs are read on.
  package init(
    driver: RideDriver, recorder: RideRecorder, archive: ActivityFiles, study: RideReviewer, blackBox: BlackBox?,
    store: RideStore, central: any Central, stateDirectory: String, wallClock: any WallClock,
    importing: any SerialExecutor, loop: EventLoop, log: Logger
  ) {
    let access = StoreAccess(store: store)
    let admission = Admission()
    devices = DeviceRegistry(
      central: central, access: access, driver: driver, wallClock: wallClock, admission: admission, loop: loop, log: log
    )
    control = RideControl(
      driver: driver, recorder: recorder, devices: devices, access: access, admission: admission, loop: loop, log: log)
    statuses = StatusService(
      driver: driver, recorder: recorder, devices: devices, central: central, store: store,
      stateDirectory: stateDirectory, wallClock: wallClock, admission: admission, loop: loop)
    let doctor = DoctorService(
      driver: driver, recorder: recorder, devices: devices, central: central, access: access, blackBox: blackBox,
      stateDirectory: stateDirectory, wallClock: wallClock)
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

    router = CallRouter([
      devices, control, statuses, doctor, library, editing, SettingsService(access: access, wallClock: wallClock),
      exports, imports, plans,
    ])
  }

  /// What is going on now.
  func status() async -> Status { await statuses.status() }

  /// The status now and at every change.
  func watch() async -> AsyncThrowingStream<Status, any Error> { await statuses.watch() }

  /// Ends what is going on, the ride last, and returns when it is written; from now on nothing is begun.
  package func shutDown() async { await control.shutDown() }
}
