import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotpSecret, setupOf } from './totp.ts'

test.each([
  ['Sample site', 'Sample site'],
  ['Sample: an archive', 'Sample an archive'],
  ['Sample :: an archive:', 'Sample an archive'],
])('an app reads the name of the site “%s” from the address as “%s”', (site, issuer) => {
  const { address } = setupOf(site, 'sample@site.test', newTotpSecret())
  expect(URI.parse(address)).toMatchObject({ issuer, label: 'sample@site.test' })
})
