import { askDictionary, asSize, isDue, isWelcome } from '#src/offline/dictionary/client.ts'
import type { Answer, State } from '#src/offline/dictionary/worker.ts'

// Shows the dictionary on this device: its size, the progress of the download, and what is stored. The texts come from
// the page.

const block = document.querySelector<HTMLElement>('[data-dictionary]')

if (block && 'serviceWorker' in navigator) {
  const status = block.querySelector<HTMLElement>('[data-said]')
  const [save, remove] = ['save', 'remove'].map((name) => block.querySelector<HTMLButtonElement>(`[data-${name}]`))
  const say = (name: string, ...values: string[]) => {
    const sentence = block.dataset[name] ?? ''
    if (status) status.textContent = values.reduce((so, one) => so.replace('#', one), sentence)
  }
  const show = ({ saved, offer }: State) => {
    block.hidden = !saved && !offer
    if (remove) remove.hidden = !saved
    const label = save?.querySelector('[data-label]')
    if (label) label.textContent = (saved ? block.dataset.update : block.dataset.save) ?? ''
    if (saved)
      say(
        'saved',
        saved.words.toLocaleString(),
        new Date(saved.at).toLocaleDateString(block.dataset.locale, { dateStyle: 'medium' }),
      )
    else if (offer) say('offer', offer.words.toLocaleString(), asSize(offer.bytes))
  }
  const ask = (type: 'state' | 'save' | 'remove') => {
    for (const button of [save, remove]) if (button) button.disabled = type !== 'state'
    askDictionary(type, (answer: Answer) => {
      if (answer.type === 'progress') return say('busy', asSize(answer.done), asSize(answer.of))
      for (const button of [save, remove]) if (button) button.disabled = false
      if (answer.type === 'failed') return say(answer.full ? 'full' : 'failed')
      show(answer)
      if (type === 'state' && (answer.saved ? isDue(answer.saved.at) : isWelcome(answer.offer))) ask('save')
    })
  }
  save?.addEventListener('click', () => ask('save'))
  remove?.addEventListener('click', () => ask('remove'))
  ask('state')
}
