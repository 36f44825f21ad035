import type { z } from 'zod'
import type { Kind } from '#content/entry/policy.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { answering, type EntrySettingsChange, splitSettings } from '#content/entry/visibility/audience.ts'
import { requireChangeable } from '#content/entry/write/change.ts'
import type { Context } from '#core/context.ts'
import { type NamedFile, operation } from '#core/operation.ts'
import type { Permission } from '#core/permission.ts'
import { type BeforeRemoval, removeWithFiles } from './removal.ts'

/** Returns the operation that reads one entry. @param legacy its older name */
export function reading<O extends z.ZodType>(
  path: string,
  legacy: string,
  summary: string,
  output: O,
  read: (ctx: Context, id: string) => Promise<z.input<O>>,
) {
  const handler = (ctx: Context, { id }: z.output<typeof ById>) => read(ctx, id)
  return operation('GET', `${path}/:id`, 'public', { legacy, summary, input: ById, output, handler })
}

type Changing<I extends z.ZodObject, O extends z.ZodType> = {
  input: I
  output: O
  files: (input: z.output<I>) => readonly NamedFile[]
  read: (ctx: Context, id: string) => Promise<z.input<O>>
  /** Writes the change to a locked entry. `fields` are those of the type, `settings` those that all types share. */
  change: (
    ctx: Context,
    entry: Awaited<ReturnType<typeof requireChangeable>>,
    settings: EntrySettingsChange,
    fields: Omit<z.output<I>, 'id' | keyof EntrySettingsChange>,
  ) => Promise<void>
}

/** Returns the operation that changes an entry, as far as the rules of its type allow the caller. */
export function changing<I extends z.ZodObject, O extends z.ZodType>(
  path: string,
  kind: Kind,
  summary: string,
  { input, output, files, read, change }: Changing<I, O>,
) {
  async function handler(ctx: Context, { id, ...body }: z.output<typeof ById> & EntrySettingsChange) {
    const { settings, fields } = splitSettings(body as EntrySettingsChange)
    const entry = await requireChangeable(ctx, kind, id, settings, fields)
    await change(ctx, entry, settings, fields as Parameters<typeof change>[3])
    return read(answering(ctx, settings), id)
  }
  return operation('PATCH', `${path}/:id`, 'member', {
    summary,
    input: ById.extend(input.shape as I['shape']),
    output,
    ifMatch: true,
    files: files as never,
    handler: handler as never,
  })
}

/**
 * Returns the operation that deletes an entry with its files.
 * @param before runs before the entry is deleted, if the caller may delete it
 */
export function removing(path: string, permission: Permission, summary: string, kind: Kind, before?: BeforeRemoval) {
  const handler = (ctx: Context, { id }: z.output<typeof ById>) => removeWithFiles(ctx, kind, id, before)
  return operation('DELETE', `${path}/:id`, permission, { summary, input: ById, output: Removed, handler })
}
