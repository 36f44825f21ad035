import type { HomePage } from './home-page.ts'
import { type LoginRound, loginsPerSecond, requestsPerSecond } from './logins.ts'
import type { Figures, Plan, Round, Run } from './measure.ts'
import { median } from './median.ts'
import type { Memory } from './processes.ts'

export type Measured = {
  plan: Plan
  figures: Figures
  memory: Memory
  logins: LoginRound[]
  home: HomePage | undefined
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
  'tenth p99',
  'growth',
  'target',
]
const ofBareWanted = 0.4
const p99Wanted = 25
const growthWanted = 1.3
const besideLoginsWanted = 2

/** The one table: each figure is the median of its rounds, beside what the issue asks of it. */
export function report({ plan, figures, memory, logins, home, free }: Measured): string {
  const rows = [
    heads,
    ...figures.map(({ name, rounds }) => scenarioRow(name, rounds)),
    loginsRow(logins),
    plainRow('memory of the server', memory.server, 'MB', 250),
    plainRow('memory of PostgreSQL', memory.postgres, 'MB'),
    ...(home
      ? [
          plainRow(`home page in all (${home.parts})`, home.kilobytes, 'KB', 60, 1),
          plainRow('home page LCP on slow 3G', home.lcp / 1000, 's', 0.7, 2),
        ]
      : []),
  ]
  return [table(rows), '', ...notes(plan, figures, free, home !== undefined)].join('\n')
}

function scenarioRow(name: string, rounds: Round[]): string[] {
  const of = (value: (round: Round) => number) => median(rounds.map(value))
  const [ofBare, growth] = [
    of(({ site, bare }) => site.perSecond / bare.perSecond),
    of((r) => r.site.p99 / r.tenth.p99),
  ]
  const byCpu = of(({ site, bare }) => site.perCpuSecond / bare.perCpuSecond)
  // Where the load generator is the slowest of all, both servers look alike.
  const surely = Math.min(ofBare, byCpu)
  const p99 = of(({ site }) => site.p99)
  const target = name.endsWith('page')
    ? judged(`${surely.toFixed(2)} of bare`, `≥ ${ofBareWanted.toFixed(2)}`, surely >= ofBareWanted)
    : [
        judged(`p99 ${p99.toFixed(1)} ms`, `≤ ${p99Wanted}`, p99 <= p99Wanted),
        judged(`growth ${growth.toFixed(2)}`, `≤ ${growthWanted}`, growth <= growthWanted),
      ].join('; ')
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

/** A member's list at a fixed rate, with people signing in beside it, against the same without. */
function loginsRow(rounds: LoginRound[]): string[] {
  const ratios = rounds.map(({ beside, alone }) => beside.p99 / alone.p99)
  const ratio = median(ratios)
  return [
    `a member's list at ${requestsPerSecond}/s, ${loginsPerSecond} log-ins/s beside`,
    median(rounds.map(({ beside }) => beside.perSecond)).toFixed(0),
    median(rounds.map(({ beside }) => beside.p50)).toFixed(1),
    spread(rounds.map(({ beside }) => beside.p99)),
    ...Array.from({ length: heads.length - 5 }, () => ''),
    judged(`${spread(ratios)} of the p99 without`, `≤ ${besideLoginsWanted}`, ratio <= besideLoginsWanted),
  ]
}

/** The median, and the least and the most of the rounds. */
function spread(numbers: number[]): string {
  return `${median(numbers).toFixed(2)} (${Math.min(...numbers).toFixed(2)}–${Math.max(...numbers).toFixed(2)})`
}

function plainRow(name: string, value: number, unit: string, wanted?: number, digits = 0): string[] {
  const figure = `${value.toFixed(digits)} ${unit}`
  const target = wanted === undefined ? figure : judged(figure, `≤ ${wanted}`, value <= wanted)
  return [name, ...Array.from({ length: heads.length - 2 }, () => ''), target]
}

function judged(figure: string, wanted: string, met: boolean): string {
  return `${figure} (${wanted}: ${met ? 'met' : 'missed'})`
}

function table(rows: string[][]): string {
  const widths = heads.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const aligned = (cell: string, at: number) =>
    at === 0 || at === heads.length - 1 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
  return rows.map((row) => row.map(aligned).join('  ').trimEnd()).join('\n')
}

function notes(plan: Plan, figures: Figures, free: string, chromium: boolean): string[] {
  const runs = figures.flatMap(({ rounds }) => rounds.flatMap((round): Run[] => Object.values(round)))
  const failed = runs.reduce((sum, run) => sum + run.failed, 0)
  const busiest = Math.max(...runs.map(({ loadBusy }) => loadBusy))
  return [
    `${plan.articles} articles and ${plan.words} words; ${plan.connections} connections; medians of ${plan.rounds} rounds of ${plan.seconds} s, the servers in turn, after a warm-up.`,
    `Load generator, servers and database share this machine's cores: ${free} were free at the start, and the generator used up to ${busiest.toFixed(2)} of one.`,
    'So read the ratios and their spread, and run it again. "by CPU" compares requests in a second of processor time: a busy generator or neighbour hardly moves it; the target is held against the smaller of both.',
    ...(failed ? [`${failed} requests failed.`] : []),
    ...(chromium ? [] : ['The home page was not loaded: there is no Chromium (set CHROMIUM_PATH to one).']),
  ]
}
