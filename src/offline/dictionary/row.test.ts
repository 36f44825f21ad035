import { expect, test } from 'vitest'
import { columnsOf } from './row.ts'

const word = { form: 'zamiro', english: 'sample gloss', language: 'mis', ipa: null, confirmed: false, source: null }

test('every value of a row is escaped', () => {
  const html = '<b title="x">&'
  const hostile = { ...word, form: html, english: html, ipa: html, language: html }
  const columns = columnsOf(hostile, { href: html, more: [html, null, html] }).join('')
  expect(columns).not.toContain('<b')
  expect(columns.match(/&lt;b title=&quot;x&quot;&gt;&amp;/g)).toHaveLength(8)
})

test.each([
  ['says in words that it is not confirmed', { ...word, source: {} }, {}, /<\/svg><span>From published research/],
  ['tells screen readers so beside a transcription', { ...word, ipa: 'z' }, {}, /class="sr">Not yet confirmed/],
  [
    'tells screen readers so without marks',
    { ...word, source: {} },
    { brief: true },
    /^<p [^/]*<\/span><\/p><span class="sr">From/,
  ],
  [
    'shows the transcription of a confirmed word',
    { ...word, ipa: 'z', confirmed: true },
    {},
    /\/z\/<\/span><\/span><\/p>$/,
  ],
])('a row %s', (_, shown, options, expected) => {
  expect(columnsOf(shown, options)[1]).toMatch(expected)
})
