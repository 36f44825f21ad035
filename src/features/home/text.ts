import { catalogue } from '#text/language.ts'

export const text = catalogue('home', {
  login: 'Log in',
  offline: {
    title: 'No signal',
    lead: 'This page isn’t saved on this device, and we can’t reach the site now.',
    lookUp: 'Look up a word',
    listed: 'Pages saved on this device',
    retry: 'Try again',
  },
  error: {
    notFound: {
      title: 'Page not found',
      lead: 'It may have been moved or deleted, or you may not have access to it.',
      logIn: 'If it’s for members, log in to see it.',
    },
    noFilm: {
      title: 'This video is no longer available',
      lead: 'The person you hear in it may have withdrawn their permission, or the video may have been moved or deleted.',
    },
    away: { title: 'The site isn’t responding.', lead: 'Try again in a moment.' },
    broken: {
      title: 'Something went wrong on our side.',
      lead: 'Try again in a moment. If you were posting something, it won’t be posted twice.',
    },
    tell: (requestId: string) => `If it keeps happening, give this code to the people who run the site: ${requestId}`,
    home: 'Home page',
    lookUp: 'Look up a word',
  },
})
