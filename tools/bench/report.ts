import type { Answered } from './everything.ts'
import type { Growth } from './growth.ts'
import { type LoginRound, loginsPerSecond, requestsPerSecond } from './logins.ts'
import type { Figures, Plan, Round, Run } from './measure.ts'
import { median, quantile } from './median.ts'
import type { OfflineDictionary } from './offline.ts'
import type { Memory } from './processes.ts'
import type { Dashboard, ReadingPage } from './slow-line.ts'

export type Measured = {
  plan: Plan
  figures: Figures
  memory: Memory
  logins: LoginRound[]
  home: ReadingPage | undefined
  /** A page of 10 KB without further requests. */
  barePage: ReadingPage | undefined
  dashboard: Dashboard | undefined
  offline: OfflineDictionary | undefined
  /** How long a restart took, in seconds: one value for each try. */
  starts: number[]
  free: string
}

const heads = [
  '',
  'req/s',
  'p50 ms',
  'p99 ms',
  'bare req/s',
  'p99 ms',
  'of bare',
  'by CPU',
  'p99 ms with a tenth of the content',
  'growth',
  'target',
]
const maxLoginRatio = 2

/** Returns the main results as one table. Request figures are medians of the rounds. */
export function report({ plan, figures, memory, logins, home, barePage, dashboard, offline, starts, free }: Measured): {
  rows: string[][]
  notes: string[]
} {
  const rows = [
    heads,
    ...figures.map(scenarioRow),
    loginsRow(logins),
    plainRow('server memory', memory.server, 'MB', 250),
    plainRow('PostgreSQL memory', memory.postgres, 'MB'),
    ...(home && barePage && dashboard ? slowRows(home, barePage, dashboard) : []),
    ...(offline ? offlineRows(offline) : []),
    plainRow('restart, until the first page is served', median(starts), 's', 3, 1),
  ]
  return { rows, notes: notes(plan, figures, free, home !== undefined) }
}

function slowRows(home: ReadingPage, barePage: ReadingPage, dashboard: Dashboard): string[][] {
  return [
    plainRow(`home page in total (${home.parts})`, home.kilobytes, 'KB', 28, 1),
    plainRow('home page LCP on Slow 4G', home.lcp / 1000, 's', 0.5, 2),
    plainRow('LCP of a bare page of 10 KB', barePage.lcp / 1000, 's', undefined, 2),
    plainRow(`dashboard in total (${dashboard.parts})`, dashboard.kilobytes, 'KB', 190, 1),
    plainRow('dashboard interactive on Slow 4G', dashboard.interactive / 1000, 's', 1.5, 2),
    plainRow('dashboard feed on Slow 4G', dashboard.feed / 1000, 's', undefined, 2),
  ]
}

function offlineRows({ words, megabytes, keyPresses, memory }: OfflineDictionary): string[][] {
  return [
    plainRow(`download of ${words} words`, megabytes, 'MB', 6, 1),
    plainRow(
      'key press to results in the downloaded dictionary, without signal, median',
      median(keyPresses),
      'ms',
      30,
      1,
    ),
    plainRow('the same, 95th percentile', quantile(keyPresses, 0.95), 'ms', 30, 1),
    plainRow('memory of the page and its worker', memory, 'MB', 120),
  ]
}

/** The highest LCP of a page relative to a bare page, which needs no second round trip, and of one with a picture. */
const lcpLimits = { plain: 1.4, pictures: 1.7 }

/**
 * Returns a row for every reading page on a slow connection, relative to a bare page, because the speed of machine and
 * connection varies by the hour.
 */
