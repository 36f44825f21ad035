/** An error in the log. `message` is left out if it could quote a person. */
export type ErrorLine = {
  type: string
  message?: string
  code?: string
  /** Fields of a PostgreSQL error that name the schema and never contain values. */
  database?: Record<string, string>
  /** The statement with placeholders (`$1`) for its parameters. */
  statement?: string
  /** Stack frames only, because the first line of a stack repeats the message. */
  stack?: string[]
  cause?: ErrorLine
}

/** Errors whose messages come from the runtime or this code; other libraries may quote a row, email or request. */
const own = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'AssertionError',
  'Failure',
  'ConfigError',
  'AggregateError',
])
const maxFrames = 12
const maxDepth = 4
const databaseFields = ['severity', 'schema', 'table', 'column', 'constraint', 'dataType', 'routine', 'position']

/**
 * Describes an error without personal data. Messages that could contain some are left out: PostgreSQL quotes values,
 * Drizzle lists parameters, JSON.parse quotes the text, and mail servers name the recipient.
 */
export function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Object)) return { type: typeof error }
  const fault = error as Record<string, unknown> & { stack?: unknown; cause?: unknown }
  const type = String(fault.name ?? fault.constructor?.name ?? 'Error')
  const isOfDatabase = typeof fault.severity === 'string' && typeof fault.code === 'string'
  const line: ErrorLine = { type }
  if (own.has(type) && !isOfDatabase && typeof fault.query !== 'string') {
    const message = redact(String(fault.message ?? ''))
    if (message) line.message = message
  }
  if (typeof fault.code === 'string' || typeof fault.code === 'number') line.code = String(fault.code)
  if (isOfDatabase) {
    const present = databaseFields.filter((name) => typeof fault[name] === 'string')
    line.database = Object.fromEntries(present.map((name) => [name, String(fault[name])]))
  }
  // Drizzle's statements are parameterized, so their text contains no values.
  if (typeof fault.query === 'string' && Array.isArray(fault.params)) line.statement = fault.query.slice(0, 2_000)
  const frames = framesOf(fault)
  if (frames.length > 0) line.stack = frames
  if (fault.cause instanceof Object && depth < maxDepth) line.cause = describeError(fault.cause, depth + 1)
  return line
}

/** Removes what may be personal: quotations, email and IPv4 addresses, query strings, tokens. Cuts long messages. */
export function redact(message: string): string {
  return message
    .replace(/\?[^\s'"]*=[^\s'"]*/g, '?…')
    .replace(/[^\s<>"'(]+@[^\s<>"')]+/g, '…@…')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, '…')
    .replace(/\b[\w-]{16,}\.[\w-]{8,}\.[\w-]{8,}\b|\b[\w-]{40,}\b/g, '…')
    .replace(/"[^"]*"|“[^”]*”|`[^`]*`|'[^']{25,}'/g, '"…"')
    .slice(0, 500)
}

/** Returns the frames of a stack, without its message, because a line of the message can look like a frame. */
function framesOf({ stack, message }: { stack?: unknown; message?: unknown }): string[] {
  if (typeof stack !== 'string') return []
  return stack
    .replace(String(message), () => '')
    .split('\n')
    .filter((line) => /^\s+at .*(:\d+:\d+|<anonymous>)\)?$/.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim())
}
