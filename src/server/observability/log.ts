import { pino } from 'pino'
import { describeError } from './log-error.ts'

/** Values of LOG_LEVEL. The start refuses others (`start/config.ts`); pino would throw while this file is imported. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/**
 * The structured log on standard error. It never contains anything people wrote, tokens, email or IP addresses, or
 * query parameters: callers log only named fields and paths without their query, and errors pass through
 * `describeError`.
 */
export const log = pino(
  {
    level: logLevels.find((level) => level === process.env.LOG_LEVEL) ?? (process.env.VITEST ? 'silent' : 'info'),
    base: null,
    serializers: { err: describeError },
  },
  // A line is written before the call returns, because the process may end right after it.
  pino.destination({ dest: 2, sync: true }),
)
