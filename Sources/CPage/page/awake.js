// Keeps the screen on while a ride is on.

// Browsers offer the wake lock only on encrypted pages.
const canLock = "wakeLock" in navigator;
let isWanted = false;
/** @type {{ released: boolean, release(): void } | null} */
let lock = null;
let isAsking = false;
/** @type {HTMLVideoElement | null} */
let video = null;
/** @type {Promise<HTMLVideoElement | null> | null} */
let made = null;

// WebKit lets the screen sleep during a video that is muted, or has the attribute `loop`. The others accept a muted
// one that covers a fifth of the window.
const needsSound = navigator.vendor.startsWith("Apple");
// The sound of the page then mixes with the phone's music instead of stopping it.
if (navigator.audioSession) navigator.audioSession.type = "ambient";

/** Whether keeping the screen on stops the phone's music. */
export const stopsMusic = !canLock && needsSound && !navigator.audioSession;

/**
 * Sets whether the screen stays on.
 * @param {boolean} isOn
 */
export function keepAwake(isOn) {
  if (isOn === isWanted) return;
  isWanted = isOn;
  hold();
}

// A page loses the lock when it is hidden.
document.addEventListener("visibilitychange", hold);
// A browser plays a video only after a touch.
addEventListener("pointerdown", hold);

async function hold() {
  if (!canLock) return play();
  if (!isWanted) {
    lock?.release();
    lock = null;
  } else if (!document.hidden && !isAsking && (!lock || lock.released)) {
    // A second lock would never be released.
    isAsking = true;
    // The browser may refuse if the battery is low.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    isAsking = false;
    if (!isWanted) hold();
  }
}

// Without the lock, a playing video keeps the screen on.
async function play() {
  if (!isWanted) return video?.pause();
  if (!navigator.userActivation?.hasBeenActive || document.hidden) return;
  made ??= (needsSound ? recorded() : streamed()).catch(() => null);
  video = await made;
  if (!isWanted) return;
  // A busy phone may record an empty video.
  const isPlaying = await video?.play().then(() => true, () => false);
  // If the ride ends before the video starts, the pause makes play() fail.
  if (isPlaying || !isWanted) return;
  made = null;
  video?.remove();
  setTimeout(hold, 5000);
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resume) => { setTimeout(resume, milliseconds); });

function blackCanvas() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [16, 16];
  const context = canvas.getContext("2d");
  return { stream: canvas.captureStream(10), draw: () => context?.fillRect(0, 0, 16, 16) };
}

/** @param {Partial<HTMLVideoElement>} properties */
function added(properties) {
  const node = Object.assign(document.createElement("video"), { playsInline: true, className: "awake", ...properties });
  node.setAttribute("aria-hidden", "true");
  document.body.append(node);
  return node;
}

/** A muted stream of black pictures: it leaves the phone's music alone. */
async function streamed() {
  const { stream, draw } = blackCanvas();
  // A video without a picture does not begin.
  setInterval(draw, 1000);
  setTimeout(draw, 50);
  return added({ muted: true, srcObject: stream });
}

/** Records 1.2 to 5 s of a black video with silence. */
async function recorded() {
  const { stream, draw } = blackCanvas();
  const audio = new AudioContext();
  // Without a source the sound track is empty, and the recorder waits for it.
  const [silence, sound] = [audio.createConstantSource(), audio.createMediaStreamDestination()];
  silence.offset.value = 0;
  silence.connect(sound);
  silence.start();
  stream.addTrack(sound.stream.getAudioTracks()[0]);
  const recorder = new MediaRecorder(stream);
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = ({ data }) => { if (data.size > 0) parts.push(data); };
  const done = new Promise((resolve) => { recorder.onstop = recorder.onerror = resolve; });
  recorder.start(250);
  for (let beats = 0; beats < 24 || (parts.length < 2 && beats < 100); beats += 1) {
    draw();
    await pause(50);
  }
  recorder.stop();
  await done;
  audio.close();
  const node = added({ src: URL.createObjectURL(new Blob(parts, { type: parts[0].type })) });
  node.addEventListener("timeupdate", () => { if (node.currentTime > 0.6) node.currentTime = 0; });
  node.addEventListener("ended", () => { if (isWanted) node.play(); });
  return node;
}
