import type { Kind, Look } from '#content/kind.ts'

export const kind = {
  type: 'media',
  table: 'media',
  page: '/media',
  list: '/dashboard/media',
  form: '/contribute/media',
  look: { field: 'dusk', icon: 'photo' },
  changedInPlace: true,
  inComposer: true,
  comments: true,
  offline: true,
  facets: { topic: ['tags'], place: ['place'], person: ['speakers'], year: ['recorded_at'] },
  holdsFile: true,
  schemaOrg: 'MediaObject',
} as const satisfies Kind

export const schemaTypes = { IMAGE: 'ImageObject', VIDEO: 'VideoObject', AUDIO: 'AudioObject' } as const

/** The kinds of file for which the form can be opened (`?as=`). */
export const asked = { picture: 'image', video: 'video', recording: 'audio' } as const
export type Asked = keyof typeof asked

/** Returns what the address of the form asks for; undefined for any file. */
export function askedIn(search: string): Asked | undefined {
  const as = new URLSearchParams(search).get('as') ?? ''
  return Object.hasOwn(asked, as) ? (as as Asked) : undefined
}

/** The look of each kind of file, and the page that lists such posts. */
export const looks = {
  image: { field: 'dusk', icon: 'photo', href: '/pictures' },
  video: { field: 'dusk', icon: 'video', href: '/videos' },
  audio: { field: 'dusk', icon: 'mic', href: '/recordings' },
} as const satisfies Record<string, Look & { href: string }>
