import { catalogue } from '#text/language.ts'

export const text = catalogue('analytics', {
  title: 'Analytics',
  lead: 'How the site is used and how it runs. These are totals: they don’t show who did what. Updated every minute.',
  range: 'Period',
  ranges: { week: 'Last 7 days', month: 'Last 30 days', year: 'Last 52 weeks' },
  loading: 'Loading analytics',
  failed: 'Couldn’t load analytics',
  now: 'now',
  top: (value: string) => `top line: ${value}`,
  day: 'Day',
  week: 'Week starting',
  amount: 'Amount',
  chart: (title: string, first: string, from: string, last: string, most: string, on: string) =>
    `${title}. From ${first} on ${from} to ${last} now. The highest value was ${most} on ${on}.`,
  share: (count: string, of: string) => `${count} of ${of}`,
  page: 'Most opened',
  operation: 'Request',
  job: 'Most failures',
  times: 'Times',
  visits: {
    title: 'Pages opened',
    note: 'Pages opened by people. Saved pages, and visits by search engines and other programs, aren’t counted.',
  },
  members: { title: 'Members', note: (came: string) => `${came} joined in this period.` },
  posts: { title: 'Posts', note: (came: string) => `${came} added in this period. Imported entries aren’t counted.` },
  storage: { title: 'Original files', note: (came: string) => `${came} added in this period.` },
  mail: {
    title: 'Emails sent',
    note: (failed: string, waiting: string) => `Failed attempts: ${failed}. Waiting now: ${waiting}.`,
  },
  jobs: {
    title: 'Jobs completed',
    note: (waiting: string, running: string, retrying: string, failed: string) =>
      `Now: ${waiting} waiting, ${running} running, ${retrying} retrying, ${failed} failed.`,
  },
  errors: { title: 'Server errors', note: 'Requests that failed because of the site. The server log says why.' },
  slow: { title: 'Slow responses', note: 'Responses that took longer than a second. Uploads aren’t counted.' },
})
