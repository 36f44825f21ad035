import { expect, it } from 'vitest'
import { asSound, extensionOf, nameAs } from './sniff.ts'

const types = [
  ...['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic', 'image/heif', 'video/mp4'],
  ...['video/webm', 'video/quicktime', 'video/3gpp', 'video/3gpp2', 'video/matroska', 'video/ogg', 'audio/mpeg'],
  ...['audio/ogg', 'audio/wav', 'audio/mp4', 'audio/aac', 'audio/amr', 'audio/flac', 'audio/aiff'],
]

it.each(types)('replaces the extension of a file of the type %s', (type) => {
  for (const { contentType } of [{ contentType: type }, asSound(type) ?? { contentType: type }])
    expect(nameAs(`Sample.${extensionOf(contentType)}`, 'image/jpeg')).toBe('Sample.jpg')
})

it('adds an extension to a name without one', () => {
  expect(nameAs('Sample of St. Mary', 'image/jpeg')).toBe('Sample of St. Mary.jpg')
  expect(nameAs('.png', 'image/jpeg')).toBe('file.jpg')
})
