import { sameKey } from '#text/fold.ts'

/** Removes tags that are the same as an earlier one (`sameKey`). The first spelling stays. */
export function distinctTags(tags: readonly string[]): string[] {
  const bySpelling = new Map<string, string>()
  for (const tag of tags) {
    const key = sameKey(tag)
    if (!bySpelling.has(key)) bySpelling.set(key, tag)
  }
  return [...bySpelling.values()]
}

/** Adds a trimmed tag to the end. Returns the tags unchanged if it is empty or one of them. */
export function withTag(tags: readonly string[], typed: string): string[] {
  const tag = typed.trim()
  return tag === '' ? [...tags] : distinctTags([...tags, tag])
}
