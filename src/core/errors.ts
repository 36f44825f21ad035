import { refusals } from './refusals.ts'

/** A refused field: `path` names it as in the input ("example.english"), and `message` is a sentence for the person. */
export type Issue = { path: string; message: string }

/** `retryAfter` is in seconds; `details` are added to the answer beside `error` and `code`. */
type RefusalDetails = { issues?: Issue[]; retryAfter?: number; details?: Record<string, unknown> }

/** An error that is answered with a 4xx or 5xx status, a sentence for the person and a stable code for programs. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly issues: Issue[] | undefined
  readonly retryAfter: number | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(status: number, code: string, message: string, more: RefusalDetails = {}) {
    super(message)
    this.status = status
    this.code = code
    this.issues = more.issues
    this.retryAfter = more.retryAfter
    this.details = more.details
  }
}

export class Invalid extends Refusal {
  constructor(message = refusals.invalid, issues?: Issue[]) {
    super(400, 'invalid', message, issues && { issues })
  }
}

/** Returns an Invalid error for one field. The answer as a whole has the same message. */
export function refused(path: string, message: string): Invalid {
  return new Invalid(message, [{ path, message }])
}

/** Bytes of a request or file were lost on their way, so sending them again can help. */
export class Incomplete extends Refusal {
  constructor(message: string, issues?: Issue[]) {
    super(400, 'incomplete', message, issues && { issues })
  }
}

export class Unauthorized extends Refusal {
  constructor(message = refusals.unauthorized) {
    super(401, 'unauthorized', message)
  }
}

export class Forbidden extends Refusal {
  constructor(message = refusals.forbidden) {
    super(403, 'forbidden', message)
  }
}

export class NotFound extends Refusal {
  constructor(message = refusals.notFound) {
    super(404, 'not_found', message)
  }
}

/** Returns what was read. Throws NotFound if there is nothing. */
export function existing<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new NotFound()
  return row
}

export class Conflict extends Refusal {
  constructor(message: string, code = 'conflict') {
    super(409, code, message)
  }
}

export class TooLarge extends Refusal {
  constructor(message: string) {
    super(413, 'too_large', message)
  }
}

export class UnsupportedMedia extends Refusal {
  constructor(message: string) {
    super(415, 'unsupported_media', message)
  }
}

/** The database or storage is temporarily unavailable. */
export class Unavailable extends Refusal {
  constructor() {
    super(503, 'unavailable', refusals.unavailable, { retryAfter: 5 })
  }
}

/** The server is too busy for this request now. */
export class Busy extends Refusal {
  constructor(message = refusals.busy, retryAfter = 5) {
    super(503, 'busy', message, { retryAfter })
  }
}

/** The disk of the storage or the database is full, or has only its reserve left. */
export class NoRoom extends Refusal {
  constructor(message = refusals.noRoom) {
    super(507, 'no_room', message)
  }
}

/** The file would exceed the account's storage quota. */
export class OverQuota extends Refusal {
  constructor(message: string) {
    super(413, 'quota', message)
  }
}

export class TooMany extends Refusal {
  /** @param retryAfter seconds until it makes sense to try again */
  constructor(retryAfter: number, message = refusals.tooMany) {
    super(429, 'too_many', message, { retryAfter: Math.max(1, Math.ceil(retryAfter)) })
  }
}

/** Handles a rejection: returns undefined for what no longer exists, and throws any other error. */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
