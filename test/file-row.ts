import { eq } from 'drizzle-orm'
import { files } from '#content/media/table.ts'
import type { TestSite } from './harness.ts'
import { idOf } from './samples.ts'

/** Returns what the database knows about an uploaded file, or undefined once it is deleted. */
export async function fileRow({ db }: TestSite, fileUrl: string) {
  const [row] = await db
    .select()
    .from(files)
    .where(eq(files.id, idOf(fileUrl)))
  return row
}
