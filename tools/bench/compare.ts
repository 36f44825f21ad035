import { type Address, addressesOf, answerAt, tokenOf } from './everything.ts'
import { type Plan, type Run, run } from './measure.ts'
import { median } from './median.ts'
import type { Part } from './results.ts'
import type { Site } from './site.ts'
import type { Worker } from './worker.ts'

const rounds = 3
const seconds = 1
/** A row counts as slower if both of its ratios are below this. */
const minRatio = 0.95

type Pair = { before: Site; after: Site; load: Worker; signal: AbortSignal }
/** The runs of both checkouts, by round. */
type Compared = { address: Address; before: Run[]; after: Run[] }

/** Measures every page and read operation that both checkouts answer, in turn, after a warm-up of each. */
export async function compare({ connections }: Plan, { before, after, load, signal }: Pair): Promise<Compared[]> {
  const theirs = await addressesOf(before)
  const compared: Compared[] = []
  for (const address of await addressesOf(after)) {
    signal.throwIfAborted()
    const { name, path, asker } = address
    const old = theirs.find((one) => one.name === name && one.asker === asker)
    if (!old) continue
    const ask = [
      { site: before, path: old.path, token: tokenOf(before, asker) },
      { site: after, path, token: tokenOf(after, asker) },
    ] as const
    const answers = await Promise.all(ask.map((one) => answerAt(one.site, one.path, one.token)))
    if (answers.some((answer) => typeof answer === 'string')) continue
    const measureOnce = (at: 0 | 1, time: number) =>
      run(load, ask[at].site, [ask[at].path], { connections, seconds: time, token: ask[at].token })
    await measureOnce(0, seconds / 2)
    await measureOnce(1, seconds / 2)
    const row: Compared = { address, before: [], after: [] }
    for (let round = 0; round < rounds; round++)
      // The checkouts take turns at being first.
      for (const at of round % 2 ? ([1, 0] as const) : ([0, 1] as const))
        row[at ? 'after' : 'before'].push(await measureOnce(at, seconds))
    compared.push(row)
  }
  return compared
}

/** Returns the comparison as a table, with the largest slowdowns first. */
export function comparison(compared: Compared[]): Part {
  const rows = compared.map(({ address, before, after }) => {
    const of = (runs: Run[], what: 'perSecond' | 'perCpuSecond') => median(runs.map((one) => one[what]))
    const ratio = of(after, 'perSecond') / of(before, 'perSecond')
    const byCpu = of(after, 'perCpuSecond') / of(before, 'perCpuSecond')
    return { address, ratio, byCpu, perSecond: [of(before, 'perSecond'), of(after, 'perSecond')] as const }
  })
  // Neither checkout answered some within the second: their ratio isn't a number, which would end the order.
  const best = ({ ratio, byCpu }: (typeof rows)[number]) => Math.max(ratio || 0, byCpu || 0)
  rows.sort((a, b) => best(a) - best(b))
  const slower = rows.filter(({ ratio, byCpu }) => ratio < minRatio && byCpu < minRatio).length
  return {
    title: 'Every page and read operation, compared with another checkout',
    rows: [
      ['', 'requested by', 'before, req/s', 'after, req/s', 'ratio', 'by CPU'],
      ...rows.map(({ address, ratio, byCpu, perSecond }) => [
        address.name,
        address.asker,
        ...perSecond.map((value) => value.toFixed(0)),
        ...[ratio, byCpu].map((value) => value.toFixed(2)),
      ]),
    ],
    notes: [
      `Medians of ${rounds} rounds of ${seconds} s; the checkouts took turns. ${slower} of ${rows.length} rows are slower by more than 5%, both in requests per second and per second of processor time.`,
    ],
  }
}
