import { isNull, lte, or, type SQL } from 'drizzle-orm'
import { files } from '../table.ts'
import { longestVoice } from './schema.ts'

/** Maximum length in seconds at which a voice note is accepted: a recorder can stop a moment late. */
export const acceptedVoice = longestVoice + 0.9

/** The limits of a voice note before it is accepted; its size in bytes is that of a minute at 400 kbit/s. */
export const longestVoiceNote = { seconds: acceptedVoice, bytes: 3_000_000 }

/** Matches voice notes that are not longer than allowed, as far as their decoded length is known. */
export const isShortEnough = or(isNull(files.duration), lte(files.duration, acceptedVoice)) as SQL
