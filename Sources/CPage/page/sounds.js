// Beeps, generated here. Browsers play sound only after a touch.

/** @type {AudioContext | null} */
let context = null;
let isMuted = readMuted();

function readMuted() {
  try { return localStorage.getItem("jz2-muted") === "yes"; } catch { return false; }
}

/** Call it in a touch event. */
export function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
}

export const muted = () => isMuted;

/** @param {boolean} isOn */
export function mute(isOn) {
  isMuted = isOn;
  try { localStorage.setItem("jz2-muted", isOn ? "yes" : "no"); } catch { /* It is kept until the page is closed. */ }
}

/**
 * @param {number} hertz
 * @param {number} seconds
 */
function beep(hertz, seconds, after = 0) {
  if (isMuted || !context || context.state !== "running") return;
  const [start, tone, gain] = [context.currentTime + after, context.createOscillator(), context.createGain()];
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.35, start + 0.01);
  gain.gain.setValueAtTime(0.35, start + seconds - 0.02);
  gain.gain.linearRampToValueAtTime(0, start + seconds);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
}

export const sounds = {
  count: () => beep(880, 0.12),
  interval: () => beep(1320, 0.45),
  over: () => [660, 880, 1320].forEach((hertz, index) => beep(hertz, 0.22, index * 0.25)),
  problem: () => [440, 330].forEach((hertz, index) => beep(hertz, 0.3, index * 0.35)),
};
