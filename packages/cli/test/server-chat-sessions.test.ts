import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { encodeLogId } from '@antiphon/server'
import type { RunningAgent, SessionChange } from '@antiphon/server/protocol'
import { acquireLease, toProjectKey } from '@antiphon/transcript'
import { afterEach, describe, expect, it } from 'vitest'
import { createChats } from '../../server/src/chat/chats.ts'
import { type ChatKit, createChatKits, type Event, isIdle, isQuestion, isResult } from './chat-kit.ts'
import { readLogs } from './headless-kit.ts'
import { type Listener, startTestServer } from './server-kit.ts'

const kits = createChatKits()
afterEach(kits.close)

const SESSION = '350d4477-5c09-4e94-8c8b-afd2616c048e'

/** What is offered for a session. */
const ask = (kit: ChatKit, id: string): Promise<Event> => kit.server().json(`/api/chat/offer?session=${id}`)

type Stored = { readonly id: string; readonly path: string }

/** A session on disk: one prompt and its answer. */
function store(
  kit: ChatKit,
  { cwd = kit.folder, session = SESSION, words = 'Remember the number 42.' } = {},
): Stored {
  const base = { sessionId: session, cwd, version: '2.0.0', userType: 'external', isSidechain: false }
  const [first, second] = ['9e503a42-53d3-4c76-a7ec-31e89bbb1ebb', '0c8a6c0e-7f4b-4a52-9d7b-3d9d9f6f0a11']
  const entries = [
    {
      ...{ type: 'user', uuid: first, parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z', ...base },
      message: { role: 'user', content: words },
    },
    {
      ...{
        type: 'assistant',
        uuid: second,
        parentUuid: first,
        timestamp: '2026-01-01T00:00:01.000Z',
        ...base,
      },
      message: {
        ...{
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          stop_reason: 'end_turn',
        },
        content: [{ type: 'text', text: 'I do.' }],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
  ]
  return put(kit, { cwd, session, lines: entries.map(entry => JSON.stringify(entry)) })
}

function put(
  kit: ChatKit,
  {
    cwd,
    session,
    lines,
  }: { readonly cwd: string; readonly session: string; readonly lines: readonly string[] },
): Stored {
  const project = toProjectKey(cwd)
  const folder = join(kit.root, 'projects', project)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${session}.jsonl`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return { path, id: encodeLogId({ root: kit.root, key: { project, session } }) }
}

/** The next change of a session. */
async function changed(listener: Listener): Promise<SessionChange> {
  for (;;) {
    // The server wrote it.
    const change = (await listener.take(1))[0]?.data as SessionChange
    if (change.kind !== 'agents') return change
  }
}

/** The agents that are told next. */
async function agents(listener: Listener): Promise<readonly RunningAgent[]> {
  for (;;) {
    const change = (await listener.take(1))[0]?.data as SessionChange // the server wrote it
    if (change.kind === 'agents') return change.agents
  }
}

describe('a stored session', () => {
  it('goes on in its own file, and the model knows what was said', async () => {
    const kit = await kits.start({ replies: ['42.'] })
    const { id, path } = store(kit)
    const before = readFileSync(path, 'utf8')
    // Somebody else wrote it a moment ago: that is told before it is opened.
    expect(await ask(kit, id)).toEqual({ cwd: kit.folder, problem: null, mayBeHeld: true })
    const page = await kit.open({ session: id })
    expect(page.opened).toMatchObject({ session: id, sessionId: SESSION, cwd: kit.folder })
    await page.say('Which number?')
    await page.until(isIdle)
    const after = readFileSync(path, 'utf8')
    expect(after.startsWith(before)).toBe(true)
    expect(after.slice(before.length)).toContain('Which number?')
    expect(JSON.stringify(kit.simulator?.log.all().at(-1)?.request)).toContain('Remember the number 42.')
    expect(readdirSync(join(path, '..')).filter(name => name.endsWith('.jsonl'))).toEqual([
      `${SESSION}.jsonl`,
    ])
    await kit.post('close', { chat: page.opened.chat })
    // This time it was us.
    expect(await ask(kit, id)).toEqual({ cwd: kit.folder, problem: null, mayBeHeld: false })
    const again = await kit.open({ session: id })
    expect(again.opened.chat).not.toBe(page.opened.chat)
  })

  it('is the one that was named where another project has one of the same id', async () => {
    const kit = await kits.start({ replies: ['Yes.'] })
    const elsewhere = join(kit.folder, 'other')
    mkdirSync(elsewhere)
    const one = store(kit, { words: 'I am the first.' })
    const other = store(kit, { cwd: elsewhere, words: 'I am the other.' })
    const page = await kit.open({ session: other.id })
    expect(page.opened.cwd).toBe(elsewhere)
    await page.say('Which one are you?')
    await page.until(isIdle)
    expect(readFileSync(other.path, 'utf8')).toContain('Which one are you?')
    expect(readFileSync(one.path, 'utf8')).not.toContain('Which one are you?')
  })

  it('is not opened where its folder is gone, or where its log does not say it', async () => {
    const kit = await kits.start({ replies: [] })
    const gone = await kit.post('open', { session: store(kit, { cwd: join(kit.folder, 'gone') }).id })
    expect([gone.status, gone.text]).toEqual([
      422,
      expect.stringContaining('is gone. Make that folder again'),
    ])
    const silent = put(kit, {
      cwd: kit.folder,
      session: 'silent',
      lines: ['{"type":"summary","summary":"x"}'],
    })
    const refusal = await kit.post('open', { session: silent.id })
    expect([refusal.status, refusal.text]).toEqual([422, expect.stringContaining('does not say')])
  })

  it('that another program writes is refused, and goes on in a copy', async () => {
    const kit = await kits.start({ replies: ['Copied.'] })
    const { id, path } = store(kit)
    const lease = await acquireLease(path)
    try {
      const refusal = await kit.post('open', { session: id })
      expect([refusal.status, refusal.text]).toEqual([409, expect.stringContaining('Another program writes')])
      const page = await kit.open({ session: id, fork: true })
      expect(page.opened.session).not.toBe(id)
      await page.say('Go on.')
      await page.until(isIdle)
      expect(readFileSync(path, 'utf8')).not.toContain('Go on.')
      const copy = await kit.server().json<Event>(`/api/page?session=${page.opened.session}`)
      expect(JSON.stringify(copy)).toContain('Remember the number 42.')
    } finally {
      await lease?.release()
    }
  })

  it('is opened once, however many pages ask at the same time', async () => {
    const kit = await kits.start({ replies: [] })
    const { id } = store(kit)
    const pages = await Promise.all([1, 2, 3].map(() => kit.open({ session: id })))
    expect(new Set(pages.map(({ opened }) => opened.chat)).size).toBe(1)
  })

  it('is opened anew while its agent ends', async () => {
    const kit = await kits.start({ replies: [] })
    const { id } = store(kit)
    const chats = createChats({ roots: [kit.root], env: kit.env, cwd: kit.folder })
    const first = await chats.open({ session: id })
    const ending = 'id' in first && chats.end(first.id)
    const again = await chats.open({ session: id })
    expect(again).toMatchObject({ id: expect.any(String) })
    expect('id' in again && again.isEnding()).toBe(false)
    await ending
    await chats.close()
  })

  it('may lose its folder of logs: the server goes on, and says what is wrong', async () => {
    const kit = await kits.start({ replies: [] })
    const { id, path } = store(kit)
    const page = await kit.open({ session: id })
    rmSync(dirname(path), { recursive: true })
    writeFileSync(dirname(path), '')
    expect((await kit.post('close', { chat: page.opened.chat })).status).toBe(204)
    const { status, text } = await kit.post('open', { session: id })
    expect([status, JSON.parse(text)]).toEqual([
      expect.toSatisfy((code: number) => code === 404 || code === 422),
      { error: expect.stringMatching(/\w/) },
    ])
    await kit.open()
  })

  it('of the corpus goes on', { timeout: 120_000 }, async () => {
    const kit = await kits.start()
    let opened = 0
    for (const name of CORPUS.filter((_, index) => index % 12 === 0)) {
      const log = readCorpus(name).toString('utf8')
      const cwd = /"cwd":("(?:[^"\\]|\\.)*")/.exec(log)?.[1]
      if (cwd === undefined || log.length > 2_000_000) continue
      // The folder of its author is not here.
      const lines = log
        .replaceAll(`"cwd":${cwd}`, `"cwd":${JSON.stringify(kit.folder)}`)
        .split('\n')
        .filter(Boolean)
      const stored = put(kit, { cwd: kit.folder, session: `corpus-${opened++}`, lines })
      const before = readFileSync(stored.path, 'utf8')
      const page = await kit.open({ session: stored.id })
      await page.say('Hello again.')
      expect(await page.until(isResult), name).toMatchObject({ is_error: false })
      await page.until(isIdle)
      const after = readFileSync(stored.path, 'utf8')
      expect(after.startsWith(before), name).toBe(true)
      expect(after.slice(before.length)).toContain('Hello again.')
      await kit.post('close', { chat: page.opened.chat })
    }
    expect(opened).toBeGreaterThan(2)
  })
})

describe('a new session', () => {
  it('is listed as soon as it is there, also where no folder of sessions was', async () => {
    const kit = await kits.start({ replies: ['Hello.'], isFirstTime: true })
    const changes = await kit.server().listen('/api/changes')
    const page = await kit.open()
    expect(existsSync(kit.root)).toBe(false)
    await page.say('Good morning')
    await page.until(isIdle)
    const change = await changed(changes)
    expect(change).toMatchObject({ kind: 'changed', row: { id: page.opened.session, cwd: kit.folder } })
    const [row] = await kit.server().lines<Event>('/api/sessions')
    expect(row).toMatchObject({ id: page.opened.session, title: 'Good morning', isLive: true })
    const choices = await kit.server().json<Event>('/api/chat/choices')
    expect(choices).toMatchObject({ isDemo: false, folders: [kit.folder] })
    changes.leave()
  })
})

describe('an agent that runs', () => {
  it('is told to all who list sessions, and is joined without starting another', async () => {
    const kit = await kits.start({
      replies: [{ calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'x' } }] }, 'Done.'],
    })
    const { server } = kit
    const changes = await server().listen('/api/changes')
    expect(await agents(changes)).toEqual([])
    const page = await kit.open()
    const { chat, session } = page.opened
    expect(await agents(changes)).toEqual([{ chat, session, state: 'idle' }])
    await page.say('write')
    expect(await agents(changes)).toEqual([{ chat, session, state: 'running' }])
    const question = await page.until(isQuestion)
    expect(await agents(changes)).toEqual([{ chat, session, state: 'requires_action' }])
    page.leave()

    const late = await server().listen('/api/changes')
    expect(await agents(late)).toEqual([{ chat, session, state: 'requires_action' }])
    expect(await server().json<Event>(`/api/chat/state?chat=${chat}`)).toMatchObject({ chat, session })
    expect((await server().ask('/api/chat/state?chat=nobody')).status).toBe(404)
    // Whoever has no connection to spare asks for what was said by now.
    const { text: said } = await server().ask(`/api/chat/events?chat=${chat}&from=0&once=1`)
    expect(said).toContain(String(question.request_id))
    await page.answer(question, { behavior: 'allow', updatedInput: { file_path: 'a.txt', content: 'x' } })
    const states = [await agents(late), await agents(late)].map(([agent]) => agent?.state)
    expect(states).toEqual(['running', 'idle'])
    await kit.post('close', { chat })
    expect(await agents(late)).toEqual([])
    changes.leave()
    late.leave()
  })
})

describe('what is offered for a session', () => {
  it('is what can work: another folder where its own is gone, a copy where it is held', async () => {
    const kit = await kits.start({ replies: ['Here.'] })
    const here = store(kit)
    expect(await ask(kit, here.id)).toEqual({ cwd: kit.folder, problem: null, mayBeHeld: true })
    const lease = await acquireLease(here.path)
    expect(await ask(kit, here.id)).toEqual({ cwd: kit.folder, problem: 'held', mayBeHeld: false })
    await lease?.release()
    const none = { cwd: kit.folder, session: 'silent', lines: ['{"type":"summary","summary":"x"}'] }
    expect(await ask(kit, put(kit, none).id)).toEqual({
      cwd: null,
      problem: 'folder-unknown',
      mayBeHeld: false,
    })
    expect((await kit.server().ask('/api/chat/offer?session=none')).status).toBe(404)

    const gone = store(kit, { cwd: join(kit.folder, 'gone') })
    expect(await ask(kit, gone.id)).toEqual({
      cwd: join(kit.folder, 'gone'),
      problem: 'folder-gone',
      mayBeHeld: false,
    })
    const before = readFileSync(gone.path, 'utf8')
    const missing = await kit.post('open', { session: gone.id, fork: true, cwd: join(kit.folder, 'none') })
    expect([missing.status, missing.text]).toEqual([422, expect.stringContaining('There is no folder')])
    const page = await kit.open({ session: gone.id, fork: true, cwd: kit.folder })
    expect(page.opened).toMatchObject({ cwd: kit.folder })
    await page.say('Where are we?')
    await page.until(isIdle)
    expect(JSON.stringify(kit.simulator?.log.all().at(-1)?.request)).toContain('Remember the number 42.')
    expect(readFileSync(gone.path, 'utf8')).toBe(before)
    await kit.post('close', { chat: page.opened.chat })
    // The copy knows where it works, and goes on there.
    expect(await ask(kit, page.opened.session)).toMatchObject({ cwd: kit.folder, problem: null })
    const rows = await kit.server().lines<Event>('/api/sessions')
    expect(rows.find(({ id }) => id === page.opened.session)).toMatchObject({ cwd: kit.folder })
    await kit.open({ session: page.opened.session })
  })

  it('is a copy that lasts where the log does not, as of bundled examples', async () => {
    const kit = await kits.start({ replies: ['Here.'] })
    const elsewhere = mkdtempSync(join(tmpdir(), 'antiphon-example-'))
    const server = await startTestServer({
      roots: [kit.root, elsewhere],
      agents: { env: kit.env, cwd: kit.folder },
    })
    try {
      const { id } = store({ ...kit, root: elsewhere }, { cwd: '/nowhere/lighthouse' })
      const { status, text } = await server.ask('/api/chat/open', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.origin },
        body: JSON.stringify({ session: id, fork: true, cwd: kit.folder }),
      })
      expect([status, JSON.parse(text)]).toMatchObject([200, { cwd: kit.folder }])
      expect(readdirSync(join(kit.root, 'projects'))).toEqual([toProjectKey(kit.folder)])
      expect(JSON.stringify(readLogs(kit.root))).toContain('Remember the number 42.')
      expect(readdirSync(join(elsewhere, 'projects'), { recursive: true })).toHaveLength(2)
    } finally {
      await server.close()
      rmSync(elsewhere, { recursive: true })
    }
  })
})

describe('a server that ends', () => {
  it('loses nothing that was taken: a turn is cut, what waited is answered the next time that somebody says something', async () => {
    const kit = await kits.start({
      replies: [
        { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'x' } }] },
        'After all.',
        'Also.',
      ],
    })
    const page = await kit.open()
    await page.say('first')
    await page.until(isQuestion)
    await page.say('waits', [{ reference: { type: 'FileReference', path: 'b.ts' }, content: null }])
    await kit.restart()
    expect(existsSync(join(kit.folder, 'a.txt'))).toBe(false)
    const again = await kit.open({ session: page.opened.session })
    await again.ask('set_permission_mode', { mode: 'default' })
    expect(kit.simulator?.log.all()).toHaveLength(1)
    expect(again.opened.isHolding).toBe(true)
    await again.say('second')
    expect(await again.until(({ type, isReplay }) => type === 'user' && isReplay === true)).toMatchObject({
      contexts: [{ type: 'FileReference', path: 'b.ts' }],
    })
    await again.until(isResult)
    await again.until(isResult)
    expect((await kit.open({ session: page.opened.session })).opened.isHolding).toBe(false)
    const prompts = readLogs(kit.root).filter(
      ({ type, contexts }) => type === 'user' && contexts !== undefined,
    )
    expect(prompts).toHaveLength(1)
    const request = JSON.stringify(kit.simulator?.log.all().at(-1)?.request)
    expect(request).toContain('📄 `b.ts`')
    expect(request).toContain('first')
  })

  it('does not take in more agents than it may, and lets idle ones go first', async () => {
    const kit = await kits.start({ replies: ['One.'], maxAgents: 2 })
    const [first] = [await kit.open(), await kit.open()]
    const full = await kit.post('open', { cwd: kit.folder })
    expect([full.status, full.text]).toEqual([409, expect.stringContaining('2 agents run already')])
    first.leave()
    for (let tries = 0; tries < 200 && (await kit.post('open', { cwd: kit.folder })).status !== 200; tries++)
      await new Promise(resolve => setTimeout(resolve, 20))
    expect((await first.say('Hello?')).status).toBe(404)
  })

  it('gives the place of an agent that waits for a decision of nobody', async () => {
    const kit = await kits.start({
      replies: [{ calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'x' } }] }],
      maxAgents: 1,
    })
    const forsaken = await kit.open()
    await forsaken.say('write')
    await forsaken.until(isQuestion)
    expect((await kit.post('open', { cwd: kit.folder })).status).toBe(409)
    forsaken.leave()
    for (let tries = 0; tries < 200 && (await kit.post('open', { cwd: kit.folder })).status !== 200; tries++)
      await new Promise(resolve => setTimeout(resolve, 20))
    expect((await forsaken.say('Hello?')).status).toBe(404)
    expect(existsSync(join(kit.folder, 'a.txt'))).toBe(false)
  })

  it('gives the last place to one of those who ask at the same time', async () => {
    const kit = await kits.start({ replies: [] })
    const chats = createChats({ roots: [kit.root], env: kit.env, cwd: kit.folder, maxAgents: 1 })
    const opened = await Promise.all([1, 2, 3].map(() => chats.open({})))
    expect(opened.map(one => 'id' in one)).toEqual([true, false, false])
    await chats.close()
  })
})
