import { useEffect } from 'react'
import { draftsHere } from './draft.ts'

/** Sends drafts that were written without signal and whose form is closed, once there is signal. */
export function useUnsentDrafts(): void {
  useEffect(() => {
    const send = () => {
      if (!navigator.onLine || draftsHere().length === 0) return
      void import('./send.ts').then(({ sendUnsent }) => sendUnsent()).catch(() => {})
    }
    send()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [])
}
