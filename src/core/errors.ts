import { refusals } from './refusals.ts'

/** One field that was refused: `path` as in the input ("example.english"), `message` a sentence for the person. */
export type Issue = { path: string; message: string }

/** An answer that is not 2xx: one sentence for the person, a stable code for programs. Mapped to HTTP in one place. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly issues: Issue[] | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, more: { issues?: Issue[]; retryAfter?: number } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.issues = more.issues
    /** Seconds. */
    this.retryAfter = more.retryAfter
  }
}

export class Invalid extends Refusal {
  constructor(message = refusals.invalid, issues?: Issue[]) {
    super(400, 'invalid', message, issues && { issues })
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

/** Database or storage does not answer for now. */
export class Unavailable extends Refusal {
  constructor(message = refusals.unavailable) {
    super(503, 'unavailable', message, { retryAfter: 5 })
  }
}

/** A disk is full: of the storage, or of the database. */
export class NoRoom extends Refusal {
  constructor(message = refusals.noRoom) {
    super(507, 'no_room', message)
  }
}

export class TooMany extends Refusal {
  /** @param retryAfter seconds until the next try is worth making */
  constructor(retryAfter: number, message = refusals.tooMany) {
    super(429, 'too_many', message, { retryAfter: Math.max(1, Math.ceil(retryAfter)) })
  }
}
