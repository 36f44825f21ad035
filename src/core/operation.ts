import { z } from 'zod'
import type { Context } from './context.ts'
import type { Permission } from './permission.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * A file named in an input by its `fileUrl` or included as a `data:` URL; `path` names the field in error messages. A
 * recording with `isVoice` is refused if nothing can be heard in it, or if it is longer or larger than `most`.
 */
export type NamedFile = {
  url: string
  path: string
  isVoice?: true
  most?: { seconds: number; bytes: number } | undefined
}

/** An operation of the API, from which its REST route, legacy address, OpenAPI description and clients are derived. */
export type Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  M extends true | undefined = true | undefined,
> = {
  method: Method
  /** Path below `/api`; `:name` segments become input fields. */
  path: string
  permission: Permission
  input: I
} & Description<I, O, M>

type Description<I extends z.ZodType, O extends z.ZodType, M extends true | undefined> = {
  /** Name at `/auth?operation=` or `/content?operation=` (spec 22.1), with a method if it differs. */
  legacy?: string | { name: string; method: Method }
  summary: string
  output: O
  /** Success status, 200 by default; a function if it depends on the answer. */
  status?: 201 | 202 | ((answer: z.output<O>) => 201 | 202)
  /** Returns the files in an input, which are received and decoded before the write's transaction begins. */
  files?(input: z.output<I>): readonly NamedFile[]
  /**
   * `text` limits the body to 512 KB instead of 64 KB, and `files` to what a `data:` URL of the largest allowed upload
   * needs (spec 23). Guests are always limited to 64 KB.
   */
  body?: 'text'
  /** Caches answers to guests in memory until content changes. Searches aren't cached. */
  cached?: true
  /**
   * Requires `If-Match` with the `updatedAt` that the caller read; responds with 409 `changed` if the content has
   * changed since. The typed client requires `changedFrom` in every call.
   */
  ifMatch?: M
  /** Limit per account that a call counts against; the limit for writes by default. */
  limit?: 'upload'
  /**
   * Requires a login or confirmation within the last 15 minutes. A function decides from the input whether to require
   * it. `or-password` requires it only for accounts with a second factor; for others, the handler asks for the
   * password.
   */
  recentSignIn?: true | 'or-password' | ((input: z.output<I>) => boolean)
  /**
   * Slow work of a write (a name server, a file) before its transaction begins, and after its files were received.
   * Throws what refuses the write. An answer that is repeated for its Idempotency-Key needs no preparation.
   */
  prepare?(ctx: Context, input: z.output<I>): Promise<void>
  /** `false` for writes that begin their own short transaction after slow work (a password hash). */
  transaction?: false
  handler(ctx: Context, input: z.output<I>): Promise<z.input<O>>
}

/** The input of an operation that needs none. */
const nothing = z.object({})

/** Returns an operation, with its types inferred from its description. Without `input`, it takes none. */
export function operation<
  I extends z.ZodType = typeof nothing,
  O extends z.ZodType = z.ZodType,
  M extends true | undefined = undefined,
>(
  method: Method,
  path: string,
  permission: Permission,
  description: Description<I, O, M> & { input?: I },
): Operation<I, O, M> {
  return { method, path, permission, ...description, input: description.input ?? (nothing as z.ZodType as I) }
}

// biome-ignore lint/suspicious/noExplicitAny: operations with different inputs share one table; each is type-checked where it is defined
export type AnyOperation = Operation<any, any, any>
export type Table = Record<string, Record<string, AnyOperation>>

/** The client derived from a table, over fetch or in process: `api.article.list({ limit: 10 })`. */
export type ApiOf<T extends Table> = {
  [F in keyof T]: {
    [N in keyof T[F]]: (
      input: z.input<T[F][N]['input']>,
      ...options: true extends T[F][N]['ifMatch'] ? [options: CallOptions & ChangedFrom] : [options?: CallOptions]
    ) => Promise<z.output<T[F][N]['output']>>
  }
}
export type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Completes the request even if the user leaves the page. Browsers allow at most 64 KB. */
  keepalive?: boolean
}
export type ChangedFrom = {
  /**
   * The `updatedAt` of the version that the change is based on; the server responds with 409 if the content has changed
   * since. Null for decisions that hold regardless of the content, such as hiding an entry.
   */
  changedFrom: string | null
}

/** Method and path of every operation, for the browser. */
export type Manifest = Record<string, Record<string, [Method, string]>>

export function manifest(table: Table): Manifest {
  return mapTable(table, (row): [Method, string] => [row.method, row.path])
}

export function mapTable<R>(table: Table, map: (row: AnyOperation) => R): Record<string, Record<string, R>> {
  return mapValues(table, (rows) => mapValues(rows, map))
}

function mapValues<V, R>(object: Record<string, V>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}
