/** A horizontal run followed by a fall at 45 degrees: [length of the run, height of the fall]. */
type Step = [run: number, drop: number]

const step = (run: number, drop: number): Step => [run, drop]
const tenth = (n: number) => Math.round(n * 10) / 10

/** Lines g apart stay parallel on a 45 degree slope if the lower one is g·(√2−1) further left. */
const LEFT = 0.414

/** Returns a step line from (x0, y0) to the right edge. Corners are rounded by min(radius, 0.62 × drop). */
function stepLine(x0: number, y0: number, steps: Step[], width: number, radius = 16): string {
  let line = `M${tenth(x0)} ${tenth(y0)}`
  let x = x0
  let y = y0
  for (const [run, drop] of steps) {
    const r = Math.min(radius, drop * 0.62)
    const k = r * Math.SQRT1_2
    const edge = x + run
    const end = edge + drop
    line += `H${tenth(edge - r)}Q${tenth(edge)} ${tenth(y)} ${tenth(edge + k)} ${tenth(y + k)}`
    line += `L${tenth(end - k)} ${tenth(y + drop - k)}Q${tenth(end)} ${tenth(y + drop)} ${tenth(end + r)} ${tenth(y + drop)}`
    x = end
    y += drop
  }
  return `${line}H${width}`
}

/** One colour of the scarp: a filled step line and its two furrows as one path. */
type Terrace = { fill: string; stroke: string; area: string; furrows: string }

function terrace(field: string, top: number, depths: number[], steps: Step[]): Terrace {
  const furrow = (depth: number) => {
    const shifted = steps.map(([run, drop], i) => step(i ? run : run - depth * 0.42, drop))
    return stepLine(-20, top + depth, shifted, 1700)
  }
  return {
    fill: `var(--${field})`,
    stroke: `var(--${field}-l)`,
    area: `${stepLine(-20, top, steps, 1700)}V230H-20Z`,
    furrows: depths.map(furrow).join(''),
  }
}

/** The three terraces of the scarp, in a box of 1600 × 220. */
export const scarp: Terrace[] = [
  terrace('maize', 26, [17, 31], [step(150, 26), step(330, 52), step(260, 34)]),
  terrace('acacia', 74, [17, 31], [step(250, 26), step(340, 42), step(260, 26)]),
  terrace('dusk', 122, [13, 25], [step(360, 26), step(350, 28), step(240, 14)]),
]

/** Seven furrows for the right half of a title band, 20 apart with staggered starts, in a box of 1280 × 240. */
export const furrows = Array.from({ length: 7 }, (_, i) => {
  const down = i * 20
  const line = stepLine(0, down - 40, [step(640 - LEFT * down, 60), step(170, 70), step(150, 40)], 1500, 22)
  return line.replace(/^M[\d.-]+/, `M${400 + (i % 3) * 56}`)
}).join('')

/** Six lines for the bottom of the sidebar, 18 apart, in a box of 260 × 150. */
export const sideContours = Array.from({ length: 6 }, (_, i) =>
  stepLine(-20, 20 + i * 18, [step(90 - i * 7.5, 26), step(90, 34)], 300, 14),
).join('')

type Point = [x: number, y: number]

/**
 * Returns a closed contour: a wavy circle of 14 points, stretched to 1.35 times its width and flattened to 0.82 times
 * its height, drawn as Catmull-Rom curves in Bézier form.
 */
function ring(cx: number, cy: number, radius: number, phase: number): string {
  const points = Array.from({ length: 14 }, (_, i): Point => {
    const a = (i / 14) * 6.2832
    const r = radius * (1 + 0.15 * Math.sin(2 * a + phase) + 0.08 * Math.sin(3 * a + phase * 1.7 + radius / 160))
    return [cx + r * 1.35 * Math.cos(a), cy + r * 0.82 * Math.sin(a)]
  })
  const at = (i: number) => points[(i + 14) % 14] as Point
  const [x, y] = at(0)
  const curves = points.map((from, i) => {
    const [before, to, after] = [at(i - 1), at(i + 1), at(i + 2)]
    const handles = [
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    ]
    return `C${handles.map(Math.round).join(' ')}`
  })
  return `M${Math.round(x)} ${Math.round(y)}${curves.join('')}Z`
}

/** The seven rings of the hill, widest first, in a box of 800 × 450. */
export const hill = [330, 272, 218, 168, 122, 80, 42]
  .map((radius, i) => ring(400 + i * 9, 225 - i * 7, radius, 0.6 + i * 0.11))
  .join('')

/** Five crops of the hill, so that neighbouring placeholders differ. */
export const hillViews = ['0 0 800 450', '300 40 460 260', '60 150 420 236', '-60 -40 700 394', '250 120 300 170']

/** Returns the played and the remaining part of a waveform. Peaks are from 0 to 1, drawn 8 apart in a box 44 high. */
export function waveform(peaks: readonly number[], played = 0): { played: string; rest: string } {
  const bar = (peak: number, i: number) => {
    const height = Math.max(3, Math.round(peak * 38))
    return `M${4 + i * 8} ${22 - height / 2}v${height}`
  }
  const bars = peaks.map(bar)
  const done = Math.round(bars.length * played)
  return { played: bars.slice(0, done).join(''), rest: bars.slice(done).join('') }
}
