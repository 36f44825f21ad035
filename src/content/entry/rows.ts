import { Column, getTableName, is, noopDecoder, SQL } from 'drizzle-orm'

type Decode = ((value: unknown) => unknown) | undefined
/** Of an expression Drizzle keeps it to itself. */
type Expression = { decoder: { mapFromDriverValue(value: unknown): unknown } }
type Selected = { path: string[]; field: Column | SQL | SQL.Aliased }
/** What a prepared select of Drizzle holds of itself. */
type Prepared = {
  fields?: Selected[]
  joinsNotNullableMap?: Record<string, boolean>
  customResultMapper?: (rows: unknown[][]) => unknown[]
}

/**
 * Has a prepared select read its rows as Drizzle does, but with all that is the same for each row looked up once: of a
 * list's garbage three tenths came from looking it up for each value.
 */
export function readQuickly<Statement extends object>(statement: Statement): Statement {
  const { fields, joinsNotNullableMap: joined } = statement as Prepared
  if (!fields || !joined || fields.some(({ path }) => path.length > 2)) return statement
  const read = readerOf(fields, joined)
  return Object.assign(statement, { customResultMapper: (rows: unknown[][]) => rows.map(read) })
}

function readerOf(fields: Selected[], joined: Record<string, boolean>) {
  const columns = fields.map(({ path, field }, at) => ({
    at,
    group: path.length === 2 ? path[0] : undefined,
    name: path.at(-1) as string,
    decode: decoderOf(field),
    table: is(field, Column) ? getTableName(field.table) : undefined,
  }))
  type Part = Pick<(typeof columns)[number], 'at' | 'name' | 'decode'>
  const own: Part[] = columns.filter(({ group }) => group === undefined)
  const groups = [
    ...Map.groupBy(
      columns.filter(({ group }) => group !== undefined),
      ({ group }) => group as string,
    ),
  ].map(([name, parts]) => {
    const tables = new Set(parts.flatMap(({ table }) => table ?? []))
    const [table] = tables
    const first = parts.find((part) => part.table)?.at
    // Of one table that had no row to join: nothing, rather than an object of nothing.
    const absentBy = tables.size === 1 && table !== undefined && !joined[table] ? first : undefined
    return { name, parts, absentBy, blank: blankOf(parts) }
  })
  const blank = { ...blankOf(own), ...blankOf(groups) }

  return (row: unknown[]): Record<string, unknown> => {
    const whole = fill({ ...blank }, own, row)
    for (const { name, parts, absentBy, blank } of groups)
      whole[name] = absentBy !== undefined && row[absentBy] === null ? null : fill({ ...blank }, parts, row)
    return whole
  }

  function fill(into: Record<string, unknown>, parts: Part[], row: unknown[]) {
    for (const { at, name, decode } of parts) {
      const value = row[at]
      into[name] = value === null || !decode ? value : decode(value)
    }
    return into
  }
}

/** An object with these names from the start is copied, not built up name by name. */
function blankOf(parts: { name: string }[]): Record<string, unknown> {
  return Object.fromEntries(parts.map(({ name }) => [name, null]))
}

function decoderOf(field: Selected['field']): Decode {
  const decoder = is(field, Column) ? field : ((is(field, SQL) ? field : field.sql) as unknown as Expression).decoder
  const same = decoder === noopDecoder || decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue
  return same ? undefined : (value) => decoder.mapFromDriverValue(value)
}
