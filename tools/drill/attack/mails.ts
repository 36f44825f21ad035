import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { type AttackRow, type AttackSite, inWords, withinLimits } from '../attack-site.ts'

const mails = 100
/** ms that the mail server takes for each email. */
const perMail = 50
/** Port of the mail server, which the site's settings need before it starts. */
const port = 2_525 + (process.pid % 20_000)

/** Queues 100 emails for a mail server that takes 50 ms for each, and two more, whose recipients it refuses. */
export const row: AttackRow = {
  name: '100 emails to send',
  required: '≥ 20 a second; a refused recipient delays nobody',
  settings: { SMTP_URL: `smtp://127.0.0.1:${port}` },
  async run(site) {
    let delivered = 0
    let connections = 0
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onConnect(_session, done) {
        connections++
        done()
      },
      onRcptTo({ address }, _session, done) {
        done(address.startsWith('refused') ? new Error('550 no such mailbox') : null)
      },
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', async () => {
          await sleep(perMail)
          delivered++
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    try {
      let seconds = 0
      const send = async () => {
        await queue(site, ['refused1@mail.test', 'refused2@mail.test'])
        const began = Date.now()
        const addresses = Array.from({ length: mails }, (_, at) => `person${at}@mail.test`)
        await queue(site, addresses)
        while (delivered < mails && Date.now() - began < 60_000) await sleep(20)
        seconds = (Date.now() - began) / 1000
      }
      const observed = await site.during(send, { paths: ['/'] })
      const rate = delivered / seconds
      const sent = `${delivered} of ${mails} in ${seconds.toFixed(1)} s, ${rate.toFixed(0)} a second`
      return {
        figure: `${sent}, over ${connections} connections; 2 refused; ${inWords(observed)}`,
        passed: withinLimits(observed, 1_000) && delivered === mails && rate >= 20,
      }
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  },
}

async function queue({ pool }: AttackSite, addresses: string[]): Promise<void> {
  await pool.query(
    `select graphile_worker.add_job('mail:send', json_build_object('id', gen_random_uuid(), 'to', address,
       'subject', 'A subject', 'text', 'A text.', 'html', '<p>A text.</p>'), max_attempts => 100)
     from unnest($1::text[]) address`,
    [addresses],
  )
}
