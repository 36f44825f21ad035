import { z } from 'zod'

export class OaiError extends Error {
  readonly code: string
  /** Whether the answer may repeat the request's arguments. */
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

/** Returns the verb and its arguments. Throws OaiError if the protocol doesn't allow them. */
export function argumentsOf(params: URLSearchParams): { verb: string } & Record<string, string> {
  const [verb = '', ...others] = params.getAll('verb')
  const shape = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!shape || others.length) throw new OaiError('badVerb', 'The verb is missing, repeated or unknown in OAI-PMH 2.0.')
  const names = [...params.keys()].filter((name) => name !== 'verb')
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated) throw new OaiError('badArgument', `The argument ${repeated} is repeated.`)
  const resumed = shape.resumable && params.has('resumptionToken')
  const allowed = resumed ? ['resumptionToken'] : [...shape.required, ...shape.optional]
  const unexpected = names.find((name) => !allowed.includes(name))
  if (unexpected) throw new OaiError('badArgument', `The argument ${unexpected} does not belong to this request.`)
  const missing = resumed ? undefined : shape.required.find((name) => !params.get(name))
  if (missing) throw new OaiError('badArgument', `The argument ${missing} is missing.`)
  return { ...Object.fromEntries(params), verb }
}

const day = 86_400_000
const second = 1_000
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns the times of `from` (inclusive) and `until` (exclusive). Throws OaiError if they are invalid. */
export function spanOf({ from, until }: { from?: string | undefined; until?: string | undefined }) {
  if (from && until && from.length !== until.length)
    throw new OaiError('badArgument', 'from and until have different granularities.')
  const begin = from === undefined ? undefined : momentOf('from', from)
  const end = until === undefined ? undefined : momentOf('until', until) + (until.length === 10 ? day : second)
  if (begin !== undefined && end !== undefined && begin >= end)
    throw new OaiError('badArgument', 'from is later than until.')
  return { from: iso(begin), until: iso(end) }
}

function momentOf(name: string, text: string): number {
  const moment = /^[1-9]\d{3}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/.test(text) ? Date.parse(text) : Number.NaN
  const isReal = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text.replace('Z', ''))
  if (!isReal) throw new OaiError('badArgument', `${name} is not a date such as 2026-01-31 or 2026-01-31T12:00:00Z.`)
  return moment
}

function iso(moment: number | undefined): string | undefined {
  // Times after the year 9999 can't be written in this form.
  return moment === undefined ? undefined : new Date(Math.min(moment, lastMoment)).toISOString()
}

const Token = z.strictObject({
  set: z.string().optional(),
  from: z.string().optional(),
  until: z.string().optional(),
  changed: z.iso.datetime(),
  id: z.uuid(),
  cursor: z.number().int().min(0),
})
/**
 * The state from which the next part of a list continues. It stays valid after restarts, works on every instance and
 * never expires.
 */
export type Token = z.infer<typeof Token>

export function tokenText(token: Token): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

/** Parses a token. Throws OaiError if it isn't one of ours. */
export function tokenOf(text: string): Token {
  try {
    const token = Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (tokenText(token) === text) {
      spanOf(token)
      return token
    }
  } catch {}
  throw new OaiError('badResumptionToken', 'This resumptionToken was not issued by this repository.')
}
