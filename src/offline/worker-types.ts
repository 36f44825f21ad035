// TypeScript's types for pages and for workers can't be used together, so this file declares the worker types that are
// used here.

export type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
export type PageEvent = WorkerEvent & { request: Request; preloadResponse: Promise<Response | undefined> }

export type PushEvent = WorkerEvent & { data: { json(): unknown } | null }
export type NotificationEvent = WorkerEvent & { notification: Notification }

type Page = {
  url: string
  visibilityState: DocumentVisibilityState
  postMessage(message: unknown): void
  focus(): Promise<unknown>
}

type Events = {
  install: WorkerEvent
  activate: WorkerEvent
  message: WorkerEvent & MessageEvent<unknown>
  sync: WorkerEvent
  push: PushEvent
  notificationclick: NotificationEvent
  pushsubscriptionchange: WorkerEvent
}

/** `self` of a service worker. */
export type WorkerScope = {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(which?: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<T extends keyof Events>(type: T, listener: (event: Events[T]) => void): void
}
