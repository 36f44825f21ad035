import { kinds } from '#content/kinds.ts'
import type { MenuGroup, MenuItem } from '#ui/layout/side-menu.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useHasRole } from '#web/session/session.ts'
import { useKeepersPages } from './role/keepers-pages.ts'
import { text } from './text.ts'

/** Returns the member's menu: their own pages, and those of keepers, moderators and admins if they have the role. */
export function useMenu(): MenuGroup[] {
  const isAdmin = useHasRole('admin')
  const keepers = useKeepersItems()
  const { article, media, event, vocabulary, product } = kinds
  return [
    {
      label: text.groups.mine,
      items: [
        { to: '/dashboard', label: text.feed, icon: 'home', end: true },
        { to: article.list, label: text.articles, icon: article.look.icon },
        { to: media.list, label: text.media, icon: media.look.icon },
        { to: event.list, label: text.events, icon: event.look.icon },
        { to: '/dashboard/linguistics', label: text.linguistics, icon: vocabulary.look.icon },
        { to: '/dashboard/posts', label: text.posts, icon: 'quill' },
        { to: '/dashboard/orders', label: text.orders, icon: product.look.icon },
        { to: '/seller/dashboard', label: text.selling, icon: 'people' },
        { to: '/profile', label: text.profile, icon: 'user' },
        { to: '/settings', label: text.settings, icon: 'gear' },
      ],
    },
    ...(keepers.length > 0 ? [{ label: text.groups.keepers, items: keepers }] : []),
    ...(isAdmin ? [{ label: text.groups.admin, items: adminItems() }] : []),
  ]
}

/** Returns the keepers' pages, with the moderators' reports right after the queue. */
function useKeepersItems(): MenuItem[] {
  const isKeeper = useHasRole('keeper')
  const isModerator = useHasRole('moderator')
  const pages = useKeepersPages({ enabled: isKeeper })
  const reports = useAnswer(['moderation', 'count'], (options) => api.moderation.countReports({}, options), {
    enabled: isModerator,
  })
  const open = { count: reports.data?.count ?? 0, label: text.openReports }
  const [queue, ...others] = pages.map(({ waiting, ...page }) => ({
    ...page,
    waiting: { count: waiting ?? 0, label: text.toDoWaiting },
  }))
  return [
    ...(isKeeper && queue ? [{ ...queue, label: text.toDo }] : []),
    ...(isModerator ? [{ to: '/admin/reports', label: text.reports, icon: 'alert', waiting: open } as const] : []),
    ...(isKeeper ? others : []),
  ]
}

function adminItems(): MenuItem[] {
  return [
    { to: '/admin/members', label: text.members, icon: 'people' },
    { to: '/admin/site', label: text.site, icon: 'gear' },
    { to: '/admin/sellers', label: text.sellers, icon: 'bag' },
    { to: '/admin/audit', label: text.audit, icon: 'quill' },
    { to: '/admin/care', label: text.health, icon: 'laptop' },
    { to: '/admin/figures', label: text.analytics, icon: 'chart' },
  ]
}
