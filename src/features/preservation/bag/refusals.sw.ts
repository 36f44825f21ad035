import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  unreadable: (path: string) =>
    `Imeshindwa kusoma ${path}. Chagua folda au faili ya ZIP ambayo akaunti hii inaweza kuifungua.`,
  occupied: (path: string) => `${path} tayari ipo. Chagua jina lingine.`,
  notZip: 'Faili ya ZIP imeharibika, au si faili ya ZIP. Inakili tena.',
  noBag: 'Huu si mfuko (bag), kwa sababu folda yake haina bagit.txt. Chagua mfuko wa muundo wa BagIt.',
  badName: (name: string) =>
    `Mfuko unataja faili iliyo nje ya folda yake, au jina lisilo la UTF-8 (${name}). Hakuna kilichoingizwa. Tengeneza mfuko upya.`,
  noFile: (name: string) =>
    `Mfuko una kitu ambacho si faili ya kawaida (${name}). Hakuna kilichoingizwa. Tengeneza mfuko upya bila hicho.`,
  twice: (name: string) => `Mfuko una faili ileile mara mbili (${name}). Hakuna kilichoingizwa. Tengeneza mfuko upya.`,
  bomb: 'Faili ya ZIP ikifunguliwa inakuwa kubwa kupita kiasi. Hakuna kilichoingizwa. Ifungue, kisha ingiza folda yake.',
  version: 'Toleo hili la BagIt haliwezi kutumika. Tengeneza mfuko upya kwa toleo la 1.0 au 0.97.',
  encoding: 'Mfuko hauko katika UTF-8. Utengeneze upya kwa UTF-8.',
  fetch: 'Baadhi ya faili za mfuko zinapaswa kupakuliwa kwanza (fetch.txt). Kamilisha mfuko, kisha uuingize tena.',
  noManifest: 'Mfuko hauna orodha (manifest) ya SHA-256 au SHA-512. Utengeneze upya ukiwa nayo.',
  badManifest: (name: string, line: number) =>
    `Imeshindwa kusoma mstari wa ${line} wa ${name}. Hakuna kilichoingizwa. Tengeneza mfuko upya.`,
  missing: (name: string) => `Faili moja ya mfuko haipo (${name}). Unakili tena.`,
  extra: (name: string) =>
    `Mfuko una faili isiyo kwenye orodha yake (${name}). Hakuna kilichoingizwa. Tengeneza mfuko upya.`,
  changed: (name: string) => `Faili hailingani na alama yake ya uhakiki (${name}). Nakili mfuko tena.`,
  oxum: 'Mfuko ni mkubwa au mdogo kuliko Payload-Oxum yake inavyosema. Unakili tena.',
  newer: 'Mfuko umetengenezwa na toleo jipya zaidi la programu hii. Sasisha tovuti hii, kisha uuingize tena.',
  badRecord: (name: string) => `Imeshindwa kuelewa ${name}. Hakuna kilichoingizwa. Tengeneza mfuko upya.`,
  badFile: (name: string, why: string) => `Imeshindwa kuhifadhi faili ya mfuko (${name}): ${why}`,
  clash:
    'Mfuko una data batili, au unagongana na data iliyopo kwenye tovuti hii. Hakuna kilichoingizwa. Tengeneza mfuko upya.',
}
