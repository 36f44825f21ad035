/**
 * What the server's Node is started with, in the project's folder. V8 lets much garbage lie while memory seems free: a
 * small young generation and a known ceiling (MB) keep it on a volunteer's machine. Smaller still, and what sixteen
 * requests have at hand is moved to the old generation: with 4 MB a list took a third more processor time. Files never
 * stand in this heap. The old generation begins with room: without, each second of searching ended in a collection that
 * let all who asked wait 5 to 35 ms. Nor does V8 forget compiled code that was not used for a while: the first to search
 * would wait for it again. What is called 500 times, not 3,000, is compiled for speed: after a start lists come at their
 * full rate after 3 seconds under load, not after 9, and the slowest searches take 17 ms, not 27.
 */
export const nodeOptions = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=72',
  '--max-old-space-size=256',
  '--no-flush-bytecode',
  '--invocation-count-for-turbofan=500',
  '--import',
  './scripts/lib/find-drizzle.mjs',
]

/** Node's threads share the C library's memory rather than keep some each: 212 instead of 241 MB after a run of requests. */
export const nodeVariables = { MALLOC_ARENA_MAX: '2' }
