import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { OpenChat } from '@antiphon/server/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { type ChatKit, createChatKits, isResult } from './chat-kit.ts'
import { readLogs, waitFor } from './headless-kit.ts'
import { askAt } from './server-kit.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'

const kits = createChatKits()
let child: ChildProcessWithoutNullStreams | undefined
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  await kits.close()
})

type Window = {
  readonly post: (path: string, body: object) => Promise<{ readonly status: number; readonly text: string }>
}

/** `antiphon open` as a process of its own, over the folders of a kit. */
async function openWindow(kit: ChatKit): Promise<Window> {
  child = startAntiphon(['open', '--json', '--no-browser'], kit.env, kit.folder)
  child.stdin.end()
  const [text] = await once(child.stdout, 'data')
  const url = new URL(JSON.parse(String(text)).url)
  const token = new URLSearchParams(url.hash.slice(1)).get('token') ?? ''
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: url.origin }
  return {
    post: (path, body) =>
      askAt(Number(url.port), `/api/chat/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
}

/** A chat in which one prompt is being answered and another waits; both were acknowledged. */
async function talk(kit: ChatKit): Promise<OpenChat> {
  const { post } = await openWindow(kit)
  const { status, text } = await post('open', {})
  expect([status, text]).toEqual([200, expect.stringContaining(kit.folder)])
  const opened: OpenChat = JSON.parse(text)
  const say = (words: string): Promise<{ readonly status: number }> =>
    post('prompt', { chat: opened.chat, uuid: randomUUID(), text: words, contexts: [] })
  expect((await say('being answered')).status).toBe(204)
  await waitFor(() => isAsked)
  expect((await say('still waiting')).status).toBe(204)
  return opened
}

let isAsked = false
const never = (): Promise<never> => {
  isAsked = true
  return new Promise(() => {})
}

describe('the window, where a turn runs', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('loses nothing of it by %s', async signal => {
    isAsked = false
    const kit = await kits.start({ replies: [never, 'Answered after all.'] })
    const opened = await talk(kit)
    const ended = child && collect(child)
    child?.kill(signal)
    const { code } = (await ended) ?? { code: -1 }
    if (signal === 'SIGINT') expect(code).toBe(0)
    expect(JSON.stringify(readLogs(kit.root))).toContain('being answered')
    const page = await kit.open({ session: opened.session })
    expect(page.opened).toMatchObject({ isHolding: true, queued: [{ text: 'still waiting' }] })
    expect((await page.release()).status).toBe(204)
    expect(await page.until(isResult)).toMatchObject({ result: 'Answered after all.' })
    expect(JSON.stringify(kit.simulator?.log.all().at(-1)?.request)).toMatch(/being answered.*still waiting/)
  })
})
