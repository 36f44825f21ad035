import { api } from '#web/api.ts'
import { WordCard } from './card.tsx'

export const preview = async (id: string) => <WordCard word={await api.vocabulary.get({ id })} />
