import type { MailText } from '#core/mail.ts'

/** Why no copies of a file could be made. */
export type Failure = 'format' | 'damaged' | 'interrupted' | 'picture' | 'silent'
type Facts = { name: string; file: string; why: Failure; kind: 'image' | 'video' | 'audio'; url: string }

/** Emails to the uploader of a file that can't be converted. */
export const mailTexts: Record<'en' | 'sw', (facts: Facts) => MailText> = {
  en({ name, file, why, kind, url }) {
    const reasons = {
      format: `“${file}” has a format that we can’t read.`,
      damaged: `“${file}” seems to be damaged or incomplete.`,
      interrupted: `Converting “${file}” failed twice.`,
      picture: `“${file}” is damaged, or has a format that we can’t show, such as HEIC.`,
      silent: 'Nothing could be heard in this recording.',
    }
    const advice = {
      image: 'Only you and the keepers can see it for now. Save it as JPEG and upload it again.',
      video: 'Other people may not be able to play it. Save it as MP4 and upload it again.',
      audio: 'Record it again. If it’s a file, save it as MP3 and upload it again.',
    }
    return {
      subject: why === 'silent' ? `Nothing could be heard in ${file}` : `We couldn’t convert your file ${file}`,
      lines: [`Hello ${name},`, reasons[why], why === 'silent' ? 'Record it again.' : advice[kind]],
      action: { label: 'Open the page with this file', url },
      verbatim: [file],
    }
  },
  // This is a draft. A Kiswahili speaker must review it before it is final (CONTRIBUTING.md, "Reviewing Kiswahili").
  sw({ name, file, why, kind, url }) {
    const reasons = {
      format: `“${file}” iko katika muundo ambao hatuwezi kuusoma.`,
      damaged: `“${file}” inaonekana imeharibika au haijakamilika.`,
      interrupted: `Kubadilisha “${file}” kulishindikana mara mbili.`,
      picture: `“${file}” imeharibika, au iko katika muundo ambao hatuwezi kuuonyesha, kama HEIC.`,
      silent: 'Hakuna kilichosikika katika rekodi hii.',
    }
    const advice = {
      image: 'Kwa sasa ni wewe na watunzaji tu mnaoiona. Ihifadhi kama JPEG na uipakie tena.',
      video: 'Huenda wengine wasiweze kuicheza. Ihifadhi kama MP4 na uipakie tena.',
      audio: 'Irekodi tena. Ikiwa ni faili, ihifadhi kama MP3 na uipakie tena.',
    }
    return {
      subject: why === 'silent' ? `Hakuna kilichosikika katika ${file}` : `Faili yako ${file} haikuweza kubadilishwa`,
      lines: [`Habari ${name},`, reasons[why], why === 'silent' ? 'Irekodi tena.' : advice[kind]],
      action: { label: 'Fungua ukurasa wenye faili hii', url },
      verbatim: [file],
    }
  },
}
