import { api } from '#web/api.ts'
import { HeritageCard } from './card.tsx'

export const preview = async (id: string) => <HeritageCard entry={await api.heritage.get({ id })} />
