/** See `test-runs.mjs`. */
export type Result = {
  runner: 'vitest' | 'playwright'
  file: string
  titles: string[]
  status: 'passed' | 'failed'
  processorSeconds?: number
  error?: string
  page?: string
}
export type Again = (test: Result) => Promise<Result[]>

export function retryFailed(results: Result[], again: Again, print?: (line: string) => void): Promise<Result[]>
