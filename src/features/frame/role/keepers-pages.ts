import type { MenuItem } from '#ui/layout/side-menu.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { text } from './text.ts'

type KeepersPage = Omit<MenuItem, 'waiting'> & { waiting?: number | undefined }

/** Returns the keepers' pages with the number of items waiting on each. Add a line here for each new page. */
export function useKeepersPages({ enabled }: { enabled: boolean }): KeepersPage[] {
  const queue = useAnswer(['queue', 'counts'], (options) => api.queue.counts({}, options), { enabled })
  const messages = useAnswer(['contact', 'count'], (options) => api.contact.count({}, options), { enabled })
  const words = text.desk
  return [
    { to: '/dashboard/keepers', label: words.queue, icon: 'keep', end: true, waiting: queue.data?.waiting },
    { to: '/keepers/suggestions', label: words.suggestions, icon: 'horn', waiting: queue.data?.suggestions },
    { to: '/dashboard/keepers/voices', label: words.voices, icon: 'mic', waiting: queue.data?.voices },
    { to: '/dashboard/keepers/messages', label: words.messages, icon: 'page', waiting: messages.data?.open },
    { to: '/dashboard/keepers/introductions', label: words.introductions, icon: 'page' },
    { to: '/dashboard/keepers/letters', label: words.letters, icon: 'word' },
    { to: '/dashboard/keepers/languages', label: words.languages, icon: 'word' },
    { to: '/dashboard/keepers/groups', label: words.groups, icon: 'people' },
    { to: '/dashboard/keepers/import', label: words.import, icon: 'up' },
    { to: '/dashboard/keepers/consents', label: words.consents, icon: 'check' },
  ]
}
