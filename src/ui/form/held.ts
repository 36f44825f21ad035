/** Until a held button repeats, and from then on between two steps; in ms (spec §9). */
const first = 500
const next = 100

/** Takes a step now, and while it is held more of them; answers what ends it. */
export function holding(step: () => void): () => void {
  step()
  let timer = setTimeout(function again() {
    step()
    timer = setTimeout(again, next)
  }, first)
  return () => clearTimeout(timer)
}
