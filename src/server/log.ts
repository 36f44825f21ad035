import { pino } from 'pino'

/** Structured log on standard error; secrets never reach it, since only named fields are logged. */
export const log = pino(
  { level: process.env.LOG_LEVEL ?? (process.env.VITEST ? 'silent' : 'info'), base: null },
  pino.destination(2),
)
