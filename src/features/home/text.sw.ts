import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  login: 'Ingia',
  offline: {
    title: 'Hakuna mtandao',
    lead: 'Ukurasa huu haujahifadhiwa kwenye kifaa hiki, na tovuti haifikiki sasa.',
    lookUp: 'Tafuta neno',
    listed: 'Kurasa zilizohifadhiwa kwenye kifaa hiki',
    retry: 'Jaribu tena',
  },
  error: {
    notFound: {
      title: 'Ukurasa haupo',
      lead: 'Huenda umehamishwa au umefutwa, au huna ruhusa ya kuuona.',
      logIn: 'Kama ni wa wanachama, ingia ili uuone.',
    },
    noFilm: {
      title: 'Filamu hii haionekani tena',
      lead: 'Huenda mtu anayesikika ndani yake ameiondoa, au imehamishwa.',
    },
    away: { title: 'Tovuti haijibu.', lead: 'Jaribu tena baada ya muda mfupi.' },
    broken: {
      title: 'Kuna hitilafu upande wetu.',
      lead: 'Jaribu tena baada ya muda mfupi. Kama ulikuwa unachapisha kitu, hakitachapishwa mara mbili.',
    },
    tell: (requestId) => `Ikiendelea, wape wanaoendesha tovuti msimbo huu: ${requestId}`,
    home: 'Ukurasa wa mwanzo',
    lookUp: 'Tafuta neno',
  },
}
