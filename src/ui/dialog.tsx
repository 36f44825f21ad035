import type { DialogProps } from './dialog-sheet.tsx'
import { useLate } from './late.ts'
import { LateFailed } from './late-part.tsx'
import { text } from './text.ts'

const sheet = () => import('./dialog-sheet.tsx').then((module) => module.DialogSheet)

/** A dialog, whose script comes as soon as the page works: who opens none does not wait for it. */
export function Dialog(props: DialogProps) {
  const { part: Sheet, failed, retry } = useLate(sheet)
  if (Sheet) return <Sheet {...props} />
  return props.open && failed && <LateFailed why={failed} title={text.late.failed} onRetry={retry} />
}
