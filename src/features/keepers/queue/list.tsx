import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { changePageOf } from '#content/entry/address.ts'
import { text } from '../text.ts'
import { ReturnDialog } from './return-dialog.tsx'
import type { Waiting } from './schema.ts'
import { WaitingEntry } from './waiting.tsx'

type Props = { items: Waiting[]; confirm: (items: Waiting[]) => void; undo: () => void }

/** The queue as a list that is walked by J and K; the keys work while the focus is inside it, and nowhere else. */
export function QueueList({ items, confirm, undo }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  const [returning, setReturning] = useState<Waiting | null>(null)
  const [asking, setAsking] = useState(false)
  /** Where the focus goes once what had it is gone. */
  const next = useRef<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has changed, or the dialog has closed: then the focus may be lost
  useEffect(() => {
    if (next.current === null || asking || list.current?.contains(document.activeElement)) return
    focusOn(next.current)
    next.current = null
  }, [items, asking])

  function focusOn(at: number) {
    const entries = list.current?.querySelectorAll<HTMLElement>(':scope > li > article')
    entries?.[Math.max(0, Math.min(at, entries.length - 1))]?.focus()
  }

  function decide(item: Waiting, act: (item: Waiting) => void) {
    next.current = items.indexOf(item)
    act(item)
  }

  function giveBack(item: Waiting) {
    setReturning(item)
    setAsking(true)
  }

  function press(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const typing = (target as HTMLElement).closest('input, textarea, select')
    if (ctrlKey || metaKey || altKey || typing) return
    const entry = (target as HTMLElement).closest('article')
    const at = items.findIndex(({ id }) => id === entry?.id)
    const item = items[at]
    const acts: Record<string, () => void> = {
      j: () => focusOn(at + 1),
      k: () => focusOn(at - 1),
      u: undo,
      ...(item && {
        c: () => decide(item, (one) => confirm([one])),
        r: () => decide(item, giveBack),
        e: () => navigate(changePageOf(item)),
      }),
    }
    const act = acts[key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <>
      <p className="small dim keys">{text.waiting.keys}</p>
      <ul className="list" ref={list} aria-label={text.waiting.list} onKeyDown={press}>
        {items.map((item) => (
          <li key={item.id}>
            <WaitingEntry
              item={item}
              onConfirm={() => decide(item, (one) => confirm([one]))}
              onReturn={() => decide(item, giveBack)}
            />
          </li>
        ))}
      </ul>
      {/* It stays when it closes, so that the focus goes back to where it was. */}
      {returning && <ReturnDialog key={returning.id} item={returning} open={asking} onClose={() => setAsking(false)} />}
    </>
  )
}
