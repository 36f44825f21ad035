import { pino } from 'pino'
import { describeError } from './log-error.ts'

/**
 * The structured log on standard error. It never contains anything people wrote, tokens, email or IP addresses, or
 * query parameters: callers log only named fields and paths without their query, and errors pass through
 * `describeError`.
 */
export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? (process.env.VITEST ? 'silent' : 'info'),
    base: null,
    serializers: { err: describeError },
  },
  pino.destination(2),
)
