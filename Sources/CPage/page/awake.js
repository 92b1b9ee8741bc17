// Keeps the screen on while a ride is on.

// A browser has a lock for it only where the page is encrypted.
const canLock = "wakeLock" in navigator;
let isWanted = false;
let lock = null;
let video = null;

/** Says whether the screen is to stay on. */
export function keepAwake(isOn) {
  if (isOn === isWanted) return;
  isWanted = isOn;
  hold();
}

// A lock ends whenever the page is hidden.
document.addEventListener("visibilitychange", hold);
// A browser plays a video only after a touch.
addEventListener("pointerdown", hold);

async function hold() {
  if (!canLock) return play();
  if (!isWanted) {
    lock?.release();
    lock = null;
  } else if (!document.hidden && (!lock || lock.released)) {
    // A battery that is nearly empty is a reason to refuse.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    if (!isWanted) hold();
  }
}

// Without the lock, a video that plays keeps the screen on; some browsers want a sound in it, which is silent here.
async function play() {
  if (!isWanted) return video?.pause();
  if (!navigator.userActivation?.hasBeenActive || document.hidden) return;
  video ??= await recorded();
  if (isWanted) video?.play().catch(() => {});
}

/** A second of one grey pixel and of silence, recorded here; null where the browser cannot. */
async function recorded() {
  try {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [16, 16];
    const context = canvas.getContext("2d");
    const audio = new AudioContext();
    const stream = canvas.captureStream(10);
    stream.addTrack(audio.createMediaStreamDestination().stream.getAudioTracks()[0]);
    const recorder = new MediaRecorder(stream);
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const done = new Promise((resolve, reject) => { [recorder.onstop, recorder.onerror] = [resolve, reject]; });
    recorder.start();
    const painting = setInterval(() => context.fillRect(0, 0, 16, 16), 50);
    setTimeout(() => recorder.stop(), 1200);
    await done;
    clearInterval(painting);
    audio.close();
    const made = document.createElement("video");
    const source = URL.createObjectURL(new Blob(parts, { type: parts[0].type }));
    Object.assign(made, { loop: true, playsInline: true, src: source, className: "awake" });
    made.setAttribute("aria-hidden", "true");
    document.body.append(made);
    return made;
  } catch {
    return null;
  }
}
