import { type Challenge, prove } from '#core/proof-of-work.ts'

// Computes the proof in a worker, so that the page stays responsive on a slow phone.
addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  postMessage(await prove(data))
})
