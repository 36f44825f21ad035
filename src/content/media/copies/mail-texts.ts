import type { MailText } from '#core/mail.ts'
import { longestVoice } from '../comment/schema.ts'

/** Why no copies of a file could be made. */
export const failures = ['format', 'damaged', 'interrupted', 'picture', 'silent', 'long'] as const
export type Failure = (typeof failures)[number]
type Facts = { file: string; why: Failure; kind: 'image' | 'video' | 'audio' }
/** The advice for the reason counts, or else that for the kind of file. */
type Advice = Record<Facts['kind'], string> & Partial<Record<Failure, string>>

/** Emails to the uploader of a file that can't be converted. */
export const mailTexts: Record<'en' | 'sw', (facts: Facts) => MailText> = {
  en({ file, why, kind }) {
    const reasons = {
      format: `“${file}” has a format that we can’t read.`,
      damaged: `“${file}” seems to be damaged or incomplete.`,
      interrupted: `Converting “${file}” failed twice.`,
      picture: `“${file}” is damaged, or has a format that we can’t show, such as HEIC.`,
      silent: 'Nothing could be heard in this recording.',
      long: `Your voice note is longer than ${longestVoice} seconds, so your comment is shown without it.`,
    }
    const subjects: Partial<typeof reasons> = {
      silent: `Nothing could be heard in ${file}`,
      long: 'Your voice note is too long',
    }
    const advice: Advice = {
      image: 'Only you and the keepers can see it for now. Save it as JPEG and upload it again.',
      video: 'Other people may not be able to play it. Save it as MP4 and upload it again.',
      audio: 'Record it again. If it’s a file, save it as MP3 and upload it again.',
      silent: 'Record it again.',
      long: 'Record a shorter one.',
    }
    return {
      subject: subjects[why] ?? `We couldn’t convert your file ${file}`,
      lines: [reasons[why], advice[why] ?? advice[kind]],
      action: 'Open the page with this file',
      verbatim: [file],
    }
  },
  // This is a draft. A Kiswahili speaker must review it before it is final (CONTRIBUTING.md, "Reviewing Kiswahili").
  sw({ file, why, kind }) {
    const reasons = {
      format: `“${file}” iko katika muundo ambao hatuwezi kuusoma.`,
      damaged: `“${file}” inaonekana imeharibika au haijakamilika.`,
      interrupted: `Kubadilisha “${file}” kulishindikana mara mbili.`,
      picture: `“${file}” imeharibika, au iko katika muundo ambao hatuwezi kuuonyesha, kama HEIC.`,
      silent: 'Hakuna kilichosikika katika rekodi hii.',
      long: `Ujumbe wako wa sauti unazidi sekunde ${longestVoice}, kwa hiyo maoni yako yanaonyeshwa bila ujumbe huo.`,
    }
    const subjects: Partial<typeof reasons> = {
      silent: `Hakuna kilichosikika katika ${file}`,
      long: 'Ujumbe wako wa sauti ni mrefu mno',
    }
    const advice: Advice = {
      image: 'Kwa sasa ni wewe na watunzaji tu mnaoiona. Ihifadhi kama JPEG na uipakie tena.',
      video: 'Huenda wengine wasiweze kuicheza. Ihifadhi kama MP4 na uipakie tena.',
      audio: 'Irekodi tena. Ikiwa ni faili, ihifadhi kama MP3 na uipakie tena.',
      silent: 'Irekodi tena.',
      long: 'Rekodi mfupi zaidi.',
    }
    return {
      subject: subjects[why] ?? `Faili yako ${file} haikuweza kubadilishwa`,
      lines: [reasons[why], advice[why] ?? advice[kind]],
      action: 'Fungua ukurasa wenye faili hii',
      verbatim: [file],
    }
  },
}
