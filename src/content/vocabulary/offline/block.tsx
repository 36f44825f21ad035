import { language, locale } from '#text/language.ts'
import { Button } from '#ui/button.tsx'
import { text } from './text.ts'

/** Offers to store the dictionary on the device. The page's script shows the offer (`reading/dictionary.ts`). */
export function KeepDictionary() {
  const attributes = {
    'data-offer': text.offer('#', '#'),
    'data-saved': text.saved('#', '#'),
    'data-busy': text.busy('#', '#'),
    'data-failed': text.failed,
    'data-full': text.full,
    'data-save': text.save,
    'data-update': text.update,
    'data-locale': locale(),
  }
  return (
    <div className="block quiet stack noprint" data-dictionary hidden lang={language()} {...attributes}>
      <h2 className="t2">{text.title}</h2>
      <p data-said role="status" />
      <div className="row">
        <Button variant="line" icon="phone" data-save>
          <span data-label>{text.save}</span>
        </Button>
        <Button variant="text" data-remove hidden>
          {text.remove}
        </Button>
      </div>
    </div>
  )
}
