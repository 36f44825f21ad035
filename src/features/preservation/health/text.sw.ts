import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Nakala rudufu na ukaguzi wa faili',
  lead: 'Hakikisha kwamba hifadhi itabaki salama seva hii ikiharibika.',
  loading: 'Inapakia nakala rudufu',
  failed: 'Imeshindwa kupakia nakala rudufu',
  overview: {
    title: 'Je, kila kitu kinafanya kazi?',
    failed: 'Imeshindwa kuangalia kama kila kitu kinafanya kazi',
    backedUp: 'Data yako ina nakala rudufu',
    notBackedUp: 'Data yako haina nakala rudufu ya karibuni',
    tested: 'Nakala rudufu ilirejeshwa kwa majaribio',
    untested: 'Hakuna nakala iliyojaribiwa hivi karibuni',
    last: (date) => `Mara ya mwisho: ${date}`,
    noBackups: 'Bado hakuna nakala rudufu',
    noTests: 'Bado hakuna jaribio la kurejesha',
    whole: 'Faili zote zilizokaguliwa ziko katika hali nzuri',
    noneChecked: 'Bado hakuna faili iliyokaguliwa',
    damaged: (count) => (count === 1 ? 'Faili 1 imeharibika au haipo' : `Faili ${count} zimeharibika au hazipo`),
    unread: (count) => (count === 1 ? 'Faili 1 haijakaguliwa bado' : `Faili ${count} hazijakaguliwa bado`),
    mail: 'Barua pepe ziko tayari',
    noMail: 'Barua pepe hazijawekwa tayari',
    unsent: (count) =>
      count === 0
        ? 'Hakuna barua pepe inayosubiri'
        : count === 1
          ? 'Barua pepe 1 inasubiri'
          : `Barua pepe ${count} zinasubiri`,
    space: 'Kuna nafasi ya kutosha kwenye diski',
    noSpace: 'Diski inakaribia kujaa',
    free: (size) => `Zimebaki ${size}`,
  },
  plan: (at, place, encrypted) =>
    `Tovuti hutengeneza nakala rudufu kila siku baada ya ${at} UTC, kwenye ${place === 'bucket' ? 'bucket' : 'folda'}. ${encrypted ? 'Nakala zimesimbwa.' : 'Nakala hazijasimbwa: yeyote mwenye nakala anaweza kusoma kila kitu.'}`,
  noPlan: 'Nakala rudufu za kila siku zimezimwa. Mwongozo “Running a site” unaeleza jinsi ya kuzianza.',
  setting: 'Mpangilio:',
  drills: 'Kila mwezi tovuti hurejesha nakala moja kwa majaribio, huikagua, kisha hufuta data iliyorejeshwa.',
  noDrills: 'Majaribio ya kila mwezi ya kurejesha yamezimwa. Kujaribu mwenyewe: npm run restore -- --drill',
  backup: {
    title: 'Nakala rudufu',
    overdue: 'Hakuna nakala rudufu iliyofaulu kwa zaidi ya saa 36',
    overdueHint: 'Angalia kama mahali palipotajwa na BACKUP_TO panafikiwa na pana nafasi. Kisha andika: npm run backup',
    running: 'Nakala rudufu inatengenezwa sasa.',
    error: (at) => `Nakala rudufu ya ${at} imeshindikana`,
    last: 'Nakala rudufu ya mwisho',
    none: 'Bado hakuna nakala rudufu.',
  },
  drill: {
    title: 'Majaribio ya kurejesha',
    overdue: 'Hakuna jaribio la kurejesha lililofaulu katika siku 40 zilizopita',
    overdueHint: 'Nakala ambayo haijawahi kujaribiwa huenda isifanye kazi. Andika: npm run restore -- --drill',
    running: 'Jaribio la kurejesha linaendelea sasa.',
    error: (at) => `Jaribio la kurejesha la ${at} limeshindikana`,
    last: 'Jaribio la mwisho la kurejesha',
    none: 'Bado hakuna jaribio la kurejesha.',
  },
  took: 'Muda',
  seconds: (seconds) =>
    seconds < 90 ? `sekunde ${Math.max(1, Math.round(seconds))}` : `dakika ${Math.round(seconds / 60)}`,
  holds: 'Ina',
  amount: (files, size) => `${files === 1 ? 'faili 1' : `faili ${files}`}, jumla ${size}`,
  moved: 'Zilizonakiliwa sasa',
  missing: 'Zinazokosekana',
  missingFiles: (count) =>
    count === 1
      ? 'Faili 1 imeharibika au haiko tena kwenye hifadhi'
      : `Faili ${count} zimeharibika au haziko tena kwenye hifadhi`,
  hoursAgo: (hours) =>
    hours === 0 ? 'chini ya saa moja iliyopita' : hours === 1 ? 'saa 1 iliyopita' : `saa ${hours} zilizopita`,
  daysAgo: (days) => `siku ${days} zilizopita`,
}
