import { eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { NewPoint } from '../schema.ts'
import { entries, exactPoints } from '../table.ts'

/** The side of a grid cell in degrees of latitude: about 5 km. */
const side = 0.045
/** The possible error of a blurred point, in metres. */
const accuracy = 5000

type Degrees = { latitude: number; longitude: number }

/**
 * Returns the middle of the 5 km grid cell that contains a point. Every point of a cell gives the same result, so
 * repeated reads or saves reveal nothing more. Each row has a whole number of columns, so cells get wider towards the
 * poles.
 */
export function snap({ latitude, longitude }: Degrees): Degrees {
  const middle = (Math.min(Math.floor((latitude + 90) / side), 180 / side - 1) + 0.5) * side - 90
  const columns = Math.max(1, Math.floor((360 / side) * Math.cos((middle * Math.PI) / 180)))
  const width = 360 / columns
  const column = Math.min(Math.floor((longitude + 180) / width), columns - 1)
  return { latitude: rounded(middle), longitude: rounded((column + 0.5) * width - 180) }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000
}

type Row = { latitude: number | null; longitude: number | null; blurred: boolean }

/** Returns the point as readers see it, or null if the entry has none. */
export function presentPoint({ latitude, longitude, blurred }: Row) {
  if (latitude === null || longitude === null) return null
  return { latitude, longitude, blurred, accuracy: blurred ? accuracy : null }
}

/** Returns the entry's columns for a new point; no columns for undefined. For a blurred point they are not exact. */
export function pointColumns(point: NewPoint | null | undefined): Partial<Row> {
  if (point === undefined) return {}
  if (point === null) return { latitude: null, longitude: null, blurred: false }
  const { latitude, longitude } = point.blurred ? snap(point) : point
  return { latitude, longitude, blurred: point.blurred }
}

/**
 * Stores the exact point of a blurred one, which `pointColumns` leaves out, or deletes it. Call it with the same point
 * before the entry's columns change. If a blurred point is sent back unchanged, the stored exact point stays.
 */
export async function keepExact(
  { db }: Pick<Context, 'db'>,
  entryId: string,
  point: NewPoint | null | undefined,
): Promise<void> {
  if (point === undefined) return
  const here = eq(exactPoints.entryId, entryId)
  if (!point?.blurred) {
    await db.delete(exactPoints).where(here)
    return
  }
  const { latitude, longitude, blurred } = entries
  const [before] = await db.select({ latitude, longitude, blurred }).from(entries).where(eq(entries.id, entryId))
  if (before?.blurred && before.latitude === point.latitude && before.longitude === point.longitude) return
  const exact = { latitude: point.latitude, longitude: point.longitude }
  await db
    .insert(exactPoints)
    .values({ entryId, ...exact })
    .onConflictDoUpdate({ target: exactPoints.entryId, set: exact })
}
