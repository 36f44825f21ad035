import { api } from '#web/api.ts'
import { EventCard } from './card.tsx'

export const preview = async (id: string) => <EventCard event={await api.event.get({ id })} />
