import { api } from '#web/api.ts'
import { ArtifactCard } from './card.tsx'

export const preview = async (id: string) => <ArtifactCard artifact={await api.artifact.get({ id })} />
