import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refusals } from '#accounts/refusals.ts'
import { refused } from '#core/errors.ts'

let common: Set<string> | undefined

/** Throws Invalid at `path` for one of the 10,000 most common passwords, which attackers try first. */
export function refuseCommonPassword(password: string, path: string): void {
  common ??= readList()
  if (common.has(password.toLowerCase())) throw refused(path, refusals.commonPassword)
}

/** Reads the list: 8,464 passwords of six characters or more. */
function readList(): Set<string> {
  const lines = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('# ')))
}
