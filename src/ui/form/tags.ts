/** Removes duplicate tags, ignoring case. The first spelling stays. */
export function distinctTags(tags: readonly string[]): string[] {
  const bySpelling = new Map<string, string>()
  for (const tag of tags) {
    // This isn't `toLocaleLowerCase`, because tags must compare the same on a phone set to Turkish and on the server.
    const key = tag.normalize('NFC').toLowerCase()
    if (!bySpelling.has(key)) bySpelling.set(key, tag)
  }
  return [...bySpelling.values()]
}

/** Adds a trimmed tag to the end. Returns the tags unchanged if it is empty or one of them. */
export function withTag(tags: readonly string[], typed: string): string[] {
  const tag = typed.trim()
  return tag === '' ? [...tags] : distinctTags([...tags, tag])
}
