import { catalogue } from '#core/language.ts'

/** Every text of the page of figures. */
export const text = catalogue('figures', {
  title: 'Figures',
  lead: 'How the site is used and how it runs. These are sums: nothing here says who did what. They are a minute old at most.',
  range: 'Over how long',
  ranges: { week: 'Last 7 days', month: 'Last 30 days', year: 'Last 52 weeks' },
  loading: 'Loading the figures',
  failed: 'The figures could not be loaded',
  now: 'now',
  top: (value: string) => `top line: ${value}`,
  day: 'Day',
  week: 'Week from',
  amount: 'Amount',
  chart: (title: string, first: string, from: string, last: string, most: string, on: string) =>
    `${title}. From ${first} on ${from} to ${last} now, at most ${most} on ${on}.`,
  share: (count: string, of: string) => `${count} of ${of}`,
  page: 'Opened most',
  operation: 'Where',
  job: 'Failed most',
  times: 'Times',
  visits: {
    title: 'Pages opened',
    note: 'By people. What a phone had kept does not count, nor do search engines and other programs.',
  },
  members: { title: 'Members', note: (came: string) => `${came} joined in this time.` },
  posts: { title: 'Posts', note: (came: string) => `${came} came in this time. Imported entries do not count.` },
  storage: { title: 'Original files', note: (came: string) => `${came} came in this time.` },
  mail: {
    title: 'Mails sent',
    note: (failed: string, waiting: string) => `Tries that failed: ${failed}. Waiting now: ${waiting}.`,
  },
  jobs: {
    title: 'Jobs done',
    note: (waiting: string, running: string, retrying: string, failed: string) =>
      `Now ${waiting} wait, ${running} run, ${retrying} are tried again, ${failed} have failed for good.`,
  },
  errors: { title: 'Faults of the site', note: 'Answers that failed for a reason of ours. The log says why.' },
  slow: { title: 'Slow answers', note: 'Answers that took longer than a second.' },
})
