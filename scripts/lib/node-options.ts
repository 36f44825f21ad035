/** Node options for the server. They keep its memory use small (sizes in MB) and its response times even. */
export const nodeOptions = [
  // A small young generation keeps memory low. With 4 MB a list took a third more CPU, because objects of concurrent
  // requests were promoted to the old generation.
  '--max-semi-space-size=8',
  // With a smaller heap at the start, garbage collections blocked searches for 5 to 35 ms.
  '--initial-old-space-size=72',
  '--max-old-space-size=256',
  // Keeps compiled code, so that the first search after a while isn't slow.
  '--no-flush-bytecode',
  // The default is 3,000. With 500, lists reach full speed 3 seconds after a start instead of 9, and the slowest
  // searches take 17 ms instead of 27.
  '--invocation-count-for-turbofan=500',
  // For `src/server/start/collect-buffers.ts`: two hours of sound made the server grow by 43 MB beside other work, and by
  // 9 MB since.
  '--expose-gc',
  '--import',
  './scripts/lib/find-drizzle.mjs',
]

/** Limits malloc to two arenas for all threads: 212 instead of 241 MB after a run of requests. */
export const nodeVariables = { MALLOC_ARENA_MAX: '2' }
