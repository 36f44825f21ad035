import { z } from 'zod'
import { Author, ById } from '#content/entry/schema.ts'
import { line, searchTerm, text } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'

export const Group = z.object({ id: z.uuid(), name: z.string(), about: z.string() })
export type Group = z.infer<typeof Group>

/** A group as keepers see it, with its number of members. */
export const CountedGroup = Group.extend({ members: z.number().int() })
export type CountedGroup = z.infer<typeof CountedGroup>

const fields = { name: line(100), about: text(1000) }
export const NewGroup = z.object({ ...fields, about: fields.about.default('') })
export const GroupChange = ById.extend(z.object(fields).partial().shape)

export const GroupQuery = PageQuery.extend({ q: searchTerm(100).default('') })
export const Groups = Page(CountedGroup)
/** The viewer's own groups, by name. */
export const OwnGroups = z.object({ items: z.array(Group) })

const GroupMember = Author.extend({ addedAt: z.iso.datetime() })
export type GroupMember = z.infer<typeof GroupMember>
export const GroupMembers = Page(GroupMember)
export const MembersQuery = PageQuery.extend(ById.shape)
export const Membership = ById.extend({ accountId: z.uuid() })

/** Finds people to add by `q`, part of a name or a complete email. Only people with a confirmed email can be added. */
export const CandidateQuery = ById.extend({ q: searchTerm(200).min(1) })
const Candidate = Author.extend({ memberSince: z.iso.datetime(), emailVerified: z.boolean() })
export type Candidate = z.infer<typeof Candidate>
export const Candidates = z.object({ items: z.array(Candidate) })
