import { atFirstPress, useLazy } from '../state/lazy.ts'
import { LazyFailed } from '../state/lazy-part.tsx'
import { text } from '../text.ts'
import type { DialogProps } from './dialog-sheet.tsx'

const sheet = () => import('./dialog-sheet.tsx').then((module) => module.DialogSheet)

// Loaded before the press that opens a dialog has ended, so that a page that nobody touches doesn't carry its code.
atFirstPress(sheet)

/** A dialog whose code loads at the first press on the page. */
export function Dialog(props: DialogProps) {
  const { part: Sheet, failed, retry } = useLazy(sheet, props.open)
  if (Sheet) return <Sheet {...props} />
  return props.open && failed && <LazyFailed why={failed} title={text.late.failed} onRetry={retry} />
}
