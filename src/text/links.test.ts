import { expect, test } from 'vitest'
import { carriesLink, onOneLine, withoutLinks } from './links.ts'

test.each([
  'https://example.org',
  'HTTP://EXAMPLE',
  'Win at www.example',
  'Sample example.org Person',
  'Sample EXAMPLE.com',
  'Sample example。com',
  '<b>Sample',
  'Sample\nPerson',
  'Sample\u2028Person',
  'Sample\u0085Person',
])('%j carries a link or a line break', (name) => {
  expect(carriesLink(name)).toBe(true)
})

test.each([
  'Sample Person',
  'J.K. Sample',
  'Dr.Sample',
  'Sample O’Person-Name',
  'Sample, 2nd',
  'Ñame Šample',
  'A. B. C.',
])('%j carries neither a link nor a line break', (name) => {
  expect(carriesLink(name)).toBe(false)
})

test.each([
  ['See www.example.org/path?a=b now', 'See www. example. org/path?a=b now'],
  ['https://example.org', 'https: //example. org'],
  ['a.b@example.org', 'a. b@example. org'],
  ['Example。Com', 'Example。 Com'],
  ['Version 2.5, at 18.30.', 'Version 2.5, at 18.30.'],
  ['First line.\nSecond line.', 'First line.\nSecond line.'],
  ['First\u2028second\u0085third\u0000', 'First second third '],
])('%j can’t become a link in an email', (text, expected) => {
  expect(withoutLinks(text)).toBe(expected)
})

test('leaves the site’s own name and addresses unchanged', () => {
  const text = 'Sample.org by www.example.org: write to keeper@sample.org'
  expect(withoutLinks(text, ['Sample.org', 'keeper@sample.org'])).toBe(
    'Sample.org by www. example. org: write to keeper@sample.org',
  )
})

test('puts a subject on one line', () => {
  expect(onOneLine('Sample\r\nBcc: someone\u2028else')).toBe('Sample Bcc: someone else')
})
