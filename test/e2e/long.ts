import type { TestType } from '@playwright/test'
import { deep } from '../depth.ts'
import { test } from './site.ts'

/** Returns the function that declares tests of a kind that only `npm run test:deep` runs. */
export function longOf<Args extends object, WorkerArgs extends object>(test: TestType<Args, WorkerArgs>) {
  return deep ? test : test.skip
}

/** Declares a test of a site that only `npm run test:deep` runs. */
export const long = longOf(test)
