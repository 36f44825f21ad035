// These functions make artificial text in both languages of the interface. Nothing in it is about a real community.

export type Tongue = 'en' | 'sw'

const sentencesAbout: Record<Tongue, (about: string) => string[]> = {
  en: (about) => [
    `This sentence takes the place of a text about ${about}.`,
    'It is artificial, like everything on this site.',
    'A second paragraph would say more and name its sources.',
    'A longer sentence, which runs over several lines on a small phone, shows how the letters, the spacing and the line breaks look in real use.',
    'The last one is short.',
  ],
  sw: (about) => [
    `Sentensi hii inachukua nafasi ya maandishi kuhusu ${about}.`,
    'Ni ya mfano tu, kama kila kitu kwenye tovuti hii.',
    'Aya ya pili ingesema zaidi, na kutaja vyanzo vyake.',
    'Sentensi ndefu zaidi, inayoendelea kwa mistari kadhaa kwenye simu ndogo, inaonyesha jinsi herufi, nafasi na mistari inavyoonekana.',
    'Ya mwisho ni fupi.',
  ],
}

/** Returns a few sentences; `number` varies how many. */
export function sentences(about: string, number: number, tongue: Tongue = 'en'): string {
  return sentencesAbout[tongue](about)
    .slice(0, 2 + (number % 4))
    .join(' ')
}

/** Returns an article of several paragraphs as HTML; a long one fills many screens. */
export function prose(about: string, number: number, { tongue = 'en' as Tongue, long = false } = {}): string {
  const part = () => `<p>${sentences(about, number, tongue)}</p>`
  const heading = tongue === 'sw' ? `Kichwa kidogo cha ${about}` : `Heading in ${about}`
  const items =
    tongue === 'sw'
      ? '<ul><li>Jambo la kwanza</li><li>Jambo la pili</li></ul>'
      : '<ul><li>First item</li><li>Second item</li></ul>'
  const quotation = tongue === 'sw' ? 'Nukuu isiyo na chanzo.' : 'A quotation without a source.'
  const section = () => `<h2>${heading}</h2>${part()}${items}<blockquote><p>${quotation}</p></blockquote>${part()}`
  return part() + Array.from({ length: long ? 20 : 1 }, section).join('')
}
