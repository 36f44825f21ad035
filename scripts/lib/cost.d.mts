import type { Again, Result } from './retries.mjs'

export function refuseDear(results: Result[], again: Again, print?: (line: string) => void): Promise<Result[]>
