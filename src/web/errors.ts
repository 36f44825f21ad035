import type { Issue } from '#core/errors.ts'
import type { Challenge } from '#core/proof-of-work.ts'
import { text } from './text.ts'

/** Thrown when the API refuses a request: `message` is the sentence to show, `issues` are the refused fields. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: Issue[]
  /** The challenge to solve before sending again, with the code `proof_of_work`. */
  readonly challenge: Challenge | undefined

  constructor(status: number, code: string, message: string, issues: Issue[] = [], challenge?: Challenge) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
    this.challenge = challenge
  }

  /** Reads `{error, code, issues?}`; for any other body, such as a proxy's page, uses a general sentence. */
  static async of(response: Response): Promise<ApiError> {
    const body = (await response.json().catch(() => ({}))) as Partial<Body>
    const message = body.error ?? text.noAnswer
    return new ApiError(response.status, body.code ?? 'unknown', message, body.issues, body.challenge)
  }
}

type Body = { error: string; code: string; issues: Issue[]; challenge: Challenge }

/** Reads the answer that refuses an upload; for any other body, such as a bucket's, uses a general sentence. */
export function refusalIn(status: number, body: string): ApiError {
  try {
    const { error, code } = JSON.parse(body) as Body
    return new ApiError(status, code, error)
  } catch {
    return new ApiError(status, 'unknown', text.notSent)
  }
}

/** Thrown when there is no answer, because the network or the server can't be reached. */
export class Offline extends Error {
  constructor() {
    super(text.offline)
  }
}

/** Thrown when the person cancels a post that is waiting for its files. No message is shown. */
export class PostCancelled extends Error {}

/**
 * Returns whether a refusal is temporary, so that the request can be repeated: a server error, a timeout, a locked
 * upload, a limit, or a 401, after which the request waits until the account logs in again.
 */
export function isPassing({ status }: ApiError): boolean {
  return status >= 500 || status === 401 || status === 408 || status === 423 || status === 429
}

/**
 * Returns whether the same request or file would be refused again. A full account or disk may have room later, an
 * interrupted upload may arrive, and someone may give a permission back.
 */
export function isFinal({ code }: Pick<ApiError, 'code'>): boolean {
  return ['invalid', 'too_large', 'unsupported_media', 'gone'].includes(code)
}

/** Returns whether the site could not be reached or could not answer, so that earlier data is still valid. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof Offline || (error instanceof ApiError && error.status >= 500)
}

/** Returns whether someone changed the entry since it was opened. */
export function isStale(error: Error): boolean {
  return error instanceof ApiError && error.code === 'changed'
}

/**
 * Logs a failure by its kind only (spec 24.2): a message could quote what someone wrote, and a browser's error about a
 * token quotes part of it.
 */
export function logFailure(failed: string, error: unknown): void {
  const kind =
    error instanceof ApiError ? `${error.status} ${error.code}` : error instanceof Offline ? 'no answer' : 'error'
  console.error(failed, kind)
}
