import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'

/** Returns a function that returns the name of a language by its tag, or the tag until the names are loaded. */
export function useLanguageName(): (tag: string) => string {
  const { data } = useAnswer(['languages'], (options) => api.language.list({}, options))
  return (tag) => data?.items.find((one) => one.tag === tag)?.name ?? tag
}
