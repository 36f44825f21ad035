import { pino } from 'pino'
import { describeError } from './log-error.ts'

/** Values of LOG_LEVEL. The start refuses others (`start/config.ts`); pino would throw while this file is imported. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const defaultLevel = process.env.VITEST ? 'silent' : process.stderr.isTTY ? 'warn' : 'info'

/**
 * The structured log on standard error. At a terminal it begins with warnings, so that `npm start` ends with the site's
 * address. It never contains anything people wrote, tokens, email or IP addresses, or
 * query parameters: callers log only named fields and paths without their query, and errors pass through
 * `describeError`.
 */
export const log = pino(
  {
    level: logLevels.find((level) => level === process.env.LOG_LEVEL) ?? defaultLevel,
    base: null,
    serializers: { err: describeError },
  },
  // A line is written before the call returns, because the process may end right after it.
  pino.destination({ dest: 2, sync: true }),
)
