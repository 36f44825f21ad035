import { Refusal } from '../errors.ts'

type Results<Checks extends readonly (() => unknown)[]> = { [At in keyof Checks]: Awaited<ReturnType<Checks[At]>> }

/**
 * Runs checks that don't depend on each other, one after the other, and returns what they return. Throws the first
 * refusal with the fields of all that refuse, so that a person can correct them in one round. A refusal that names no field, such as
 * Forbidden, and any other error is thrown at once.
 */
export async function checkAll<const Checks extends readonly (() => unknown)[]>(
  ...checks: Checks
): Promise<Results<Checks>> {
  const results: unknown[] = []
  const refused: Refusal[] = []
  for (const check of checks)
    try {
      results.push(await check())
    } catch (error) {
      if (!(error instanceof Refusal) || !error.issues) throw error
      refused.push(error)
    }
  const [first] = refused
  if (!first) return results as Results<Checks>
  const issues = refused.flatMap((refusal) => refusal.issues ?? [])
  throw new Refusal(first.status, first.code, first.message, { issues })
}
