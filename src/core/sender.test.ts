import { expect, test } from 'vitest'
import { networkOf, senderOf } from './sender.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001:ffff:0:0:2', '2001:db8:0:1::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('accounts whose email isn’t confirmed share with their network', () => {
  const caller = { address: '192.0.2.1' }
  const sender = (viewer: object | null) => senderOf({ viewer, caller } as Parameters<typeof senderOf>[0])
  expect(sender({ id: 'sample', emailVerified: true })).toBe('sample')
  expect([sender({ id: 'sample', emailVerified: false }), sender(null)]).toEqual(['192.0.2.1', '192.0.2.1'])
})
