import { expect, it } from 'vitest'
import { acceptSound, accepts } from './accept.ts'

it.each(['audio/ogg', 'video/mp4', 'video/webm', 'video/3gpp', 'application/octet-stream', 'application/ogg'])(
  'offers files of the type %s for sound',
  (type) => {
    expect(acceptSound.split(',').some((one) => one === type || one === `${type.split('/')[0]}/*`)).toBe(true)
    expect(accepts(acceptSound, type)).toBe(true)
  },
)

it.each(['.mp4', '.webm', '.3gp', '.m4a', '.opus'])('offers files with the ending %s for sound', (ending) => {
  expect(acceptSound.split(',')).toContain(ending)
})

it('accepts no picture, text or archive for sound', () => {
  for (const type of ['image/png', 'text/html', 'application/zip']) expect(accepts(acceptSound, type)).toBe(false)
})
