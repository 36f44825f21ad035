import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { ConfirmIdentity } from '#features/account/second-factor/confirm-identity.tsx'
import { AddMenu } from '#features/frame/add/add-menu.tsx'
import { text as addText } from '#features/frame/add/text.ts'
import { useFormPages } from '#features/frame/form-pages.ts'
import { useFrameLinks } from '#features/frame/links.ts'
import { useMenu } from '#features/frame/menu.ts'
import { NotificationBell } from '#features/frame/notification-bell.tsx'
import { Unanswered } from '#features/frame/stored-data-note.tsx'
import { text } from '#features/frame/text.ts'
import { Toasts } from '#features/frame/toasts.tsx'
import { OutboxInBar } from '#features/outbox/header-button.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DashboardLayout } from '#ui/layout/dashboard-layout.tsx'
import { Avatar } from '#ui/list/byline.tsx'
import { useLazy } from '#ui/state/lazy.ts'
import { Note } from '#ui/state/note.tsx'
import appCss from '#ui/styles/app.css?url'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useDraftsKey } from '#web/drafts/draft.ts'
import { useUnsentDrafts } from '#web/drafts/unsent.ts'
import { useStoredForms } from '#web/offline/forms.ts'
import { useOffline, useSignal } from '#web/offline/use-offline.ts'
import { useCountWaiting } from '#web/outbox/count.ts'
import { storePreferences } from '#web/preferences.ts'
import { watchPush } from '#web/push/watch.ts'
import { makeQueryClient } from '#web/query-client.ts'
import { renewWhileUsed } from '#web/session/renewal.ts'
import { leaveAfter, updateUser, useHasRole, useUser, watchSession } from '#web/session/session.ts'
import { useUnfinishedStep } from '#web/session/step.ts'
import { local } from '#web/storage.ts'
import type { Route } from './+types/dashboard.layout.ts'

const leavingDialog = () => import('#features/outbox/logout-dialog.tsx').then((module) => module.LeavingDialog)

export const handle = { hydrate: true }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

/** The layout of every page for members. Guests are redirected before the first paint (`head-script.ts`). */
export default function Dashboard() {
  const [queryClient] = useState(makeQueryClient)
  const user = useUser()
  const [leaving, setLeaving] = useState(false)
  const waiting = useCountWaiting()
  // The dialog is loaded in advance, because there may be no signal when it is needed.
  const { part: LeavingDialog } = useLazy(leavingDialog, waiting > 0)
  useEffect(watchSession, [])
  useEffect(renewWhileUsed, [])
  useEffect(watchPush, [])
  useUnfinishedStep()
  useUnsentDrafts()
  useOffline(queryClient, useLocation().pathname)
  useStoredForms(useFormPages())
  const signal = useSignal()
  const draftsKey = useDraftsKey()

  function logOut() {
    if (waiting > 0 && LeavingDialog && !leaving) return setLeaving(true)
    // Without signal the dialog may not have loaded.
    if (waiting > 0 && !LeavingDialog && !confirm(text.leave)) return
    void leaveAfter(endSession)
  }

  return (
    <QueryClientProvider client={queryClient}>
      <Account />
      <noscript>
        <p className="note ringed">{text.needsScript}</p>
      </noscript>
      <Frame
        onLogOut={logOut}
        end={
          user && (
            <>
              <OutboxInBar />
              <NotificationBell />
              <Link className="face-link from-900" to="/profile">
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
        {user?.secondFactorMissing && (
          <div className="stack waiting">
            <Note look="ringed" icon="alert" action={<ButtonLink to="/settings">{text.secondFactorSetUp}</ButtonLink>}>
              <p className="strong">{text.secondFactorMissing}</p>
              <p>{text.secondFactorMissingHint}</p>
            </Note>
          </div>
        )}
        <Fragment key={draftsKey}>
          <Outlet />
        </Fragment>
      </Frame>
      <ConfirmIdentity />
      {leaving && LeavingDialog && <LeavingDialog count={waiting} onStay={() => setLeaving(false)} onLeave={logOut} />}
      <Toasts />
    </QueryClientProvider>
  )
}

type FrameProps = { onLogOut: () => void; end: ReactNode; children: ReactNode }

/** The frame of the dashboard's pages: the header that every page has, and the menu for the member's roles. */
function Frame({ onLogOut, end, children }: FrameProps) {
  const { explore, words, me, add, homes: _, nav, ...links } = useFrameLinks()
  const { pathname } = useLocation()
  const user = useUser()
  const isKeeper = useHasRole('keeper')
  const groups = useMenu()
  const home = { to: '/dashboard', label: text.home, current: pathname === '/dashboard' }
  return (
    <DashboardLayout
      {...links}
      name={user?.name ?? text.yourMenu}
      home={{ to: '/dashboard' }}
      nav={[home, ...nav]}
      menu={{ groups, logOut: { label: text.signOut, onLogOut } }}
      add={{ ...add, title: addText.title, content: <AddMenu isKeeper={isKeeper} inDashboard /> }}
      me={me}
      bar={[
        { ...home, icon: 'home' },
        { ...explore, icon: 'explore' },
        { ...add, icon: 'plus', plus: true },
        { ...words, icon: 'word' },
      ]}
      end={end}
    >
      {children}
    </DashboardLayout>
  )
}

/**
 * Updates the stored account from the server, because an admin, another device or an emailed link may have changed it.
 */
function Account() {
  const signedIn = useUser() !== null
  const profile = useAnswer(['account', 'profile'], (options) => api.account.profile({}, options), {
    enabled: signedIn,
  })
  const preferences = useAnswer(['account', 'preferences'], (options) => api.account.preferences({}, options), {
    enabled: signedIn,
  })
  useEffect(() => {
    if (profile.data) updateUser(profile.data)
  }, [profile.data])
  useEffect(() => {
    if (preferences.data) storePreferences(preferences.data)
  }, [preferences.data])
  return null
}

/** Ends the session or, if that fails, as it does without signal, leaves a note on the device to end it later. */
const endSession = () => api.account.logout({}).catch(() => local.write('leaving', 'yes'))
