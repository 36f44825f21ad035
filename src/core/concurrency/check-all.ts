import { Refusal } from '../errors.ts'

type Results<Checks extends readonly (() => unknown)[]> = { [At in keyof Checks]: Awaited<ReturnType<Checks[At]>> }

/**
 * Runs independent checks one after the other and returns their results. Throws the first refusal with the fields of
 * all checks that refuse, so that a person can correct them together. A refusal that names no field, such as Forbidden,
 * and any other error is thrown immediately.
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
