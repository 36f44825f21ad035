import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { fileEvents } from '../table.ts'

type Stored = { id: string; sha256: string | null; contentType: string; uploaderId: string | null }

/** Records the arrival of a file's bytes and their uploader. */
export async function noteIngestion(db: NodePgDatabase, { id, sha256, contentType, uploaderId }: Stored) {
  await db.insert(fileEvents).values({
    fileId: id,
    event: 'ingestion',
    outcome: 'success',
    sha256: sha256 ?? '',
    note: contentType,
    actorId: uploaderId,
  })
}
