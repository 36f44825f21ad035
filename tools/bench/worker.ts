import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A process of the benchmark that answers one question at a time. */
export type Worker = { pid: number; ask<Answer>(question: unknown): Promise<Answer> }

/** Starts a file of this folder as a process. It ends with `opened`, with this process, or when `signal` aborts. */
export function startWorker(file: string, opened: AsyncDisposableStack, signal: AbortSignal): Worker {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  opened.defer(async () => {
    signal.removeEventListener('abort', kill)
    kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return { pid: child.pid ?? 0, ask: (question) => answerOf(child, question) }
}

function answerOf<Answer>(child: ChildProcess, question: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('A process of the benchmark ended unexpectedly.'))
    child.once('exit', ended).once('message', (answer) => {
      child.off('exit', ended)
      resolve(answer as Answer)
    })
    child.send(question as object, (error) => error && ended())
  })
}

/** Answers the parent's questions in a process that `startWorker` started. The process ends when its parent does. */
export function answering<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on('message', async (question) => process.send?.(await answer(question as Question)))
  process.once('disconnect', () => process.exit())
}
