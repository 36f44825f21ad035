import { language, locale } from '#text/language.ts'
import { Button } from '#ui/button.tsx'
import { text } from '../text.ts'

/** Offers to store the dictionary on the device. The page's script shows the offer (`reading/dictionary.ts`). */
export function KeepDictionary() {
  const { keep } = text
  const attributes = {
    'data-offer': keep.offer('#', '#'),
    'data-saved': keep.saved('#', '#'),
    'data-busy': keep.busy('#', '#'),
    'data-failed': keep.failed,
    'data-full': keep.full,
    'data-save': keep.save,
    'data-update': keep.update,
    'data-locale': locale(),
  }
  return (
    <div className="block quiet stack noprint" data-dictionary hidden lang={language()} {...attributes}>
      <h2 className="t2">{keep.title}</h2>
      <p data-said role="status" />
      <div className="row">
        <Button variant="line" icon="phone" data-save>
          <span data-label>{keep.save}</span>
        </Button>
        <Button variant="text" data-remove hidden>
          {keep.remove}
        </Button>
      </div>
    </div>
  )
}
