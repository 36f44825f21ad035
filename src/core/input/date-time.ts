import { z } from 'zod'
import { sentences } from './sentences.ts'

// PostgreSQL has no year 0.
const hasYear = (text: string) => !text.startsWith('0000')

export const Moment = z.iso.datetime().refine(hasYear, { error: () => sentences.date })
export const CalendarDay = z.iso.date().refine(hasYear, { error: () => sentences.date })
