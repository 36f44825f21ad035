import type { Kind } from '#content/kind.ts'
import { addressIn, type HeadGiven, head } from '#web/head.ts'
import { pageOf, personPage } from '../address.ts'
import type { Entry } from '../schema.ts'

type File = {
  url: string
  kind: 'image' | 'video' | 'audio'
  contentType: string
  size: number | null
  duration: number | null
}
type EntryForHead = Pick<Entry, 'id' | 'type' | 'title' | 'state' | 'visibility' | 'groups' | 'deceased' | 'unlisted'> &
  Pick<Entry, 'publishedAt' | 'updatedAt' | 'author'>

export type Described = {
  /** The title in search results. Default: the entry's title. */
  title?: string
  description: string
  /** schema.org: `@type` and the fields of that type. */
  schema: Record<string, unknown>
  /** The entry's files. They are left out if the entry needs a warning. */
  files?: (File | null | undefined)[]
}

/**
 * Returns the head of an entry's page. Entries that are unlisted or not public get no link preview and no schema.org
 * data, and search engines don't index them.
 */
export function entryHead(args: HeadGiven, entry: EntryForHead, { title, description, schema, files = [] }: Described) {
  const isPublic = entry.state === 'published' && entry.visibility === 'public' && entry.groups.length === 0
  const url = addressIn(args, pageOf(entry))
  const publicFiles = entry.deceased ? [] : files.filter((file) => file !== null && file !== undefined)
  const jsonLd = {
    '@id': url,
    url,
    name: entry.title,
    description: description || undefined,
    datePublished: entry.publishedAt ?? undefined,
    dateModified: entry.updatedAt,
    author: personIn(args, entry.author),
    isPartOf: { '@type': 'WebSite', name: args.matches[0].loaderData?.siteName, url: addressIn(args, '/') },
    ...objectsOf(args, entry, publicFiles),
    ...schema,
  }
  return head(args, {
    title: title ?? entry.title,
    description,
    path: pageOf(entry),
    picture: `/og/${entry.id}.png`,
    isEntry: true,
    unlisted: !isPublic || entry.unlisted === true,
    schema: isPublic && !entry.unlisted ? jsonLd : undefined,
  })
}

/** Returns a member as a schema.org person, with their page if they have one. */
export function personIn(args: HeadGiven, author: Entry['author']) {
  if (!author) return undefined
  return { '@type': 'Person', name: author.name, url: author.page ? addressIn(args, personPage(author)) : undefined }
}

/** Returns the schema.org type and genre for the entries of a type, with their language. */
export function schemaOf({ schemaOrg, genre }: Pick<Kind, 'schemaOrg' | 'genre'>, language?: string) {
  return { '@type': schemaOrg, genre, inLanguage: language }
}

const kinds = { image: 'ImageObject', video: 'VideoObject', audio: 'AudioObject' }

function objectsOf(args: HeadGiven, { title, publishedAt }: EntryForHead, files: File[]) {
  const [image] = files.filter(({ kind }) => kind === 'image')
  const recordings = files.filter(({ kind }) => kind !== 'image')
  return {
    ...(image && { image: addressIn(args, image.url) }),
    ...(recordings.length > 0 && {
      associatedMedia: recordings.map((file) => ({
        '@type': kinds[file.kind],
        name: title,
        uploadDate: publishedAt ?? undefined,
        ...fileFacts(args, file),
      })),
    }),
  }
}

/** Returns the schema.org fields of a file. */
export function fileFacts(args: HeadGiven, { url, contentType, size, duration }: File) {
  return {
    contentUrl: addressIn(args, url),
    encodingFormat: contentType,
    contentSize: size === null ? undefined : String(size),
    duration: duration === null ? undefined : `PT${Math.max(1, Math.round(duration))}S`,
  }
}
