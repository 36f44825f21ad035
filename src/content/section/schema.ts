import { z } from 'zod'
import { parts } from './parts.ts'

/** The pages of the archive (`parts.ts`), each of which can have an introduction and receive stories. */
export const sections = parts.flatMap(({ children }) => children.map(({ name }) => name))
export const Section = z.enum(sections)
export type Section = z.infer<typeof Section>
