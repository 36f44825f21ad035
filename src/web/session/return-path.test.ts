import { expect, test } from 'vitest'
import { returnPath, withReturnPath } from './return-path.ts'

test.each([
  ['/articles/1', '', '/articles/1'],
  ['/search', '?q=one&type=poem', '/search?q=one&type=poem'],
  ['/', '', null],
  ['/login', '', null],
  ['/login', '?redirect=%2Fcontribute%2Farticles%3Fid%3D1', '/contribute/articles?id=1'],
  ['/register', '?redirect=%2Fevents%2F1', '/events/1'],
  ['/', '?redirect=%2Fdashboard%2Forders%2F1', '/dashboard/orders/1'],
  ['/login', '?redirect=https%3A%2F%2Felsewhere.test', null],
  ['/reset-password', '?token=secret', null],
  ['/verify-email', '?token=secret', null],
  ['/cancel-email', '?token=secret', null],
  ['/cancel-registration', '?token=secret', null],
  ['/undo-factor', '?token=secret', null],
  ['/unsubscribe', '?token=secret', null],
])('a login at %s%s leads to %s', (pathname, search, expected) => {
  expect(returnPath({ pathname, search })).toBe(expected)
})

test('the address of a login page contains the complete way back', () => {
  const here = { pathname: '/search', search: '?q=a b&type=poem' }
  expect(withReturnPath('/login', here)).toBe('/login?redirect=%2Fsearch%3Fq%3Da%20b%26type%3Dpoem')
  expect(withReturnPath('/register', { pathname: '/', search: '' })).toBe('/register')
})
