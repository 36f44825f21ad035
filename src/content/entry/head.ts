import { addressIn, type HeadGiven, head } from '#web/head.ts'
import { pageOf } from './address.ts'
import type { Entry } from './schema.ts'

type File = {
  url: string
  kind: 'image' | 'video' | 'audio'
  contentType: string
  size: number | null
  duration: number | null
}
type Shown = Pick<Entry, 'id' | 'type' | 'title' | 'state' | 'visibility' | 'groups' | 'deceased'> &
  Pick<Entry, 'publishedAt' | 'updatedAt' | 'author'>

export type Described = {
  /** How it is called in a list of results; its title unless told. */
  title?: string
  description: string
  /** schema.org: `@type` and what is special to it. */
  schema: Record<string, unknown>
  /** What is heard or seen, as far as its reader needs no warning. */
  files?: (File | null | undefined)[]
}

/** The head of an entry's page. What is not for everyone tells nobody what it is. */
export function entryHead(given: HeadGiven, entry: Shown, { title, description, schema, files = [] }: Described) {
  const isPublic = entry.state === 'published' && entry.visibility === 'public' && entry.groups.length === 0
  const url = addressIn(given, pageOf(entry))
  const shown = entry.deceased ? [] : files.filter((file) => file !== null && file !== undefined)
  const known = {
    '@id': url,
    url,
    name: entry.title,
    description: description || undefined,
    datePublished: entry.publishedAt ?? undefined,
    dateModified: entry.updatedAt,
    author: entry.author ? { '@type': 'Person', name: entry.author.name } : undefined,
    isPartOf: { '@type': 'WebSite', name: given.matches[0].loaderData?.siteName, url: addressIn(given, '/') },
    ...objectsOf(given, entry, shown),
    ...schema,
  }
  return head(given, {
    title: title ?? entry.title,
    description,
    path: pageOf(entry),
    picture: `/og/${entry.id}.png`,
    kind: 'article',
    unlisted: !isPublic,
    schema: isPublic ? known : undefined,
  })
}

const kinds = { image: 'ImageObject', video: 'VideoObject', audio: 'AudioObject' }

function objectsOf(given: HeadGiven, { title, publishedAt }: Shown, files: File[]) {
  const [image] = files.filter(({ kind }) => kind === 'image')
  const played = files.filter(({ kind }) => kind !== 'image')
  return {
    ...(image && { image: addressIn(given, image.url) }),
    ...(played.length > 0 && {
      associatedMedia: played.map((file) => ({
        '@type': kinds[file.kind],
        name: title,
        uploadDate: publishedAt ?? undefined,
        ...fileFacts(given, file),
      })),
    }),
  }
}

/** What a media object of schema.org says of its file. */
export function fileFacts(given: HeadGiven, { url, contentType, size, duration }: File) {
  return {
    contentUrl: addressIn(given, url),
    encodingFormat: contentType,
    contentSize: size === null ? undefined : String(size),
    duration: duration === null ? undefined : `PT${Math.max(1, Math.round(duration))}S`,
  }
}
