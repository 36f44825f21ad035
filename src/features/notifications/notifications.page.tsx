import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { keyOfUnread } from '#features/frame/notification-bell.tsx'
import { Button } from '#ui/button.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { Avatar } from '#ui/list/byline.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { Note } from '#ui/state/note.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Notification } from './schema.ts'
import { text } from './text.ts'

const keyOfList = ['notifications', 'list']

export const meta = titled(() => text.title)

export default function NotificationsPage() {
  const { list, items } = usePaged(keyOfList, api.notifications.list, undefined, fresh)
  const markRead = useMarkRead()
  const [newest] = items
  const someUnread = items.some(({ read }) => !read)
  return (
    <div className="stack gap-5 mid">
      <h1>{text.title}</h1>
      <p className="dim">
        {text.hint} <Link to="/settings">{text.settings}</Link>
      </p>
      {newest && someUnread && (
        <Button
          variant="line"
          icon="check"
          busy={markRead.isPending}
          onClick={() => markRead.mutate({ until: newest.at })}
        >
          {text.markAll}
        </Button>
      )}
      <PagedRows
        list={list}
        items={items}
        loading={{ count: 4, label: text.loading }}
        failed={text.failed}
        none={
          <Note look="ringed" icon="bell">
            <p className="strong">{text.none}</p>
            <p>{text.noneHint}</p>
          </Note>
        }
        row={(one) => (
          <Row key={one.id} notification={one} onOpen={() => !one.read && markRead.mutate({ id: one.id })} />
        )}
      />
    </div>
  )
}

function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (which: { id: string } | { until: string }) => api.notifications.markRead(which),
    onSuccess(unread) {
      queryClient.setQueryData(keyOfUnread, unread)
      void queryClient.invalidateQueries({ queryKey: keyOfList })
    },
    onError: () => notify.error(text.notMarked),
  })
}

function Row({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { actor, at, path, read } = notification
  const setting = useDateSetting()
  const sentence = sentenceOf(notification)
  return (
    <li className="by">
      {actor ? (
        <Avatar name={actor.name} photo={actor.avatar} />
      ) : (
        <span className="av">
          <Icon name="bell" />
        </span>
      )}
      <span className="grow">
        {path ? (
          <Link to={path} reloadDocument={!path.startsWith('/dashboard')} onClick={onOpen}>
            {read ? sentence : <b>{sentence}</b>}
          </Link>
        ) : (
          <span>{read ? sentence : <b>{sentence}</b>}</span>
        )}
        <br />
        <time className="dim" dateTime={at}>
          {formatDateTime(at, setting)}
        </time>
      </span>
      {!read && <StatusPill field="maize">{text.unread}</StatusPill>}
    </li>
  )
}

function sentenceOf({ kind, actor, title, count }: Notification): string {
  if (kind === 'message') return title
  if (kind === 'registration') return text.registration(title, count)
  return text[kind](actor?.name ?? text.someone, title, count)
}
