import { api } from '#web/api.ts'
import { ArticleCard } from './card.tsx'

export const preview = async (id: string) => <ArticleCard article={await api.article.get({ id })} />
