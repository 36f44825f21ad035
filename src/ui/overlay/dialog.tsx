import { useLazy } from '../state/lazy.ts'
import { LazyFailed } from '../state/lazy-part.tsx'
import { text } from '../text.ts'
import type { DialogProps } from './dialog-sheet.tsx'

const sheet = () => import('./dialog-sheet.tsx').then((module) => module.DialogSheet)

/** A dialog whose code loads once the page is usable, so that the page doesn't have to wait for it. */
export function Dialog(props: DialogProps) {
  const { part: Sheet, failed, retry } = useLazy(sheet)
  if (Sheet) return <Sheet {...props} />
  return props.open && failed && <LazyFailed why={failed} title={text.late.failed} onRetry={retry} />
}
