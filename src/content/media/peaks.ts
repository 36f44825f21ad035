/** Samples a second of the sound that peaks are drawn from, mono, 16 bits. */
export const peakRate = 8000
const binSamples = peakRate / 20
/** As many bars as a player shows. */
const bars = 46

/** Takes raw sound piece by piece, in constant memory for its length; answers how long and how loud it was. */
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
    /** Seconds so far. */
    seconds: () => samples / peakRate,
    /** Loudness of 46 equal parts, 0 to 100, the loudest of all at 100; all 0 for silence. */
    peaks: () => peaksOf(bins),
  }
}

function peaksOf(bins: readonly number[]): number[] {
  const loudest = bins.reduce((one, other) => Math.max(one, other), 1)
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * bins.length) / bars)
    const part = bins.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * bins.length) / bars)))
    // A thousandth of full scale is a microphone's own noise.
    return loudest < 33 ? 0 : Math.round((Math.max(0, ...part) / loudest) * 100)
  })
}
