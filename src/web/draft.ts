/** What is begun and not yet posted, kept on this device per type until it is; nothing typed is lost with the page. */
export function draftOf<T>(type: string) {
  const name = `draft:${type}`
  return {
    read(): Partial<T> {
      try {
        return JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<T>
      } catch {
        return {}
      }
    },
    write(values: T): void {
      try {
        localStorage.setItem(name, JSON.stringify(values))
      } catch {
        // A full device keeps the page's own copy; posting still works.
      }
    },
    clear(): void {
      localStorage.removeItem(name)
    },
  }
}
