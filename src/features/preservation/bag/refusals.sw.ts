import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  unreadable: (path: string) =>
    `${path} haisomeki: tafadhali taja folda au faili ya zip ambayo akaunti hii inaweza kuifungua.`,
  occupied: (path: string) => `${path} ipo tayari: tafadhali taja mahali pengine.`,
  notZip: 'Faili ya zip imeharibika au si faili ya zip: tafadhali inakili tena.',
  noBag: 'Huu si mfuko (bag): hauna bagit.txt katika folda yake moja.',
  badName: (name: string) =>
    `Mfuko unataja faili iliyo nje yake au kwa herufi zisizo UTF-8 (${name}), kwa hiyo haukupokelewa.`,
  noFile: (name: string) => `Mfuko una kitu kisicho faili ya kawaida (${name}), kwa hiyo haukupokelewa.`,
  twice: (name: string) => `Mfuko una faili moja mara mbili (${name}), kwa hiyo haukupokelewa.`,
  bomb: 'Faili ya zip hufunguka kuwa kubwa mno kuliko uzito wake, kwa hiyo haikupokelewa. Tafadhali toa folda iliyofunguliwa.',
  version: 'bagit.txt haitaji toleo la BagIt linalojulikana hapa (0.97 au 1.0).',
  encoding: 'bagit.txt inataja usimbaji mwingine kuliko UTF-8: tafadhali tengeneza mfuko upya kwa UTF-8.',
  fetch: 'Mfuko umeacha faili za kuchukuliwa kwingine (fetch.txt): tafadhali ukamilishe kwanza.',
  noManifest: 'Mfuko hauna orodha yenye SHA-256 au SHA-512: tafadhali utengeneze upya ukiwa nayo.',
  badManifest: (name: string, line: number) => `Mstari wa ${line} wa ${name} hausomeki, kwa hiyo mfuko haukupokelewa.`,
  missing: (name: string) => `Mfuko hauna faili unayoitaja (${name}): tafadhali unakili tena.`,
  extra: (name: string) => `Mfuko una faili ambayo orodha yake haiitaji (${name}), kwa hiyo haukupokelewa.`,
  changed: (name: string) => `Faili si kama mfuko usemavyo (${name}): tafadhali unakili mfuko tena.`,
  oxum: 'Mfuko una zaidi au pungufu ya Payload-Oxum yake: tafadhali unakili tena.',
  newer: 'Mfuko umetoka kwa toleo jipya zaidi la programu hii: tafadhali sasisha tovuti hii kwanza.',
  badRecord: (name: string) => `Yaliyomo katika ${name} hayaeleweki, kwa hiyo mfuko haukupokelewa.`,
  badFile: (name: string, why: string) => `Faili ya mfuko haihifadhiwi hapa (${name}): ${why}`,
  clash: 'Yaliyomo katika mfuko hayalingani na yaliyopo hapa, kwa hiyo hakuna kilichoongezwa.',
}
