import { z } from 'zod'
import '#core/input/messages.ts'
import { Member } from '#accounts/schema.ts'
import { entryKinds } from '#content/entry/address.ts'
import { searchTerm, text, unlessBlank } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'
import { roles } from '#core/permission.ts'
import { checklistItems } from './checklist/items.ts'

const Role = z.enum(roles)

export const Members = Page(Member)

/**
 * Lists accounts, newest first. `q` matches part of a name or email; `status` selects accounts that wait for approval,
 * enabled ones with an unconfirmed email, or disabled ones.
 */
export const MembersQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
  role: unlessBlank(Role),
  status: unlessBlank(z.enum(['waiting', 'unconfirmed', 'disabled'])),
})

/** A code to hand over on paper. It works once, on the reset page, until `expiresAt`. */
export const ResetCode = z.object({ code: z.string(), expiresAt: z.iso.datetime() })

const Person = z.object({ id: z.uuid(), name: z.string() })

/**
 * A line of the log. `actor` is null for guests, reporters, the system and deleted accounts; `subject` is null unless
 * the line is about an account.
 */
export const AuditLine = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  actor: Person.nullable(),
  subjectId: z.uuid().nullable(),
  subject: Person.nullable(),
  /** The entry that the line is about, if the admin may see it and it still exists. */
  entry: z.object({ id: z.uuid(), type: z.enum(entryKinds), title: z.string() }).nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditLine = z.infer<typeof AuditLine>
export const AuditLines = Page(AuditLine)

/** `isAddress`: the address doesn't work; otherwise the server refused only that one email. */
const RefusedEmail = z.object({
  id: z.uuid(),
  email: z.string(),
  answer: z.string(),
  isAddress: z.boolean(),
  refusedAt: z.iso.datetime(),
})
export const RefusedEmails = Page(RefusedEmail)

/** Lists lines, newest first. `action` is an action ("account:log-in"), the part before its colon, or empty for all. */
export const AuditQuery = PageQuery.extend({
  action: text(60).default(''),
  actorId: unlessBlank(z.uuid()),
  subjectId: unlessBlank(z.uuid()),
})

const ChecklistItem = z.enum(checklistItems)

/** The setup steps of a new site. `confirmed` lists the items that an admin ticked. */
export const Checklist = z.object({
  siteName: z.string(),
  baseUrl: z.string(),
  https: z.boolean(),
  /** How email is sent: through SMTP_URL, or as mail files, which the API calls outbox. */
  mail: z.enum(['smtp', 'outbox']),
  /** Emails that wait for the mail server or are mail files. */
  unsentMails: z.number().int(),
  /** Enabled accounts with an unconfirmed email. If the site can send mail, lists don't show guests their posts. */
  unconfirmedMembers: z.number().int(),
  membership: z.enum(['open', 'approval']),
  /** True if X-Forwarded-For arrives while TRUST_PROXY is 0: limits then treat all callers as one. */
  proxyIgnored: z.boolean(),
  /** Whether BACKUP_TO is set, the time of the latest backup, and whether a backup is overdue. */
  backup: z.object({ planned: z.boolean(), at: z.iso.datetime().nullable(), overdue: z.boolean() }),
  /** Without ffmpeg, recordings and videos are served as they were uploaded. */
  ffmpegMissing: z.boolean(),
  /**
   * Set if the disk of the files or database is nearly full. `free` and `reserve` are in bytes. `refusing` is true
   * while uploads are refused.
   */
  diskLow: z.object({ free: z.number(), reserve: z.number(), refusing: z.boolean() }).nullable(),
  /** Number of accounts waiting to be admitted; 0 unless MEMBERSHIP=approval. */
  waitingMembers: z.number().int(),
  /** Number of enabled admins and keepers, and how many of them log in with a password alone. */
  secondFactor: z.object({ people: z.number().int(), without: z.number().int() }),
  confirmed: z.array(ChecklistItem),
})
export const ChecklistChange = z.object({ confirmed: z.array(ChecklistItem).max(20) })

export const TestMail = z.object({ success: z.literal(true), email: z.string() })
