package import BluetoothLE
import ControlSocket
import ControlWire
package import Logging
package import Loop
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
    driver: RideDriver, recorder: RideRecorder, archive: RideArchive, study: RideStudy, blackBox: BlackBox?,
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

    var router = CallRouter()
    router.routeRide(devices, control, statuses, doctor)
    router.routeLibrary(library, editing, SettingsService(access: access, wallClock: wallClock))
    router.routeFiles(exports, imports)
    router.routePlans(plans)
    self.router = router
  }

  /// What is going on now.
  func status() async -> Status { await statuses.status() }

  /// The status now and at every change.
  func watch() async -> AsyncThrowingStream<Status, any Error> { await statuses.watch() }

  /// Ends what is going on, the ride last, and returns when it is written; from now on nothing is begun.
  package func shutDown() async { await control.shutDown() }
}

// MARK: - One line a call

extension CallRouter {
  fileprivate mutating func routeRide(
    _ devices: DeviceRegistry, _ control: RideControl, _ statuses: StatusService, _ doctor: DoctorService
  ) {
    stream(Scan.self) { call, _, more throws(ControlError) in try await devices.scan(call, more: more) }
    answer(Use.self) { call, _ throws(ControlError) in try await devices.use(call) }
    answer(Forget.self) { call, _ throws(ControlError) in try await devices.forget(call) }
    answer(Devices.self) { _, _ throws(ControlError) in try await devices.list() }
    answer(Start.self) { call, peer throws(ControlError) in try await control.start(call, peer) }
    answer(SetWatts.self) { call, peer throws(ControlError) in try await control.setWatts(call, peer) }
    answer(Pause.self) { _, peer throws(ControlError) in try await control.pause(peer) }
    answer(Resume.self) { _, peer throws(ControlError) in try await control.resume(peer) }
    answer(Stop.self) { _, peer throws(ControlError) in try await control.stop(peer) }
    answer(GetStatus.self) { _, _ in await statuses.status() }
    stream(Watch.self) { call, _, _ in .stream(await statuses.watch(), answering: call) }
    answer(Done.self) { _, peer throws(ControlError) in try await control.take(.done, peer) }
    answer(Skip.self) { _, peer throws(ControlError) in try await control.take(.skip, peer) }
    answer(Back.self) { _, peer throws(ControlError) in try await control.take(.back, peer) }
    answer(Extend.self) { call, peer throws(ControlError) in try await control.take(.init(call), peer) }
    answer(Bias.self) { call, peer throws(ControlError) in try await control.take(.init(call), peer) }
    answer(Label.self) { call, peer throws(ControlError) in try await control.take(.label(call.text), peer) }
    answer(Doctor.self) { _, _ in CheckList(checks: await doctor.checks()) }
  }

  fileprivate mutating func routeLibrary(
    _ library: LibraryService, _ editing: EditingService, _ settings: SettingsService
  ) {
    answer(Rides.self) { call, _ throws(ControlError) in try await library.rides(call) }
    stream(Show.self) { call, _, more throws(ControlError) in try await library.show(call, more: more) }
    answer(Review.self) { call, _ throws(ControlError) in try await library.review(call) }
    answer(Links.self) { call, _ throws(ControlError) in try await library.links(call) }
    answer(History.self) { call, _ throws(ControlError) in try await library.history(call) }
    answer(Edit.self) { call, _ throws(ControlError) in try await editing.edit(call) }
    answer(Delete.self) { call, peer throws(ControlError) in try await editing.delete(call, peer) }
    answer(Undelete.self) { call, _ throws(ControlError) in try await editing.undelete(call) }
    answer(SuggestTrim.self) { call, _ throws(ControlError) in try await editing.suggestTrim(call) }
    answer(TrimRide.self) { call, _ throws(ControlError) in try await editing.trim(call) }
    answer(Untrim.self) { call, _ throws(ControlError) in try await editing.untrim(call) }
    answer(NoteUpload.self) { call, _ throws(ControlError) in try await editing.noteUpload(call) }
    answer(GetSettings.self) { _, _ throws(ControlError) in try await settings.settings() }
    answer(SetSettings.self) { call, _ throws(ControlError) in try await settings.change(call) }
  }

  fileprivate mutating func routeFiles(_ exports: ExportDesk, _ imports: ImportDesk) {
    stream(Export.self) { call, _, _ throws(ControlError) in
      .stream(try await exports.export(call), answering: call)
    }
    stream(ExportPlan.self) { call, _, _ throws(ControlError) in
      .stream(try await exports.exportPlan(call), answering: call)
    }
    stream(Backup.self) { call, peer, _ throws(ControlError) in
      .stream(try await exports.backUp(peer), answering: call)
    }
    answer(Import.self) { piece, peer throws(ControlError) in try await imports.take(piece, peer) }
    answer(ImportPlan.self) { piece, peer throws(ControlError) in try await imports.take(piece, peer) }
    answer(Restore.self) { piece, peer throws(ControlError) in try await imports.take(piece, peer) }
  }

  fileprivate mutating func routePlans(_ plans: PlanService) {
    answer(Plans.self) { _, _ throws(ControlError) in try await plans.plans() }
    answer(ShowPlan.self) { call, _ throws(ControlError) in try await plans.show(call) }
    answer(NewPlan.self) { call, peer throws(ControlError) in try await plans.begin(call, peer) }
    answer(AddToPlan.self) { call, _ throws(ControlError) in try await plans.add(call) }
    answer(RemovePlan.self) { call, peer throws(ControlError) in try await plans.remove(call, peer) }
    answer(RenamePlan.self) { call, _ throws(ControlError) in try await plans.rename(call) }
  }
}
