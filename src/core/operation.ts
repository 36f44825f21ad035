import type { z } from 'zod'
import type { Context } from './context.ts'
import type { Permission } from './permission.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One row of the operation table: REST route, spec address, OpenAPI and both clients follow from it. */
export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: Method
  /** Below `/api`, with `:name` for parts that become input fields. */
  path: string
  permission: Permission
  /** The name of spec §7, answered at `/auth?operation=` or `/content?operation=`; with a method where it differs. */
  legacy?: string | { name: string; method: Method }
  summary: string
  input: I
  output: O
  /** Success status, 200 unless told; a function where it follows from the answer. */
  status?: 201 | 202 | ((answer: z.output<O>) => 201 | 202)
  /** The body may hold a `data:` URL, and so be as large as an upload. */
  acceptsDataUrl?: true
  /** What guests are answered is kept in memory like a page, until content changes; a search never is. */
  cached?: true
  /** What a call counts against, per account: writes, unless it is the start of an upload. */
  limit?: 'upload'
  /** `false` for writes that do slow work (a password hash) and so open their own short transaction. */
  transaction?: false
  handler(ctx: Context, input: z.output<I>): Promise<z.input<O>>
}

/** Keeps the row's own types; at run time the row itself. */
export function operation<I extends z.ZodType, O extends z.ZodType>(row: Operation<I, O>): Operation<I, O> {
  return row
}

// biome-ignore lint/suspicious/noExplicitAny: rows of different inputs stand in one table; each row is checked where it is written
export type AnyOperation = Operation<any, any>
export type Table = Record<string, Record<string, AnyOperation>>

/** The client that follows from a table, over fetch or in process: `api.article.list({ limit: 10 })`. */
export type ApiOf<T extends Table> = {
  [F in keyof T]: {
    [N in keyof T[F]]: (input: z.input<T[F][N]['input']>, options?: CallOptions) => Promise<z.output<T[F][N]['output']>>
  }
}
export type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The `updatedAt` of the entry that a change is made from: 409 when it has changed since. */
  changedFrom?: string | undefined
}

/** Method and path of every row: all that the browser needs of the table. */
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
