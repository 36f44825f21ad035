import { api } from '#web/api.ts'
import { ConservationCard } from './card.tsx'

export const preview = async (id: string) => <ConservationCard record={await api.conservation.get({ id })} level={3} />
