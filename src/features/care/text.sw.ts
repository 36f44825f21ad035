import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Utunzaji wa hifadhi',
  lead: 'Kama vile watu walivyotoa vingebaki hata mashine hii ikiharibika.',
  loading: 'Inapakia hali ya nakala',
  failed: 'Hali ya nakala haikuweza kupakiwa',
  plan: (at, place, encrypted) =>
    `Kila siku baada ya ${at} UTC, kwenye ${place === 'bucket' ? 'bucket' : 'folda'}; ${encrypted ? 'imefichwa kwa nenosiri' : 'haijafichwa: aliye na nakala anaweza kusoma yote'}.`,
  noPlan: 'Tovuti haitengenezi nakala yenyewe. BACKUP_TO hutaja mahali pa kuziweka: ukurasa “Running it” unaeleza.',
  drills: 'Kila mwezi nakala moja hurejeshwa kwa majaribio, hulinganishwa, kisha huondolewa.',
  noDrills: 'Hakuna nakala inayorejeshwa kwa majaribio yenyewe. Unaweza kufanya hivyo kwa: npm run restore -- --drill',
  backup: {
    title: 'Nakala',
    overdue: 'Nakala ya mwisho ina zaidi ya saa 36',
    overdueHint: 'Angalia kama mahali palipotajwa na BACKUP_TO panafikiwa na pana nafasi, kisha andika: npm run backup',
    running: 'Nakala inatengenezwa sasa.',
    error: (at) => `Nakala ya ${at} haikukamilika vizuri`,
    last: 'Nakala ya mwisho',
    none: 'Hakuna nakala bado.',
  },
  drill: {
    title: 'Majaribio',
    overdue: 'Hakuna nakala iliyorejeshwa kwa majaribio kwa zaidi ya siku 40',
    overdueHint: 'Nakala ambayo hakuna aliyeijaribu huenda isifae. Andika: npm run restore -- --drill',
    running: 'Nakala inarejeshwa kwa majaribio sasa.',
    error: (at) => `Majaribio ya ${at} hayakukamilika vizuri`,
    last: 'Majaribio ya mwisho',
    none: 'Hakuna nakala iliyorejeshwa kwa majaribio bado.',
  },
  took: 'Ilichukua',
  seconds: (seconds) =>
    seconds < 90 ? `sekunde ${Math.max(1, Math.round(seconds))}` : `dakika ${Math.round(seconds / 60)}`,
  holds: 'Ina',
  amount: (files, size) => `${files === 1 ? 'faili moja' : `faili ${files}`}, jumla ${size}`,
  moved: 'Iliyohamishwa safari hii',
  missing: 'Isiyokuwemo',
  missingFiles: (count) =>
    `${count === 1 ? 'Faili moja ambayo' : `Faili ${count} ambazo`} hifadhidata inataja na hifadhi haina tena zikiwa kamili`,
  hoursAgo: (hours) =>
    hours === 0 ? 'chini ya saa moja iliyopita' : hours === 1 ? 'saa moja iliyopita' : `saa ${hours} zilizopita`,
  daysAgo: (days) => `siku ${days} zilizopita`,
}
