// Remedies that a rider can carry out on the phone, by the codes of problems and errors.
import { t } from "./words.js";

/** Codes whose remedy is a command for the rider: it opens the page to a phone. */
const ownCommands = new Set(["notPaired", "pairingClosed", "wrongCode", "wrongHost"]);

/** Codes that mean that jz2d does not answer the Pi's page. */
const daemonGone = new Set(["noDaemon", "noAnswer", "connectionLost", "shuttingDown", "foreignListener"]);

const restart = () => t("If it stays like this, restart the Pi.");
const settings = () => t("Set it in the settings.");
const otherDevice = () => t("Choose another device in the settings.");
const rides = () => t("Look under “Rides”.");
const services = () => t("Look under “More”, “Services”.");

/** @type {Record<string, () => string>} */
const sentences = {
  // Problems during a ride.
  stateUnusable: () => t("No ride can begin until the Pi's disk is in order."),
  storeFailing: () => t("Ride on, and leave the Pi switched on until the ride is saved."),
  libraryReplaced: () => t("Ride on. Look for missing rides later."),
  stateVolatile: () => t("Download the rides that you want to keep before the Pi restarts."),
  adapterMissing: () => t("Plug the Bluetooth adapter in, or restart the Pi."),
  adapterOff: restart,
  adapterStuck: () => t("Wait a moment: the Pi resets Bluetooth by itself."),
  serviceMissing: restart,
  failed: restart,
  captureEnded: () => t("Hold Stop to end the ride."),
  trainerLost: () => t("Switch the trainer off and on."),
  strapLost: () => t("Take the strap off, and put it on again."),
  strapAway: () => t("Take the strap off, and put it on again."),
  targetRefused: () => t("Set another target with −5 or +5."),
  legsSpared: () => t("Pedal faster than 60 rpm to raise it again, or press −5."),
  steeringAtMost: () => t("If your FTP is higher now, set it in the settings for the next ride."),
  steeringAtLeast: () => t("Cool down and drink. If the zone is too low for you, set it in the settings."),
  calibrationRequested: () => t("Calibrate it in the settings."),
  meterCalibrationRequested: () => t("Set its zero offset in the settings."),
  meterAway: () => t("Turn the pedals to wake it. To ride without it, forget it in the settings."),
  cadenceSensorAway: () => t("Turn the pedals to wake it. To ride without it, forget it in the settings."),
  cadenceSensorMeasuresSpeed: () => t("If it can do both, switch it to cadence; otherwise choose another one."),
  startForgotten: () => t("Start again when you are on the bike."),
  clockUnsynchronised: () => t("Connect the Pi to the internet: it then sets its clock by itself."),

  // Errors.
  noTrainerInRange: () => t("Turn the pedals to wake your trainer, close other apps that use it, and start again."),
  severalDevices: () => t("Choose yours in the settings, and start again."),
  deviceNotFound: () => t("Turn the pedals to wake it, close other apps that use it, and try again."),
  deviceRefused: () => t("Switch it off and on, and try again."),
  noFitnessMachine: otherDevice,
  noPowerTargets: otherDevice,
  calibrationUnsupported: () => t("Choose a power meter in the settings first."),
  unsuitableDevice: otherDevice,
  unknownDevice: () => t("Look for devices in the settings."),
  scanDuringRide: () => t("End the ride first."),
  radioUnavailable: restart,
  noRide: () => t("Start one under “Ride”."),
  wrongPhase: () => t("Wait a moment, then press again."),
  unknownRide: rides,
  rideUnfinished: () => t("End the ride first."),
  notDeleted: rides,
  duplicateRide: rides,
  differentRide: rides,
  settingMissing: settings,
  trimRefused: () => t("Move the handles, then try again."),
  storeFailed: restart,
  noRoom: () => t("The Pi's disk needs more room."),
  libraryOpening: () => t("Try again in a moment."),
  tooManyConnections: () => t("Close other tabs of this page, and try again."),
  unknownPlan: () => t("Look under “Plans”."),
  duplicatePlan: () => t("Choose another name."),
  planInUse: () => t("Change it after the ride."),
  planReadOnly: () => t("Copy it, and change the copy."),
  badPlan: () => t("Correct it, and save again."),
  notAwaited: () => t("Press Skip to leave it."),
  notConnected: services,
  connectRefused: services,
  noTrainerDaemon: restart,
  methodNotFound: restart,
};

/**
 * A problem or an error as a rider reads it: what happened, what to do here, and the details for a terminal.
 * @param {{ code?: string, message: string, remedy?: string }} problem
 */
export function forRider({ code = "", message, remedy = "" }) {
  if (daemonGone.has(code)) {
    return {
      message: t("The Pi's program does not answer."),
      remedy: t("It starts again by itself; your ride is kept and goes on."), details: `${message} ${remedy}`,
    };
  }
  if (!remedy.includes("`") || ownCommands.has(code)) return { message, remedy, details: "" };
  const known = Object.hasOwn(sentences, code) ? sentences[code]() : "";
  return { message, remedy: known, details: remedy };
}