export function slowLineRows(pages: ReadingPage[], barePage: ReadingPage | undefined): string[][] {
  const rows = pages.map(({ path, kilobytes, parts, lcp }) => {
    const ratio = lcp / (barePage?.lcp ?? Number.NaN)
    const limit = parts.includes('Image') ? lcpLimits.pictures : lcpLimits.plain
    const target = `≤ ${limit}: ${metOrMissed(Number(ratio.toFixed(2)) <= limit)}`
    return [path, kilobytes.toFixed(1), parts, (lcp / 1000).toFixed(2), ratio.toFixed(2), target]
  })
  return [['', 'KB in total', 'by kind', 'LCP s', 'ratio to a bare page', 'target'], ...rows]
}

export function dashboardRows(dashboard: Dashboard | undefined): string[][] {
  if (!dashboard) return []
  const { kilobytes, parts, interactive, feed } = dashboard
  return [
    ['KB in total', 'by kind', 'interactive s', 'feed s'],
    [kilobytes.toFixed(1), parts, (interactive / 1000).toFixed(2), (feed / 1000).toFixed(2)],
  ]
}

/**
 * The lowest share of the bare server's speed: of what is answered from the cache, of one item, and of a list, which
 * costs a statement with many rows.
 */
const shares = { cached: 0.6, one: 0.12, list: 0.08 }

/**
 * Returns a row for every public page and read operation, and each account that requests it, compared with a bare server
 * that sends the same bytes.
 */
export function everythingRows(answered: Answered[]): string[][] {
  const rows = answered.map(({ name, asker, isCached, answer }) => {
    if (typeof answer === 'string') return [name, asker, answer, '', '', '', '', '', '']
    const { bytes, site, bare } = answer
    const speed = [site.perSecond.toFixed(0), site.p50.toFixed(1), site.p99.toFixed(1)]
    const ofBare = [site.perSecond / bare.perSecond, site.perCpuSecond / bare.perCpuSecond]
    const share = shares[isCached ? 'cached' : name.includes('/:') ? 'one' : 'list']
    const target = `≥ ${share}: ${metOrMissed(Math.min(...ofBare.map((ratio) => Number(ratio.toFixed(2)))) >= share)}`
    return [name, asker, (bytes / 1000).toFixed(1), ...speed, ...ofBare.map((ratio) => ratio.toFixed(2)), target]
  })
  return [['', 'requested by', 'KB', 'req/s', 'p50 ms', 'p99 ms', 'of bare', 'by CPU', 'target'], ...rows]
}

/** Returns rows that show how a search's p99 grows relative to the second smallest dictionary. */
export function growthRows(growth: Growth): string[][] {
  const base = growth[1]?.rounds ?? []
  const rows = growth.map(({ size, rounds }) => {
    const ratios = rounds.map(({ p99 }, at) => p99 / (base[at]?.p99 ?? Number.NaN))
    const of = (value: (run: Run) => number) => median(rounds.map(value))
    const cpu = of(({ perCpuSecond }) => 1000 / perCpuSecond).toFixed(2)
    return [
      `${size} words`,
      of(({ perSecond }) => perSecond).toFixed(0),
      of(({ p50 }) => p50).toFixed(1),
      spread(rounds.map(({ p99 }) => p99)),
      cpu,
      size > 100_000 ? judged(spread(ratios), '≤ 1.5', median(ratios) <= 1.5) : spread(ratios),
    ]
  })
  return [
    ['', 'req/s', 'p50 ms', 'p99 ms', 'ms of CPU per search', `p99 relative to ${growth[1]?.size} words`],
    ...rows,
  ]
}

