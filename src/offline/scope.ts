// The browser's types of pages and those of workers exclude each other: here is what of the latter is used.

export type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
export type PageEvent = WorkerEvent & { request: Request; preloadResponse: Promise<Response | undefined> }

type Events = {
  install: WorkerEvent
  activate: WorkerEvent
  message: WorkerEvent & MessageEvent<unknown>
  sync: WorkerEvent
}

/** `self` of a service worker. */
export type WorkerScope = {
  registration: ServiceWorkerRegistration
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(told: unknown): void }[]> }
  skipWaiting(): Promise<void>
  addEventListener<T extends keyof Events>(type: T, listener: (event: Events[T]) => void): void
}
