import { randomUUID } from 'node:crypto'
import { stripControl } from '@antiphon/core/ui'
import type { HeadlessSession, Host, Output } from '@antiphon/host'

/** What the program says on standard error, for pages. */
export interface ChatNotices {
  readonly output: Output
  /** From here on they are told; the problems of the opening are not among them, since `OpenChat` tells those. */
  begin(session: HeadlessSession): void
}

export function createChatNotices(host: Host): ChatNotices {
  let session: HeadlessSession | null = null
  return {
    begin(opened) {
      session = opened
    },
    output: {
      isTerminal: false,
      columns: () => undefined,
      async write(text) {
        const content = text.replace(/^antiphon: /, '').trimEnd()
        const known = session?.agent.problems ?? []
        if (session === null || known.some(problem => stripControl(problem) === content)) return
        await host.send({
          type: 'system',
          subtype: 'informational',
          content,
          level: 'warning',
          uuid: randomUUID(),
          session_id: session.agent.sessionId,
        })
      },
    },
  }
}
