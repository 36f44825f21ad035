import { isId } from '#core/id.ts'
import type { AuditLine } from './schema.ts'
import { text } from './text.ts'

/** Actions that the server carries out by itself. */
const bySite = [
  'account:set-aside',
  'account:admin-from-environment',
  'bag:import',
  'media:copies-failed',
  'media:incomplete',
  'vocabulary:import',
]

/** Actions of a person whom the site doesn't know: attempts to log in, and links that work without a login. */
const byAnyone = ['account:log-in-failed', 'account:locked-out', 'account:passkey-counter', 'event:cancel-by-link']

type Sentence = { actor: string; act: string; details: string[] }

/** Returns a line of the activity log as a sentence that begins with the actor, and its details. */
export function sentenceOf(line: AuditLine): Sentence {
  return { actor: actorOf(line), act: actOf(line), details: detailsOf(line.detail ?? {}) }
}

function actorOf({ action, actor, subject }: AuditLine): string {
  const words = text.audit.actors
  if (actor) return actor.name
  // Reporters are never named in the log, because the reported author may be an admin.
  if (action === 'report:create') return words.reader
  if (bySite.includes(action)) return words.site
  if (byAnyone.includes(action)) return words.someone
  // A member who opens a link from an email may not be logged in, so the account itself is the actor.
  if (action.startsWith('account:') && subject) return subject.name
  return words.former
}

function actOf({ action, subject }: AuditLine): string {
  const words = text.audit
  const [type = '', verb = ''] = action.split(':')
  const sentence = words.actions[action]
  if (sentence) return sentence
  const onMember = words.memberActions[action]
  if (onMember) return onMember(subject?.name ?? words.aFormerMember)
  return words.entryActions[verb]?.(words.things[type] ?? words.otherThing) ?? action
}

/** Returns the details that have a label. Ids are left out, because they mean nothing to a person. */
function detailsOf({ fields, ...detail }: Record<string, unknown>): string[] {
  const changed = Array.isArray(fields) && fields.length > 0 ? { fields: fields.map(inWords) } : {}
  const values: Record<string, unknown> = { ...detail, ...changed }
  return Object.entries(text.audit.details)
    .filter(([name]) => values[name] != null && !isId(String(values[name])))
    .map(([name, label]) => `${label}: ${formatValue(values[name])}`)
}

function formatValue(value: unknown): string {
  const words = text.audit
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : words.nothing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns a field's name as words: `startsAt` as "starts at". */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
