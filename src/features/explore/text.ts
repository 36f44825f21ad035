import { catalogue } from '#text/language.ts'

const number = (count: number) => count.toLocaleString('en')
const entries = (count: number) => (count === 1 ? '1 entry' : `${number(count)} entries`)
const contributors = (count: number) => (count === 1 ? '1 contributor' : `${number(count)} contributors`)

export const text = catalogue('explore', {
  title: 'Explore',
  description: 'Articles, recordings, pictures, words and events of the Marakwet, by topic, place, person and year.',
  from: (given: { total: number; more: boolean; people: number }) => {
    const total = `${given.more ? 'More than ' : ''}${entries(given.total)}`
    return given.people === 0 ? total : `${total}, ${contributors(given.people)}`
  },
  search: 'Search everything',
  searchIn: (kind: string) => `Search ${kind.toLowerCase()}`,
  kinds: 'Kind',
  parts: 'Parts of the archive',
  everything: 'Everything',
  people: 'People',
  count: (count: number, more: boolean) => `${number(count)}${more ? '+' : ''}`,
  found: (q: string) => `Results for “${q}”`,
  sorts: { newest: 'Newest first', oldest: 'Oldest first', upcoming: 'Upcoming events', past: 'Past events' },
  allPast: 'All past events',
  noneUpcoming: 'There are no upcoming events here.',
  filter: 'Filter',
  facets: { topic: 'Topic', place: 'Place', person: 'Person', dialect: 'Dialect', year: 'Year' },
  more: {
    topic: 'More topics',
    place: 'More places',
    person: 'More people',
    dialect: 'More dialects',
    year: 'More years',
  },
  chosen: 'Chosen filters',
  remove: 'Remove the filter',
  someone: 'Selected person',
  clear: 'Clear all',
  none: 'Nothing matches these filters',
  noMatch: (q: string) => `No results for “${q}”`,
  noneHelp: 'Try fewer filters or other words.',
  showAll: 'Show everything',
  nothing: {
    title: 'Nothing here yet',
    help: 'Add the first entry: a picture, a recording, or what you know.',
    act: 'Add an entry',
  },
  empty: {
    article: {
      title: 'No articles yet',
      help: 'Write the first one: about a place, a person or something that happened.',
      act: 'Write an article',
    },
    audio: {
      title: 'No recordings yet',
      help: 'Be the first voice: record a song, a story or a conversation.',
      act: 'Add a recording',
    },
    image: {
      title: 'No pictures yet',
      help: 'Be the first to share one, and say who and what it shows.',
      act: 'Add a picture',
    },
    video: {
      title: 'No videos yet',
      help: 'Be the first to share one, and say who and what it shows.',
      act: 'Add a video',
    },
    event: {
      title: 'No events yet',
      help: 'Announce the first one, so that people can come together.',
      act: 'Add an event',
    },
  },
})
