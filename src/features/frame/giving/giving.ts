import { type PageKind, pageKinds } from '#content/entry/address.ts'
import { kinds } from '#content/kinds.ts'
import { askedIn } from '#content/media/kind.ts'
import { text } from './text.ts'

export function typeOfForm(pathname: string): PageKind | undefined {
  const address = pathname.replace(/\/$/, '')
  return pageKinds.find((type) => kinds[type].form === address)
}

export function titleOfForm({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const type = typeOfForm(pathname)
  return type && text[(type === kinds.media.type && askedIn(search)) || type]
}

/**
 * Returns what a person gives at a path of this site, such as "Record a word", or undefined. It never contains a part
 * of the path, because anyone can make a link to sign up.
 */
export function titleOfGiving(path: string): string | undefined {
  if (path.endsWith('?register')) return text.registration
  if (/^[^?]+#comments$/.test(path)) return text.comment
  const [pathname = '', search = ''] = path.split('?')
  if (pathname === '/record') return text.words
  if (pathname === '/contribute/story') return text.story
  if (pathname.startsWith(`${kinds.vocabulary.form}/`)) return text.voice
  return /\b(id|draft)=/.test(search) ? undefined : titleOfForm({ pathname, search })
}
