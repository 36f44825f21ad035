import { DetailedError, Upload } from 'tus-js-client'
import { isOfSite } from '#src/offline/site-answer.ts'
import { Offline, refusalIn } from '../errors.ts'

/** Bytes per request. An interruption loses at most one piece. */
export const pieceBytes = 1024 * 1024
/** ms without progress after which the network counts as lost: a connection may end without telling anybody. */
const mostSilenceMs = 60_000
/** ms between attempts while there seems to be a network. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000]

/** Bytes to send, read one piece at a time. */
export type Source = { size: number; slice(start: number, end: number): Promise<Blob> }

type Kind = 'image' | 'video' | 'audio'

/** Returns a file as a source. */
export function sourceOf(file: Blob): Source {
  return { size: file.size, slice: async (start, end) => file.slice(start, end) }
}

/**
 * Sends the bytes that the server lacks, by the tus protocol. Returns the kind that the server has recognized by the
 * file's bytes, if it reports one. Rejects with ApiError, with Offline if the network stays away, or with AbortError
 * once stopped; calling it again continues.
 */
export function sendPieces(
  resumeUrl: string,
  source: Source,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<{ kind?: Kind }> {
  return new Promise((resolve, reject) => {
    let silence: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        void upload.abort()
        reject(new Offline())
      }, mostSilenceMs)
    }
    const upload = new Upload(new Blob(), {
      uploadUrl: resumeUrl,
      chunkSize: pieceBytes,
      retryDelays,
      storeFingerprintForResuming: false,
      fileReader: {
        openFile: async () => ({
          size: source.size,
          async slice(start, end) {
            const until = Math.min(end, source.size)
            return { value: await source.slice(start, until), done: until >= source.size }
          },
          close() {},
        }),
      },
      onAfterResponse(_, answer) {
        if (!isOfSite((name) => answer.getHeader(name) ?? null)) throw new Offline()
      },
      onProgress(sent) {
        listen()
        onSent(sent)
      },
      onSuccess({ lastResponse }) {
        clearTimeout(silence)
        const kind = lastResponse.getHeader('upload-kind')
        resolve(kind ? { kind: kind as Kind } : {})
      },
      onError(error) {
        clearTimeout(silence)
        reject(refusalOf(error))
      },
    })
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(silence)
        void upload.abort()
        reject(new DOMException('stopped', 'AbortError'))
      },
      { once: true },
    )
    listen()
    upload.start()
  })
}

function refusalOf(error: Error): Error {
  const answer = error instanceof DetailedError ? error.originalResponse : null
  if (answer) return refusalIn(answer.getStatus(), answer.getBody())
  return error instanceof DetailedError ? new Offline() : error
}
