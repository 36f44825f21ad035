import { useEffect, useState } from 'react'
import { text as words } from '#content/vocabulary/offline/text.ts'
import { Button } from '#ui/button.tsx'
import { formatBytes, formatCount, formatDate } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { keptOnDevice, removeStored, useDictionary } from '#web/offline/on-device.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'

/**
 * Shows what is stored for reading without signal: the dictionary and pages. Renders nothing if the browser can't store
 * them.
 */
export function OnDevice() {
  const [pages, setPages] = useState(0)
  const { state, going, busy, ask } = useDictionary()
  const setting = useDateSetting()
  useEffect(() => {
    void keptOnDevice().then(setPages, () => {})
  }, [])
  async function removeAll() {
    await removeStored()
    setPages(0)
    ask('remove')
    notify.success(words.removed)
  }
  function sentence() {
    if (going?.type === 'progress') return words.busy(formatBytes(going.done), formatBytes(going.of))
    if (going) return going.full ? words.full : words.failed
    const { saved, offer } = state ?? {}
    if (saved) return words.saved(formatCount(saved.words), formatDate(new Date(saved.at), setting))
    return offer ? words.offer(formatCount(offer.words), formatBytes(offer.bytes)) : words.none
  }
  if (!state) return null
  return (
    <Section title={words.title} className="stack gap-3">
      <p role="status">{sentence()}</p>
      <div className="row">
        {(state.saved || state.offer) && (
          <Button variant="line" icon="phone" busy={busy} onClick={() => ask('save')}>
            {state.saved ? words.update : words.save}
          </Button>
        )}
        {state.saved && (
          <Button variant="text" onClick={() => ask('remove')}>
            {words.remove}
          </Button>
        )}
      </div>
      <p>{words.pages(pages)}</p>
      <p>
        <Button variant="text" onClick={removeAll}>
          {words.removeAll}
        </Button>
      </p>
    </Section>
  )
}
