import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { requireMailDomain } from '#accounts/mail-domain.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { composeMail, queueMail } from '#core/mail.ts'
import { operation } from '#core/operation.ts'
import { senderOf } from '#core/sender.ts'
import { countOpen, listMessages, readMessage } from './queries.ts'
import { Message, MessageChange, MessageCount, MessageQuery, Messages, NewMessage, Sent } from './schema.ts'
import { messages } from './table.ts'
import { text } from './text.ts'

/** Operations for messages from the contact form, which are emailed to the site's address or stored for the keepers. */
export const contact = {
  send: operation('POST', '/messages', 'public', {
    summary: 'Send a message to the keepers; no account is needed',
    // A member whose session has ended can also send a message.
    input: NewMessage,
    output: Sent,
    status: 201,
    transaction: false,
    async handler(ctx, message) {
      await ctx.limits.takeOrProve('message', ctx.caller)
      // This comes before the count of all messages, which one that isn't sent must not use up.
      if (message.email) await requireMailDomain(ctx, message.email, 'email')
      await ctx.limits.take('dayMessages', senderOf(ctx))
      await ctx.limits.take('allMessages', 'all')
      await ctx.transaction((inside) => deliver(inside, message))
      return { success: true as const }
    },
  }),

  list: operation('GET', '/messages', 'keeper', {
    summary: 'List the messages from the contact form, newest first; they are deleted after 180 days',
    input: MessageQuery,
    output: Messages,
    handler: listMessages,
  }),

  count: operation('GET', '/messages/count', 'keeper', {
    summary: 'Count the messages that nobody has answered, up to 1,000',
    output: MessageCount,
    handler: async ({ db }) => ({ open: await countOpen(db) }),
  }),

  update: operation('PATCH', '/messages/:id', 'keeper', {
    summary: 'Mark a message as answered or unanswered',
    input: MessageChange,
    output: Message,
    async handler(ctx, { id, answered }) {
      const by = { answeredBy: ctx.viewer?.id ?? null, answeredAt: sql`now()` }
      await ctx.db
        .update(messages)
        .set(answered ? by : { answeredBy: null, answeredAt: null })
        .where(eq(messages.id, id))
      const message = await readMessage(ctx.db, id)
      if (!message) throw new NotFound()
      await audit(ctx, answered ? 'message:answer' : 'message:reopen', id)
      return message
    },
  }),
}

/**
 * Queues the message as an email to the site's contact address or, if there is none, stores it for the keepers. If
 * there is an address but the site can't send email, does both.
 */
async function deliver(ctx: Context, { name, email, phone, message }: z.output<typeof NewMessage>): Promise<void> {
  const { contactEmail } = ctx.site
  if (contactEmail) {
    const { mail } = text
    const sender = [name && mail.name(name), email && mail.email(email), phone && mail.phone(phone)]
    const senderLines = sender.filter((line) => line !== null)
    // The subject contains nothing that the sender wrote.
    const lines = [
      mail.lead(ctx.site.name),
      ...(senderLines.length ? senderLines : [mail.unknown]),
      ...message.split(/[\r\n]+/),
    ]
    const content = { subject: mail.subject(ctx.site.name), lines, ...(email && { verbatim: [email] }) }
    await queueMail(ctx, composeMail(ctx.site, { email: contactEmail }, content))
  }
  if (contactEmail && ctx.mail.kind === 'smtp') return
  await ctx.db.insert(messages).values({ name, email, phone, message, accountId: ctx.viewer?.id ?? null })
}
