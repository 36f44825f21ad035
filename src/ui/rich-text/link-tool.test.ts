import { expect, test } from 'vitest'
import { linkAddress } from './link-tool.tsx'

test.each([
  ['https://example.org/page?x=1#y', 'https://example.org/page?x=1#y'],
  ['http://example.org', 'http://example.org/'],
  [' example.org/page ', 'https://example.org/page'],
  ['example.org:8080', 'https://example.org:8080/'],
  ['HTTPS://Example.org', 'https://example.org/'],
  ['mailto:sample@example.org', 'mailto:sample@example.org'],
  ['sample@example.org', 'mailto:sample@example.org'],
  ['tel:+254700000000', 'tel:+254700000000'],
  ['+254 700 000-000', 'tel:+254700000000'],
])('%s becomes a link to %s', (typed, href) => expect(linkAddress(typed)).toBe(href))

test.each([
  '',
  'https://',
  'two words',
  'word',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'ftp://example.org',
  'mailto:nobody',
  'tel:sample',
  'tel:1',
  '0700000000',
  'java\tscript:alert(1)',
])('%s is not the address of a link', (typed) => expect(linkAddress(typed)).toBeUndefined())
