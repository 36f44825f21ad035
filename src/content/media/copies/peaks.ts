/** Sample rate in Hz of the mono 16-bit sound from which peaks are calculated. */
export const peakRate = 8000
const binSamples = peakRate / 20
/** The number of bars in a player. */
const bars = 46

/** Returns a meter that takes raw sound in chunks and tells its length and peaks. It stores 20 numbers a second. */
export function peakMeter() {
  const bins: number[] = []
  let rest = Buffer.alloc(0)
  let samples = 0
  return {
    write(chunk: Buffer): void {
      const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
      const even = bytes.length - (bytes.length % 2)
      for (let at = 0; at < even; at += 2) {
        const bin = Math.floor(samples++ / binSamples)
        bins[bin] = Math.max(bins[bin] ?? 0, Math.abs(bytes.readInt16LE(at)))
      }
      rest = Buffer.from(bytes.subarray(even))
    },
    seconds: () => samples / peakRate,
    /** Returns the highest peak of each of 46 equal parts, where the loudest is 100, or zeros for silence. */
    peaks: () => peaksOf(bins),
  }
}

function peaksOf(bins: readonly number[]): number[] {
  const loudest = bins.reduce((one, other) => Math.max(one, other), 1)
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * bins.length) / bars)
    const part = bins.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * bins.length) / bars)))
    // Below a thousandth of full scale there is only the microphone's own noise.
    return loudest < 33 ? 0 : Math.round((Math.max(0, ...part) / loudest) * 100)
  })
}
