const minute = 60 * 1000
const day = 24 * 60 * minute
/** How long non-public content is shown after the server last allowed it (spec 16.2). */
export const leaseMs = 7 * day
/** Tolerance for answers that arrive out of order. */
export const toleranceMs = 5 * minute

/** Returns whether content that the server allowed at `confirmed` (ms, by its clock) may still be shown. */
export function isLeased(confirmed: number, now: number | undefined): boolean {
  return now !== undefined && confirmed <= now + toleranceMs && now - confirmed < leaseMs
}
