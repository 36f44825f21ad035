import { z } from 'zod'
import { Author, ById } from '#content/entry/schema.ts'
import { FilePresentation, NewUpload } from '#content/media/schema.ts'
import { line } from '#core/input/text.ts'
import { Page } from '#core/page.ts'
import { Word } from '../schema.ts'

/** Days in which a link that asks someone to say a word can be answered. The texts say it in words. */
export const answerableDays = 7
/** Maximum number of files uploaded with one link, for people who record several times. */
export const mostUploads = 20
/** Maximum size of such a file, in bytes: two minutes at the bit rate of the recorder. */
export const mostBytes = 1024 * 1024

/** A link with which one person without an account can say a word, as the member who asked them sees it. */
export const Ask = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** When the link stops working. */
  until: z.iso.datetime(),
  /** True if it was answered and a keeper hasn't decided yet. */
  answered: z.boolean(),
})
export const Asks = z.object({ items: z.array(Ask) })
/** `path` is the link's path. Only this answer contains it, because the site stores only its hash. */
export const NewAsk = Ask.extend({ path: z.string() })

const AskedWord = Word.pick({ id: true, form: true, language: true, english: true, swahili: true, ipa: true })

export const ByToken = z.object({ token: z.string() })
/** A link as the person who opens it sees it. `ask` is null if the link never worked or doesn't any more. */
export const Asked = z.object({
  ask: z.object({ word: AskedWord, asker: z.string(), answered: z.boolean() }).nullable(),
})
export const AskedUpload = ByToken.extend(NewUpload.shape).extend({
  size: z.coerce.number().int().min(1).max(mostBytes),
})
/** The `fileUrl`s of the word, and of the speaker's name and consent, uploaded with this link. */
export const Answer = ByToken.extend({ word: z.string().min(1), consent: z.string().min(1) })
export const Answered = z.object({ success: z.literal(true) })

/** A word said by someone without an account, until a keeper decides. */
export const WaitingVoice = z.object({
  id: z.uuid(),
  answeredAt: z.iso.datetime(),
  word: AskedWord,
  asker: Author,
  voice: FilePresentation,
  /** The recording in which the speaker says their name and agrees to be heard. */
  consent: FilePresentation,
})
export type WaitingVoice = z.infer<typeof WaitingVoice>
export const WaitingVoices = Page(WaitingVoice)
/** `name` is the speaker's name as they say it. */
export const Acceptance = ById.extend({ name: line(120) })
