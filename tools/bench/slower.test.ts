import { expect, it } from 'vitest'
import { slowerNote } from './slower.ts'

const head = ['', 'requested by', 'KB', 'of bare', 'by CPU', 'target']
const last = `# How fast the site answers

## Another table

| /sample | guest | 1 | 0.01 | 0.01 |  |

## Sample table

|  | requested by | KB | of bare | by CPU | target |
| --- | --: | --: | --: | --: | --: |
| /sample | guest | 1 | 0.50 | 0.50 | met |
| /sample | member | 1 | 0.40 (0.30–0.50) | 0.40 | met |
| /gone | guest | answered 404 |  |  |  |
`
const noteOf = (...rows: string[][]) => slowerNote({ title: 'Sample table', rows: [head, ...rows] }, last)

it('names the rows that are slower in both ratios, and no others', () => {
  const slower = ['/sample', 'guest', '1', '0.40', '0.41', 'missed']
  const partly = ['/sample', 'member', '1', '0.30', '0.40', 'missed']
  const fresh = ['/new', 'guest', '1', '0.01', '0.01', 'missed']
  const unmeasured = ['/gone', 'guest', 'answered 404', '', '', '']
  const [note] = noteOf(slower, partly, fresh, unmeasured)
  expect(note).toMatch(/: \/sample, guest \(0\.5 → 0\.4, 0\.5 → 0\.41\)\.$/)
  expect(noteOf(partly)).toEqual([expect.stringMatching(/^No row is slower/)])
})

it('counts more time relative to a bare page as slower', () => {
  const lineHead = ['', 'LCP s', 'ratio to a bare page']
  const before = '## Pages\n\n|  | LCP s | ratio to a bare page |\n| --- | --: | --: |\n| / | 0.4 | 1.40 |\n'
  const noteFor = (ratio: string) => slowerNote({ title: 'Pages', rows: [lineHead, ['/', '0.9', ratio]] }, before)
  expect(noteFor('1.80')[0]).toContain('/ (1.4 → 1.8)')
  expect(noteFor('1.20')[0]).toMatch(/^No row/)
})
