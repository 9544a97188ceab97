import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { decodeLines } from '@antiphon/core'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import type { Page, SessionRow } from '@antiphon/server/protocol'
import { exchange } from '@antiphon/transcript/testing/session-tree'
import { describe, expect, it } from 'vitest'
import { setUpServedTree, until } from './server-kit.ts'

const { tree, server } = setUpServedTree()

const LINES = 800

/** Appends numbered lines, one every five milliseconds; some in two writes. */
const WRITER = `
const fs = require('node:fs')
const [path, count] = process.argv.slice(1)
const file = fs.openSync(path, 'a')
let n = 0
const timer = setInterval(() => {
  const line = JSON.stringify({ type: 'note', n, text: 'x'.repeat(n % 50 === 0 ? 20000 : 200) }) + '\\n'
  if (n % 7 === 0) { fs.writeSync(file, line.slice(0, 30)); fs.writeSync(file, line.slice(30)) }
  else fs.writeSync(file, line)
  if (++n >= Number(count)) clearInterval(timer)
}, 5)`

describe('a session that another process writes 200 times a second', () => {
  it('is heard by each follower without a gap, and by the list', async () => {
    const path = tree().write('-a/s.jsonl', exchange('Go.'))
    const [row] = await server().lines<SessionRow>('/api/sessions')
    const { to } = await server().json<Page>(`/api/page?session=${row!.id}`)
    const followers = await Promise.all(
      Array.from({ length: 3 }, () => server().listen(`/api/follow?session=${row!.id}&from=${to}`)),
    )
    const list = await server().listen('/api/changes')
    const writer = spawn(process.execPath, ['-e', WRITER, path, String(LINES)], { stdio: 'ignore' })
    const ended = once(writer, 'exit')
    const expected = Array.from({ length: LINES }, (_, n) => n)
    for (const follower of followers) {
      const events = await follower.take(LINES)
      expect(events.map(({ data }) => (data as { placed: { entry: { n: number } } }).placed.entry.n)).toEqual(
        expected,
      )
    }
    expect((await ended)[0]).toBe(0)
    expect(await list.take(3)).toMatchObject([
      { data: { kind: 'agents' } },
      { data: { kind: 'changed' } },
      { data: { kind: 'changed' } },
    ])
    for (const listener of [...followers, list]) listener.leave()
    await until(() => server().openStreams() === 0)
  })
})

describe('real sessions', () => {
  it('are listed, and read page by page to the last entry', async () => {
    const entriesOf = new Map<string, number>()
    for (const name of CORPUS) {
      const content = readCorpus(name)
      const session = name.slice(0, -'.jsonl.gz'.length)
      tree().write(`-corpus/${session}.jsonl`, content.toString())
      entriesOf.set(
        session,
        decodeLines(Buffer.from(content.toString())).filter(({ kind }) => kind === 'entry').length,
      )
    }
    const rows = await server().lines<SessionRow>('/api/sessions')
    const sessions = rows.filter(({ sessionId }) => entriesOf.has(sessionId))
    expect(sessions.length).toBeGreaterThan(CORPUS.length / 2)
    for (const { id, sessionId } of sessions) {
      let entries = 0
      let before = ''
      for (let isDone = false; !isDone; ) {
        const { text } = await server().ask(`/api/page?session=${id}${before}`)
        expect(text.length).toBeLessThan(200_000)
        const page = JSON.parse(text) as Page
        entries += page.entries.length
        before = `&before=${page.from}`
        isDone = page.from === 0
      }
      expect([sessionId, entries]).toEqual([sessionId, entriesOf.get(sessionId)])
    }
  })
})
