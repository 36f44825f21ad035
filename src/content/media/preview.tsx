import { api } from '#web/api.ts'
import { MediaCard } from './card.tsx'

export const preview = async (id: string) => <MediaCard media={await api.media.get({ id })} />