function scenarioRow({ name, limits, rounds }: Figures[number]): string[] {
  const of = (value: (round: Round) => number) => median(rounds.map(value))
  const [ofBare, growth] = [
    of(({ site, bare }) => site.perSecond / bare.perSecond),
    of((r) => r.site.p99 / r.tenth.p99),
  ]
  const byCpu = of(({ site, bare }) => site.perCpuSecond / bare.perCpuSecond)
  // If the load generator is the bottleneck, both servers look alike.
  const lower = Math.min(ofBare, byCpu)
  const p99 = of(({ site }) => site.p99)
  const target = [
    limits.ofBare && judged(`${lower.toFixed(2)} of bare`, `≥ ${limits.ofBare.toFixed(2)}`, lower >= limits.ofBare),
    limits.p99 && judged(`p99 ${p99.toFixed(1)} ms`, `≤ ${limits.p99}`, p99 <= limits.p99),
    limits.growth && judged(`growth ${growth.toFixed(2)}`, `≤ ${limits.growth}`, growth <= limits.growth),
  ]
    .filter(Boolean)
    .join('; ')
  return [
    name,
    of(({ site }) => site.perSecond).toFixed(0),
    of(({ site }) => site.p50).toFixed(1),
    spread(rounds.map(({ site }) => site.p99)),
    of(({ bare }) => bare.perSecond).toFixed(0),
    of(({ bare }) => bare.p99).toFixed(1),
    spread(rounds.map(({ site, bare }) => site.perSecond / bare.perSecond)),
    byCpu.toFixed(2),
    of(({ tenth }) => tenth.p99).toFixed(1),
    spread(rounds.map(({ site, tenth }) => site.p99 / tenth.p99)),
    target,
  ]
}

/** Returns the row for a member's list at a fixed rate with concurrent logins, compared with the list alone. */
function loginsRow(rounds: LoginRound[]): string[] {
  const ratios = rounds.map(({ beside, alone }) => beside.p99 / alone.p99)
  const ratio = median(ratios)
  return [
    `a member's list at ${requestsPerSecond}/s, ${loginsPerSecond} logins/s at the same time`,
    median(rounds.map(({ beside }) => beside.perSecond)).toFixed(0),
    median(rounds.map(({ beside }) => beside.p50)).toFixed(1),
    spread(rounds.map(({ beside }) => beside.p99)),
    ...Array.from({ length: heads.length - 5 }, () => ''),
    judged(`${spread(ratios)} times the p99 without logins`, `≤ ${maxLoginRatio}`, ratio <= maxLoginRatio),
  ]
}

/** Formats the median with the minimum and maximum of the rounds. */
function spread(numbers: number[]): string {
  return `${median(numbers).toFixed(2)} (${Math.min(...numbers).toFixed(2)}–${Math.max(...numbers).toFixed(2)})`
}

function plainRow(name: string, value: number, unit: string, limit?: number, digits = 0): string[] {
  const figure = `${value.toFixed(digits)} ${unit}`
  const target = limit === undefined ? figure : judged(figure, `≤ ${limit}`, value <= limit)
  return [name, ...Array.from({ length: heads.length - 2 }, () => ''), target]
}

function judged(figure: string, limit: string, met: boolean): string {
  return `${figure} (${limit}: ${metOrMissed(met)})`
}

function metOrMissed(met: boolean): string {
  return met ? 'met' : 'missed'
}

function notes(plan: Plan, figures: Figures, free: string, chromium: boolean): string[] {
  const runs = figures.flatMap(({ rounds }) => rounds.flatMap((round): Run[] => Object.values(round)))
  const failed = runs.reduce((sum, run) => sum + run.failed, 0)
  const busiest = Math.max(...runs.map(({ loadBusy }) => loadBusy))
  return [
    `The sites have ${plan.articles} articles and ${plan.words} words. Request figures are medians of ${plan.rounds} rounds of ${plan.seconds} s over ${plan.connections} connections, after a warm-up. The servers are measured in turn.`,
    `Load generator, servers and database share this machine's cores: ${free} were free at the start, and the generator used up to ${busiest.toFixed(2)} cores.`,
    'Therefore, look at the ratios and their spread, and run the benchmark more than once. "by CPU" compares requests per second of processor time, which is hardly affected by a busy generator or other programs; the target applies to the smaller of the two ratios.',
    ...(failed ? [`Failed requests: ${failed}.`] : []),
    ...(chromium ? [] : ['No page was loaded on a slow line: Chromium is missing. Set CHROMIUM_PATH to its path.']),
  ]
}
