import { expect, it } from 'vitest'
import { cleanFileName, withoutEnding } from './file-name.ts'

it.each([
  ['Sample no.12', 'Sample no.12'],
  ['Sample of St. Mary', 'Sample of St. Mary'],
  ['Sample of St. Mary.JPG', 'Sample of St. Mary'],
  ['Sample.3gp', 'Sample'],
  ['Sample v1.2', 'Sample v1.2'],
])('removes only the ending of a file from %j', (name, base) => {
  expect(withoutEnding(name)).toBe(base)
})

it.each([
  ['../../sample.jpg', 'sample.jpg'],
  ['/sdcard/sample.jpg', 'sample.jpg'],
  ['C:\\photos\\sample.jpg', 'sample.jpg'],
  ['Sample 1/2 a\\b.jpg', 'Sample 1-2 a-b.jpg'],
  ['a\u0001\u0000b\u0085c.jpg', 'a b c.jpg'],
  ['a\ud800.jpg', 'a\ufffd.jpg'],
  ['sample\u202egpj.exe', 'samplegpj.exe'],
  [' sample\r\nset-cookie: x ', 'sample set-cookie: x'],
])('cleans %j', (name, clean) => {
  expect(cleanFileName(name)).toBe(clean)
})
