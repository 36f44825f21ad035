import { redirect } from 'react-router'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { Budget } from '#core/concurrency/budget.ts'
import { certaintyOf } from '#src/offline/dictionary/certainty.ts'
import { text as offline } from '#src/offline/text.ts'
import { languageOfForm, shownIpa } from '#text/ipa.ts'
import { bothGlosses } from '#text/terms.ts'
import { Button } from '#ui/button.tsx'
import { Word as Form } from '#ui/list/labels.tsx'
import { type Api, apiContext } from '#web/api.ts'
import { headed } from '#web/head.ts'
import { listAddress, listQuery, nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/print.page.ts'
import { ListHeading, Research } from './list-heading.tsx'
import type { Word } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/language', end: 'none' }

/**
 * Maximum number of words on one page: about 80 sheets of paper. The rest of a longer list follows on the next page.
 */
const maxWords = 4_000
/** Long lists are read one after another, because several together would take the memory that everyone else needs. */
const reading = new Budget(1)
const path = '/language/vocabulary/print'

/** Loads the words of the list on which "Print list" was pressed: search results, one letter, or the dictionary. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { params, q, lastKey: from } = listQuery(request)
  const letter = q ? '' : (params.get('letter') ?? '').slice(0, 10)
  // A page of thousands of words is rendered once for all guests; other query parameters would each create another
  // copy.
  const expectedSize = [q, letter, from].filter((value) => value).length
  if (params.size !== expectedSize) throw redirect(listAddress(path, { q, letter }))
  const api = context.get(apiContext)
  const done = await reading.take(1, 'print')
  try {
    const { words, lastKey } = await readWords(api, { q, letter }, from)
    const { sources } = await api.vocabulary.overview({})
    return { words, sources, q, letter, next: nextAddress(path, { q, letter }, lastKey) }
  } finally {
    done()
  }
}

/** Reads the list from a key to its end, or as much of it as one page holds. */
async function readWords(api: Api, query: { q: string; letter: string }, from: string | undefined) {
  const words: Word[] = []
  let lastKey = from
  for (;;) {
    const page = await api.vocabulary.list({ ...query, sort: 'alphabetical', limit: 100, lastKey })
    words.push(...page.items)
    if (!page.lastKey || words.length >= maxWords) return { words, lastKey: page.lastKey }
    lastKey = JSON.stringify(page.lastKey)
  }
}

export const meta = headed(() => ({ title: text.print, unlisted: true }))

export default function PrintedWords({ loaderData: { words, sources, q, letter, next } }: Route.ComponentProps) {
  return (
    <div className="wrap content stack gap-5">
      <p className="noprint">
        <a className="back" href={listAddress('/language/vocabulary', { q, letter })}>
          {text.title}
        </a>
      </p>
      <div className="row split">
        <h1 className="t3">
          <ListHeading q={q} letter={letter} />
        </h1>
        <Button icon="print" className="noprint" data-print data-print-now>
          {text.print}
        </Button>
      </div>
      <p>{text.printed(words.length)}</p>
      {next && (
        <p className="noprint">
          {text.printedInParts} <a href={next}>{text.printNext}</a>
        </p>
      )}
      {words.some(({ source, confirmed }) => source && !confirmed) && <Research sources={sources} />}
      <ul className="list words">
        {words.map((word) => (
          <Row key={word.id} word={word} />
        ))}
      </ul>
    </div>
  )
}

/** A row has few elements, because there are thousands of rows. */
function Row({ word }: { word: Word }) {
  const { form, ipa, ipaApproximate } = word
  return (
    <li>
      <b className="word">
        <Form lang={languageOfForm(word)}>{form}</Form>
      </b>{' '}
      <span lang="en">{bothGlosses(word)}</span>{' '}
      <span className="small dim">
        {ipa ? `${ipaApproximate ? `${offline.approximate} ` : ''}${shownIpa(ipa)}` : certaintyOf(word)}
      </span>
      <LabelMarks entry={word} />
    </li>
  )
}
