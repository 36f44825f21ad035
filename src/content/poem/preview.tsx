import { api } from '#web/api.ts'
import { PoemCard } from './card.tsx'

export const preview = async (id: string) => <PoemCard poem={await api.poem.get({ id })} />
