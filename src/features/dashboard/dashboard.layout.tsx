import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { OutboxInBar } from '#features/outbox/in-bar.tsx'
import appCss from '#ui/app.css?url'
import { Avatar } from '#ui/byline.tsx'
import { DashboardLayout, type SideItem } from '#ui/dashboard-layout.tsx'
import { useLate } from '#ui/late.ts'
import { Note } from '#ui/note.tsx'
import { api } from '#web/api.ts'
import { useOffline, useSignal } from '#web/offline/use-offline.ts'
import { useCountWaiting } from '#web/outbox/count.ts'
import { storePreferences } from '#web/preferences.ts'
import { watchPush } from '#web/push/watch.ts'
import { makeQueryClient } from '#web/query-client.ts'
import { renewWhileUsed } from '#web/renewal.ts'
import { leaveAfter, updateUser, useHasRole, useUser, watchSession } from '#web/session.ts'
import { useSite } from '#web/site.ts'
import { useUnfinishedStep } from '#web/step.ts'
import type { Route } from './+types/dashboard.layout.ts'
import { Notifications } from './notifications.tsx'
import { text } from './text.ts'
import { Unanswered } from './unanswered.tsx'

const leavingDialog = () => import('#features/outbox/leaving.tsx').then((module) => module.LeavingDialog)

export const handle = { hydrate: true }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

/** The frame of every signed-in page: who is not signed in is sent away before it paints (`head-script.ts`). */
export default function Dashboard() {
  const [queryClient] = useState(makeQueryClient)
  const site = useSite()
  const user = useUser()
  const isAdmin = useHasRole('admin')
  const isKeeper = useHasRole('keeper')
  const isModerator = useHasRole('moderator')
  const [leaving, setLeaving] = useState(false)
  const waiting = useCountWaiting()
  // Loaded before it is needed: there may be no signal then.
  const { part: LeavingDialog } = useLate(leavingDialog, waiting > 0)
  useEffect(watchSession, [])
  useEffect(renewWhileUsed, [])
  useEffect(watchPush, [])
  useUnfinishedStep()
  useOffline(queryClient, useLocation().pathname)
  const signal = useSignal()

  function signOut() {
    if (waiting > 0 && LeavingDialog && !leaving) return setLeaving(true)
    // Without signal the dialog may not have come.
    if (waiting > 0 && !LeavingDialog && !confirm(text.leave)) return
    void leaveAfter(endSession)
  }

  return (
    <QueryClientProvider client={queryClient}>
      <Account />
      <noscript>
        <p className="note ringed">{text.needsScript}</p>
      </noscript>
      <DashboardLayout
        siteName={site?.siteName ?? ''}
        home="/dashboard"
        items={items()}
        search={{ href: '/search', label: text.search }}
        more={[
          { to: '/dashboard/orders', label: text.orders, icon: 'bag' },
          { to: '/seller/dashboard', label: text.selling, icon: 'people' },
          ...(isKeeper ? keeperItems() : []),
          ...(isModerator ? [{ to: '/admin/reports', label: <ReportsLabel />, icon: 'alert' as const }] : []),
          ...(isAdmin ? adminItems() : []),
        ]}
        signOut={{ label: text.signOut, onSignOut: signOut }}
        bar={
          user && (
            <>
              <OutboxInBar />
              <Link className="face-link" to="/profile">
                <span className="sr">{text.yourProfile(user.name)}</span>
                <Avatar name={user.name} photo={user.avatar} big />
              </Link>
            </>
          )
        }
      >
        {signal ? (
          <Unanswered />
        ) : (
          <div className="stack waiting">
            <Note look="ringed" icon="alert" role="status">
              <p>{text.noSignal}</p>
            </Note>
          </div>
        )}
        {user?.admitted === false && (
          <div className="stack waiting">
            <Note look="ringed" icon="alert">
              <p className="strong">{text.waiting}</p>
              <p>{text.waitingHint}</p>
            </Note>
          </div>
        )}
        <Outlet />
      </DashboardLayout>
      {leaving && LeavingDialog && <LeavingDialog count={waiting} onStay={() => setLeaving(false)} onLeave={signOut} />}
      <Notifications />
    </QueryClientProvider>
  )
}

function items(): SideItem[] {
  return [
    { to: '/dashboard', label: text.feed, icon: 'home', end: true },
    { to: '/dashboard/articles', label: text.articles, icon: 'article' },
    { to: '/dashboard/media', label: text.media, icon: 'photo' },
    { to: '/dashboard/events', label: text.events, icon: 'event' },
    { to: '/dashboard/linguistics', label: text.linguistics, icon: 'word' },
    { to: '/profile', label: text.profile, icon: 'user' },
    { to: '/settings', label: text.settings, icon: 'gear' },
  ]
}

function keeperItems(): SideItem[] {
  return [{ to: '/dashboard/keepers', label: text.keepers, icon: 'keep' }]
}

function adminItems(): SideItem[] {
  return [
    { to: '/admin/members', label: text.members, icon: 'people' },
    { to: '/admin/audit', label: text.audit, icon: 'keep' },
    { to: '/admin/care', label: text.care, icon: 'laptop' },
    { to: '/admin/figures', label: text.figures, icon: 'chart' },
  ]
}

/** With how many a moderator can decide now. */
function ReportsLabel() {
  const open = useQuery({
    queryKey: ['moderation', 'count'],
    queryFn: ({ signal }) => api.moderation.countReports({}, { signal }),
  })
  const count = open.data?.count ?? 0
  return (
    <>
      {text.reports}{' '}
      {count > 0 && (
        <span className="tag solid">
          {count}
          <span className="sr"> {text.openReports}</span>
        </span>
      )}
    </>
  )
}

/** Takes over what the server says of the account, in case an admin, another device or a mail's link changed it. */
function Account() {
  const signedIn = useUser() !== null
  const profile = useQuery({
    enabled: signedIn,
    queryKey: ['account', 'profile'],
    queryFn: ({ signal }) => api.account.profile({}, { signal }),
  })
  const preferences = useQuery({
    enabled: signedIn,
    queryKey: ['account', 'preferences'],
    queryFn: ({ signal }) => api.account.preferences({}, { signal }),
  })
  useEffect(() => {
    if (profile.data) updateUser(profile.data)
  }, [profile.data])
  useEffect(() => {
    if (preferences.data) storePreferences(preferences.data)
  }, [preferences.data])
  return null
}

/** Leaving works without a network too: the cookie ends its session at the next signal. */
const endSession = () => api.account.logout({}).catch(() => localStorage.setItem('leaving', 'yes'))
