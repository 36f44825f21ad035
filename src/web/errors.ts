import type { Issue } from '#core/errors.ts'
import { text } from './text.ts'

/** A refusal of the API: `message` is the sentence to show, `issues` the fields it is about. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: Issue[]

  constructor(status: number, code: string, message: string, issues: Issue[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
  }

  /** Reads `{error, code, issues?}`; an answer in another shape (a proxy's page) gets a sentence of ours. */
  static async of(response: Response): Promise<ApiError> {
    const body = (await response.json().catch(() => ({}))) as { error?: string; code?: string; issues?: Issue[] }
    const message = body.error ?? text.noAnswer
    return new ApiError(response.status, body.code ?? 'unknown', message, body.issues)
  }
}

/** No answer came: the network is away, or the server is. */
export class Offline extends Error {
  constructor() {
    super(text.offline)
  }
}

/** Whether the site was not reached or could not answer: what was there before stays as true as it was. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof Offline || (error instanceof ApiError && error.status >= 500)
}

/** Whether it was refused because someone has changed the entry since it was opened. */
export function isStale(error: Error): boolean {
  return error instanceof ApiError && error.code === 'changed'
}
