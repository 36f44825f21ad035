import { convert, type Options, type Source } from './ffmpeg.ts'
import { type Sound, streamsIn } from './streams.ts'

/** The loudness that spoken-word publishers use, in LUFS (EBU R128), and the highest peak in dBFS. */
const target = -16
const ceiling = -1.5
/** Below this there is only the microphone's own noise: the absolute gate of EBU R128, in LUFS. */
const silence = -70
/** Very quiet recordings are amplified by at most this many dB. */
const mostGain = 40
/**
 * If mixing both channels loses more than this many dB, they cancel each other out. Sound in one channel alone loses 6.
 */
const mostLost = 9

/** `loudness` is in LUFS, `peak` in dBTP. `channel` is the one to use if a mix of all would be nearly silent. */
export type Loudness = { loudness: number; peak: number; channel?: number }

type Measured = Pick<Sound, 'index' | 'channels'>

/** Measures a stream, mixed to mono. */
export async function measureLoudness(source: Source, sound: Measured, options: Options): Promise<Loudness> {
  return (await measure(source, sound, options)).loudness
}

/** Measures the only sound of a copy in mono, and reads its streams in the same pass. */
export async function inspectCopy(source: Source, index: number, options: Options) {
  const { loudness, output } = await measure(source, { index, channels: 1 }, options)
  return { loudness, ...streamsIn(output.split('\nStream mapping:')[0] ?? '') }
}

async function measure(source: Source, { index, channels }: Measured, options: Options) {
  // The channels of a stereo recording are measured alone, too, to notice that they cancel each other out.
  const names = channels === 2 ? ['mix', 'c0', 'c1'] : ['mix']
  const graph = [
    `[0:${index}]asplit=${names.length}${names.map((name) => `[${name}]`).join('')}`,
    ...names.map((name) => {
      const mono = name === 'mix' ? mix : `pan=mono|c0=${name}`
      return `[${name}]${mono},ebur128@${name}=peak=true:framelog=verbose[${name}o]`
    }),
  ].join(';')
  const outputs = names.flatMap((name) => ['-map', `[${name}o]`, '-f', 'null', '-'])
  const arguments_ = ['-filter_complex', graph, '-progress', 'pipe:1', ...outputs]
  const output = await convert(source, ['-vn'], arguments_, options)
  const [mixed = nothing, ...alone] = names.map((name) => summaryOf(output, name))
  const best = alone.reduce((one, other) => (other.loudness > one.loudness ? other : one), mixed)
  const isOpposed = best.loudness - mixed.loudness > mostLost
  const loudness: Loudness = isOpposed ? { ...best, channel: alone.indexOf(best) } : mixed
  return { loudness, output }
}

const mix = 'aformat=channel_layouts=mono'
const nothing: Loudness = { loudness: silence, peak: silence }

/** Reads the summary that `ebur128@name` prints at the end; digital silence has no numbers there. */
function summaryOf(output: string, name: string): Loudness {
  const start = `[ebur128@${name} `
  const [summary = ''] = output.slice(output.lastIndexOf(start) + start.length).split('[ebur128@')
  const loudness = Number(/\bI:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? silence)
  const peak = Number(/\bPeak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? silence)
  return { loudness, peak }
}

/** Returns whether there is nothing to hear. */
export function isSilent({ loudness }: Loudness): boolean {
  return loudness <= silence
}

/**
 * Returns the filter that brings a recording to the target: one gain for its whole length, so that a knock on the
 * microphone doesn't make the voice quieter, and a limiter for the peaks that would then be too high.
 */
export function levelled({ loudness, peak, channel }: Loudness, { isMono }: { isMono: boolean }): string {
  const gain = loudness <= silence ? 0 : Math.min(mostGain, target - loudness)
  return [
    channel === undefined ? isMono && mix : `pan=mono|c0=c${channel}`,
    `volume=${gain.toFixed(2)}dB`,
    peak + gain > ceiling && `alimiter=limit=${(10 ** (ceiling / 20)).toFixed(4)}:attack=5:release=50:level=false`,
  ]
    .filter(Boolean)
    .join(',')
}
