import { describe, expect, test } from 'vitest'
import type { Role } from '#core/permission.ts'
import { isAllowed, isTimely, type JudgedEntry, type Kind, mayOf, offers, type Verb, verbs } from './policy.ts'

type Viewer = { id: string; roles: Role[]; admitted: boolean }
const person = (id: string, roles: Role[] = [], admitted = true): Viewer => ({ id, roles, admitted })
const viewers = {
  author: person('author'),
  'author and keeper': person('author', ['keeper']),
  'author and seller': person('author', ['seller']),
  'author and moderator': person('author', ['moderator']),
  other: person('other'),
  seller: person('other', ['seller']),
  keeper: person('other', ['keeper']),
  moderator: person('other', ['moderator']),
  admin: person('other', ['admin']),
  waiting: person('author', [], false),
}
const kinds: Record<'post' | 'archive' | 'of keepers' | 'goods', Kind> = {
  post: { type: 'sample' },
  archive: { type: 'sample', archive: true },
  'of keepers': { type: 'sample', archive: true, keepersOwn: true },
  goods: { type: 'sample', authorNeeds: 'seller' },
}
const published: JudgedEntry = {
  authorId: 'author',
  state: 'published',
  visibility: 'public',
  narrowed: false,
  confirmedAt: null,
}
const states = {
  published,
  draft: { ...published, state: 'draft' },
  hidden: { ...published, state: 'hidden' },
  confirmed: { ...published, confirmedAt: '2026-01-02T03:04:05.678Z' },
  narrowed: { ...published, narrowed: true },
  'for keepers': { ...published, visibility: 'keepers' },
  imported: { ...published, authorId: null },
} satisfies Record<string, JudgedEntry>

const owning = 'edit delete narrow widen mark link'
const own = `publish ${owning}`
const keeping = 'narrow reserve label mark consent locate'
const ofArchive = `edit ${keeping} widen confirm history link`

/** Lists what each viewer may do to a published, unconfirmed entry of the author's. */
const table: Record<keyof typeof kinds, Record<keyof typeof viewers, string>> = {
  post: {
    author: `${own} consent locate`,
    'author and keeper': `${own} ${keeping}`,
    'author and seller': `${own} consent locate`,
    'author and moderator': `${own} consent locate`,
    other: 'report',
    seller: 'report',
    keeper: `${keeping} report`,
    moderator: 'hide report',
    admin: `${owning} ${keeping} hide report`,
    waiting: '',
  },
  archive: {
    author: `${own} consent locate`,
    'author and keeper': `${own} ${ofArchive}`,
    'author and seller': `${own} consent locate`,
    'author and moderator': `${own} consent locate`,
    other: 'report',
    seller: 'report',
    keeper: `${ofArchive} report`,
    moderator: 'hide report',
    admin: `${owning} ${ofArchive} hide report`,
    waiting: '',
  },
  'of keepers': {
    author: 'consent locate',
    'author and keeper': `${own} ${ofArchive}`,
    'author and seller': 'consent locate',
    'author and moderator': 'consent locate',
    other: 'report',
    seller: 'report',
    keeper: `${owning} ${ofArchive} report`,
    moderator: 'hide report',
    admin: `${owning} ${ofArchive} hide report`,
    waiting: '',
  },
  goods: {
    author: 'consent locate',
    'author and keeper': keeping,
    'author and seller': `${own} consent locate`,
    'author and moderator': 'consent locate',
    other: 'report',
    seller: 'report',
    keeper: `${keeping} report`,
    moderator: 'hide report',
    admin: `${owning} ${keeping} hide report`,
    waiting: '',
  },
}

/** Returns the named verbs in the order in which answers list them. */
function listed(names: string): Verb[] {
  return verbs.filter((verb) => names.split(' ').includes(verb))
}

const rows = Object.entries(table).flatMap(([kind, allowed]) =>
  Object.entries(allowed).map(
    ([viewer, names]) => [kind as keyof typeof kinds, viewer as keyof typeof viewers, names] as const,
  ),
)

describe.each(rows)('%s, for: %s', (kind, viewer, names) => {
  const ask = (entry: JudgedEntry) => mayOf(viewers[viewer], entry, kinds[kind])
  const without = (...left: Verb[]) => listed(names).filter((verb) => !left.includes(verb))
  const moderates = ['moderator', 'admin'].includes(viewer)
  const isKeeper = listed(names).includes('label')

  test('a published entry allows the verbs of the table', () => {
    expect(ask(states.published)).toEqual(listed(names))
  })

  test('a draft can’t be hidden, confirmed or reported', () => {
    expect(ask(states.draft)).toEqual(without('hide', 'confirm', 'report'))
  })

  test('a hidden entry can be restored by moderators, but not published by its author', () => {
    const listedVerbs = without('publish', 'hide', 'confirm', 'report')
    expect(ask(states.hidden)).toEqual(
      verbs.filter((verb) => listedVerbs.includes(verb) || (verb === 'restore' && moderates)),
    )
  })

  test('a confirmed entry can’t be confirmed again', () => {
    expect(ask(states.confirmed)).toEqual(without('confirm'))
  })

  test.each(['narrowed', 'for keepers'] as const)('%s: only a keeper can show it to more people', (state) => {
    expect(ask(states[state])).toEqual(isKeeper ? listed(names) : without('widen'))
  })

  test('an imported entry gives nobody an author’s rights; in the archive, keepers can delete it', () => {
    const kindName = { author: 'other', 'author and keeper': 'keeper', 'author and seller': 'seller' } as const
    const stranger = { ...kindName, 'author and moderator': 'moderator' }[viewer as 'author'] ?? viewer
    const extra = kind === 'archive' && isKeeper ? ' delete' : ''
    expect(ask(states.imported)).toEqual(listed(table[kind][stranger] + extra))
  })
})

test('a guest is allowed nothing', () => {
  for (const entry of Object.values(states))
    for (const kind of Object.values(kinds))
      expect(verbs.filter((verb) => isAllowed(null, verb, entry, kind))).toEqual([])
})

test('a verb that depends on no state is always timely', () => {
  for (const entry of Object.values(states)) expect(isTimely('edit', entry)).toBe(true)
})

test('an answer without `may`, such as a guest’s, offers nothing', () => {
  expect(offers({}, 'edit')).toBe(false)
  expect(offers({ may: [] }, 'edit')).toBe(false)
  expect(offers({ may: ['edit'] }, 'edit')).toBe(true)
  expect(offers({ may: ['edit'] }, 'delete')).toBe(false)
})
