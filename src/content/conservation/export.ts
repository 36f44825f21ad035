import { addresses, type Exported } from '#content/entry/write/export.ts'
import { kinds } from '#content/kinds.ts'
import type { Conservation } from './schema.ts'

export const exported: Exported<Conservation> = {
  columns: [
    ...(['id', 'title', 'artifactId', 'condition', 'threat', 'treatment', 'conservator', 'startedAt'] as const),
    ...(['finishedAt', 'phase', 'images', 'publishedAt'] as const),
  ],
  describe: (record, address) => ({
    about: record.artifactId && address(`${kinds.artifact.page}/${record.artifactId}`),
    abstract: record.threat,
    text: record.treatment,
    itemCondition: record.condition,
    contributor: record.conservator,
    image: addresses(record.images, address),
  }),
}
