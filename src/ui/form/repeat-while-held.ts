/** Milliseconds until a held button repeats, and between two repetitions. */
const first = 500
const next = 100

/** Steps once, then repeatedly until the returned function is called. */
export function holding(step: () => void): () => void {
  step()
  let timer = setTimeout(function again() {
    step()
    timer = setTimeout(again, next)
  }, first)
  return () => clearTimeout(timer)
}
