// @ts-check
// The sound at the end of the time.

/** Three short tones and a vibration, where the browser allows them: that is, if somebody has used the page. */
export function ring() {
  navigator.vibrate?.([200, 100, 200, 100, 400]);
  try {
    const audio = new AudioContext();
    const volume = audio.createGain();
    volume.gain.value = 0;
    volume.connect(audio.destination);
    const tone = audio.createOscillator();
    tone.frequency.value = 880;
    tone.connect(volume);
    for (const start of [0, 0.3, 0.6]) {
      volume.gain.setTargetAtTime(0.25, audio.currentTime + start, 0.01);
      volume.gain.setTargetAtTime(0, audio.currentTime + start + 0.18, 0.02);
    }
    tone.onended = () => void audio.close();
    tone.start();
    tone.stop(audio.currentTime + 1);
  } catch { /* There is no sound. The end is also shown, and announced. */ }
}
