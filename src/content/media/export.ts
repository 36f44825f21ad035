import type { Exported } from '#content/entry/write/export.ts'
import { schemaTypes } from './kind.ts'
import type { Media } from './schema.ts'

export const exported: Exported<Media> = {
  columns: [
    ...(['id', 'title', 'type', 'description', 'tags', 'link', 'language', 'speakers', 'transcript'] as const),
    ...(['translation', 'recordedAt', 'place', 'author', 'publishedAt'] as const),
  ],
  describe: (media, address) => ({
    '@type': schemaTypes[media.type],
    description: media.description,
    keywords: media.tags,
    contentUrl: address(media.link),
    transcript: media.transcript,
    inLanguage: media.language,
    contentLocation: media.place,
  }),
}
