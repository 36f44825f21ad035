/** Separates the parts of a cell if a word has several concepts. */
const separator = ' | '

/** The meaning of a word as its dataset names it, with the id and gloss of its concept set in Concepticon, if given. */
export type Concept = { name: string; id: string; gloss: string }
type Cell = string | null | undefined
/** The concepts of a word as they are stored. */
export type ConceptCells<T = Cell> = { concept: T; concepticonId: T; concepticonGloss: T }

/** Returns concepts as the cells in which they are stored. */
export function conceptCells(concepts: readonly Concept[]): ConceptCells<string> {
  const cell = (part: keyof Concept) =>
    concepts.some((one) => one[part]) ? concepts.map((one) => one[part]).join(separator) : ''
  return { concept: cell('name'), concepticonId: cell('id'), concepticonGloss: cell('gloss') }
}

/** Returns the concepts in a word's cells; none if it has neither a name nor an id. */
export function conceptsOf({ concept, concepticonId, concepticonGloss }: ConceptCells): Concept[] {
  const parts = (cell: Cell) => (cell ? cell.split('|').map((part) => part.trim()) : [])
  const [names, ids, glosses] = [parts(concept), parts(concepticonId), parts(concepticonGloss)]
  return (names.length > 0 ? names : ids).map((_, at) => ({
    ...{ name: names[at] ?? '', id: ids[at] ?? '', gloss: glosses[at] ?? '' },
  }))
}

/** Returns the address of a concept set in Concepticon; undefined without an id. */
export function concepticonPage(id: string): string | undefined {
  return id ? `https://concepticon.clld.org/parameters/${encodeURIComponent(id)}` : undefined
}
