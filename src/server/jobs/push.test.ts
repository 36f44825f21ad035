import { expect, test } from 'vitest'
import { isPublic, postOutside } from './push.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'ff02::1',
  'no address',
])('%s is not on the public internet', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each(['142.250.1.1', '2a00:1450:4001::200a', '::ffff:142.250.1.1'])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true)
})

test.each(['https://localhost/', 'https://127.0.0.1/', 'https://[::1]/', 'http://push.example.org/'])(
  'nothing is sent to %s',
  async (address) => {
    await expect(postOutside(address, {}, Buffer.from('x'))).rejects.toThrow(/public internet|https/)
  },
)
