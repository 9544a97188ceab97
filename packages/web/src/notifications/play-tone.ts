/** Two short tones; a browser that plays nothing before somebody clicked stays silent. */
export function playTone(): void {
  try {
    const context = new AudioContext()
    const gain = context.createGain()
    gain.connect(context.destination)
    gain.gain.setValueAtTime(LOUDNESS, context.currentTime)
    gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + SECONDS)
    const tone = context.createOscillator()
    tone.frequency.setValueAtTime(LOW, context.currentTime)
    tone.frequency.setValueAtTime(HIGH, context.currentTime + SECONDS / 3)
    tone.connect(gain)
    tone.onended = () => void context.close()
    tone.start()
    tone.stop(context.currentTime + SECONDS)
  } catch {
    // Where there is no sound there is still the title.
  }
}

const LOUDNESS = 0.15
const SECONDS = 0.45
const LOW = 660
const HIGH = 880
