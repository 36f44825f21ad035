import { addresses, type Exported } from '#content/entry/write/export.ts'
import type { Artifact } from './schema.ts'

export const exported: Exported<Artifact> = {
  columns: [
    ...(['id', 'name', 'localName', 'description', 'materials', 'use', 'maker', 'period', 'dimensions'] as const),
    ...(['heldAt', 'images', 'publishedAt'] as const),
  ],
  describe: (artifact, address) => ({
    alternateName: artifact.localName,
    description: artifact.description,
    material: artifact.materials,
    author: artifact.maker,
    temporal: artifact.period,
    size: artifact.dimensions,
    holdingArchive: artifact.heldAt,
    image: addresses(artifact.images, address),
  }),
}
