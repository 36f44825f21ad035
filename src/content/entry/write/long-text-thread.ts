import { lexemesOf, type Searched } from '../list/lexemes.ts'
import { cleanHtml } from './html.ts'

// This file runs in the thread of `long-text.ts`.

export const clean = ({ dirty, origin }: { dirty: string; origin: string }) => cleanHtml(dirty, origin)
export const findLexemes = ({ type, searched }: { type: string; searched: Searched }) => lexemesOf(type, searched)
