import { z } from 'zod'

/** A problem that the protocol has a name for (OAI-PMH 2.0, 3.6). */
export class OaiError extends Error {
  readonly code: string
  /** Whether the request may be told back with its arguments. */
  readonly understood: boolean

  constructor(code: string, message: string, understood = code !== 'badVerb' && code !== 'badArgument') {
    super(message)
    this.code = code
    this.understood = understood
  }
}

type Shape = { required: string[]; optional: string[]; resumable?: true }

const selective = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], resumable: true as const }
const verbs: Record<string, Shape> = {
  Identify: { required: [], optional: [] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  ListSets: { required: [], optional: [], resumable: true },
  ListIdentifiers: selective,
  ListRecords: selective,
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
}

/** The verb and its arguments, as the protocol allows them. Throws OaiError. */
export function argumentsOf(given: URLSearchParams): { verb: string } & Record<string, string> {
  const [verb = '', ...others] = given.getAll('verb')
  const shape = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!shape || others.length) throw new OaiError('badVerb', 'The verb is missing, repeated, or none of OAI-PMH 2.0.')
  const names = [...given.keys()].filter((name) => name !== 'verb')
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated) throw new OaiError('badArgument', `The argument ${repeated} stands there twice.`)
  const resumed = shape.resumable && given.has('resumptionToken')
  const allowed = resumed ? ['resumptionToken'] : [...shape.required, ...shape.optional]
  const foreign = names.find((name) => !allowed.includes(name))
  if (foreign) throw new OaiError('badArgument', `The argument ${foreign} does not belong to this request.`)
  const missing = resumed ? undefined : shape.required.find((name) => !given.get(name))
  if (missing) throw new OaiError('badArgument', `The argument ${missing} is missing.`)
  return { ...Object.fromEntries(given), verb }
}

const day = 86_400_000
const second = 1_000

/** The moments that `from` and `until` name: the first inclusive, the second the one after. Throws OaiError. */
export function spanOf({ from, until }: { from?: string | undefined; until?: string | undefined }) {
  if (from && until && from.length !== until.length)
    throw new OaiError('badArgument', 'from and until are of different granularity.')
  const begin = from === undefined ? undefined : momentOf('from', from)
  const end = until === undefined ? undefined : momentOf('until', until) + (until.length === 10 ? day : second)
  if (begin !== undefined && end !== undefined && begin >= end)
    throw new OaiError('badArgument', 'from is later than until.')
  return { from: iso(begin), until: iso(end) }
}

function momentOf(name: string, text: string): number {
  const moment = /^[1-9]\d{3}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/.test(text) ? Date.parse(text) : Number.NaN
  const real = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text.replace('Z', ''))
  if (!real) throw new OaiError('badArgument', `${name} is no date such as 2026-01-31 or 2026-01-31T12:00:00Z.`)
  return moment
}

function iso(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString()
}

const Token = z.strictObject({
  set: z.string().optional(),
  from: z.string().optional(),
  until: z.string().optional(),
  changed: z.iso.datetime(),
  id: z.uuid(),
  cursor: z.number().int().min(0),
})
/** All that the next part needs: it holds after a restart, on every instance, and for as long as the archive stands. */
export type Token = z.infer<typeof Token>

export function tokenText(token: Token): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

/** Throws OaiError for what no answer has given. */
export function tokenOf(text: string): Token {
  try {
    const token = Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (tokenText(token) === text) {
      spanOf(token)
      return token
    }
  } catch {}
  throw new OaiError('badResumptionToken', 'This resumptionToken is not of this repository.')
}
