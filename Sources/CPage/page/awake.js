// Keeps the screen on while a ride is on.

// Browsers offer the wake lock only on encrypted pages.
const canLock = "wakeLock" in navigator;
let isWanted = false;
let lock = null;
let isAsking = false;
let video = null;
let recording = null;

/** Sets whether the screen stays on. */
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

// Without the lock, a playing video keeps the screen on. Some browsers require a sound track; this one is silent.
async function play() {
  if (!isWanted) return video?.pause();
  if (!navigator.userActivation?.hasBeenActive || document.hidden) return;
  recording ??= recorded().catch(() => null);
  video = await recording;
  if (!isWanted) return;
  // A busy phone may record an empty video.
  const isPlaying = await video?.play().then(() => true, () => false);
  // If the ride ends before the video starts, the pause makes play() fail.
  if (isPlaying || !isWanted) return;
  recording = null;
  video?.remove();
  setTimeout(hold, 5000);
}

const pause = (milliseconds) => new Promise((resume) => { setTimeout(resume, milliseconds); });

/** Records 1.2 to 5 s of a black and silent video. */
async function recorded() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [16, 16];
  const context = canvas.getContext("2d");
  const audio = new AudioContext();
  const stream = canvas.captureStream(10);
  // Without a source the sound track is empty, and the recorder waits for it.
  const [silence, sound] = [audio.createConstantSource(), audio.createMediaStreamDestination()];
  silence.offset.value = 0;
  silence.connect(sound);
  silence.start();
  stream.addTrack(sound.stream.getAudioTracks()[0]);
  const recorder = new MediaRecorder(stream);
  const parts = [];
  recorder.ondataavailable = ({ data }) => { if (data.size > 0) parts.push(data); };
  const done = new Promise((resolve) => { recorder.onstop = recorder.onerror = resolve; });
  recorder.start(250);
  for (let beats = 0; beats < 24 || (parts.length < 2 && beats < 100); beats += 1) {
    context.fillRect(0, 0, 16, 16);
    await pause(50);
  }
  recorder.stop();
  await done;
  audio.close();
  const made = document.createElement("video");
  const source = URL.createObjectURL(new Blob(parts, { type: parts[0].type }));
  Object.assign(made, { loop: true, playsInline: true, src: source, className: "awake" });
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}
