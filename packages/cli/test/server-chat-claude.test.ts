import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentChoice, ChatOffer, OpenChat } from '@antiphon/server/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { type ChatKit, createChatKits, type Event, isIdle, isQuestion, isResult } from './chat-kit.ts'
import { readLogs } from './headless-kit.ts'

const kits = createChatKits()
afterEach(kits.close)

const CLAUDE = { agent: 'claude' } as const

/** The processes that this test's server drives. */
function readChildren(): readonly number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

// Test files of one worker share its process, and a browser is kept in it.
const BEFORE: ReadonlySet<number> = new Set(readChildren())

function listChildren(): readonly number[] {
  return readChildren().filter(pid => !BEFORE.has(pid))
}

async function state(kit: ChatKit, { chat }: OpenChat): Promise<OpenChat> {
  return kit.server().json(`/api/chat/state?chat=${chat}`)
}

describe('the agents that can be talked to', () => {
  it('are the installed one, ours by its provider, and the demo', async () => {
    const kit = await kits.start({ replies: ['x'], hasClaude: true })
    const agents = await kit.server().json<readonly AgentChoice[]>('/api/chat/agents')
    expect(agents.map(({ id }) => id)).toEqual(['claude', 'antiphon', 'demo'])
    expect(agents[0]).toMatchObject({
      path: kit.env.ANTIPHON_CLAUDE,
      version: expect.stringMatching(/^\d+\.\d+/),
    })
    expect(agents[1]).toMatchObject({
      provider: expect.stringContaining('127.0.0.1'),
      keyFrom: 'environment',
    })
    const none = await kits.start()
    expect(await none.server().json('/api/chat/agents')).toEqual([{ id: 'demo', models: [] }])
    const refused = await none.post('open', { ...CLAUDE, cwd: none.folder })
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('Claude Code was not found') })
  })

  it('are the demo where a person wants that, whatever key is set', async () => {
    const kit = await kits.start({ replies: ['Not me.'] })
    const { opened, say, until } = await kit.open({ agent: 'demo', cwd: kit.folder })
    expect(opened).toMatchObject({ agent: 'demo', isDemo: true })
    await say('Hello')
    await until(isResult)
    expect(kit.simulator?.log.all()).toEqual([])
  })
})

describe('the installed Claude Code in a chat', () => {
  it('begins a session, asks before it acts, and goes on with it later', async () => {
    const kit = await kits.start({
      hasClaude: true,
      replies: [
        { calls: [{ name: 'Bash', input: { command: 'touch made.txt' } }] },
        'It is made.',
        'You said: make a file.',
      ],
    })
    const page = await kit.open({ ...CLAUDE, cwd: kit.folder })
    const { opened } = page
    expect(opened).toMatchObject({ agent: 'claude', isDemo: false, permissionMode: 'default' })
    expect(opened.commands.map(({ name }) => name)).toContain('compact')
    // What the program leaves to a face the page does, beside any agent.
    expect(opened.commands.flatMap(({ name, kind }) => (kind === 'face' ? [name] : []))).toEqual([
      'resume',
      'theme',
      'exit',
    ])
    expect(opened.models.length).toBeGreaterThan(2)
    // Whoever was asked for its version may still be ending.
    await expect.poll(() => listChildren().length).toBe(1)
    await page.say('Make a file')
    const question = await page.until(isQuestion)
    expect(await state(kit, opened)).toMatchObject({ permissionMode: 'default' })
    expect(await kit.server().json('/api/chat/running')).toMatchObject([{ state: 'requires_action' }])
    expect(existsSync(join(kit.folder, 'made.txt'))).toBe(false)
    await page.answer(question, { behavior: 'allow', updatedInput: { command: 'touch made.txt' } })
    expect(await page.until(isResult)).toMatchObject({ result: 'It is made.' })
    await page.until(isIdle)
    expect(existsSync(join(kit.folder, 'made.txt'))).toBe(true)
    // The log is the program's own, and the window shows it.
    expect(await kit.server().json(`/api/page?session=${opened.session}`)).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ entry: expect.objectContaining({ sessionId: opened.sessionId }) }),
      ]),
    })
    expect((await kit.post('close', { chat: opened.chat })).status).toBe(204)
    expect(listChildren()).toEqual([])

    const offer = await kit.server().json<ChatOffer>(`/api/chat/offer?session=${opened.session}`)
    expect(offer).toEqual({ cwd: kit.folder, problem: null, mayBeHeld: false })
    const again = await kit.open({ ...CLAUDE, session: opened.session })
    expect(again.opened).toMatchObject({ session: opened.session, sessionId: opened.sessionId })
    await again.say('What did I say?')
    expect(await again.until(isResult)).toMatchObject({ result: 'You said: make a file.' })
    expect(JSON.stringify(kit.simulator?.log.all().at(-1)?.request)).toContain('Make a file')
  })

  it('goes on in a copy, and leaves the session as it was', async () => {
    const kit = await kits.start({ hasClaude: true, replies: ['One.', 'Two.'] })
    const page = await kit.open({ ...CLAUDE, cwd: kit.folder })
    await page.say('First')
    await page.until(isIdle)
    await kit.post('close', { chat: page.opened.chat })
    const isFirst = ({ sessionId }: Event): boolean => sessionId === page.opened.sessionId
    const before = readLogs(kit.root)
    const copy = await kit.open({ ...CLAUDE, session: page.opened.session, fork: true })
    expect(copy.opened.session).not.toBe(page.opened.session)
    await copy.say('Second')
    expect(await copy.until(isResult)).toMatchObject({ result: 'Two.' })
    expect(readLogs(kit.root).filter(isFirst)).toEqual(before.filter(isFirst))
  })

  it('takes another mode and model, keeps what waits, gives it back, and is interrupted', async () => {
    const kit = await kits.start({
      hasClaude: true,
      replies: [{ text: 'A long answer '.repeat(80), pace: 40 }, 'Short.'],
    })
    const page = await kit.open({ ...CLAUDE, cwd: kit.folder })
    await page.say('Speak')
    await page.until(({ type }) => type === 'stream_event')
    const [kept, taken] = ['9e503a42-53d3-4c76-a7ec-31e89bbb1ebb', '0c8a6c0e-7f4b-4a52-9d7b-3d9d9f6f0a11']
    await page.say('Wait', [], kept)
    await page.say('Wait more', [], taken)
    expect((await state(kit, page.opened)).queued.map(({ text }) => text)).toEqual(['Wait', 'Wait more'])
    expect(await page.ask('cancel_async_message', { message_uuid: taken })).toMatchObject({
      response: { cancelled: true },
    })
    await page.until(({ subtype, prompts }) => subtype === 'prompts_waiting' && String(prompts).length > 0)
    expect((await state(kit, page.opened)).queued.map(({ text }) => text)).toEqual(['Wait'])
    await page.ask('set_permission_mode', { mode: 'acceptEdits' })
    await page.ask('set_model', { model: 'haiku' })
    // No agent hears of it: which modes a page may choose is checked before.
    const bypass = { subtype: 'set_permission_mode', mode: 'bypassPermissions' }
    expect(
      await page.control({ type: 'control_request', request_id: 'bypass', request: bypass }),
    ).toMatchObject({ status: 422, text: expect.stringContaining('permission mode') })
    expect(await state(kit, page.opened)).toMatchObject({
      permissionMode: 'acceptEdits',
      model: expect.stringContaining('haiku'),
    })
    await page.ask('interrupt')
    await page.until(isResult)
    expect(await page.until(isResult)).toMatchObject({ result: 'Short.' })
    await page.until(isIdle)
    expect((await state(kit, page.opened)).queued).toEqual([])
  })

  it('hears pictures', async () => {
    const kit = await kits.start({ hasClaude: true, replies: ['A dot.', 'Again a dot.'] })
    for (const agent of ['claude', 'antiphon'] as const) {
      const { opened, until } = await kit.open({ agent, cwd: kit.folder })
      const images = [{ name: 'dot.png', mediaType: 'image/png', data: DOT }]
      const prompt = { chat: opened.chat, uuid: crypto.randomUUID(), text: 'What is that?', contexts: [] }
      expect((await kit.post('prompt', { ...prompt, images })).status).toBe(204)
      await until(isResult)
      expect(kit.simulator?.log.all().at(-1)?.request).toMatchObject({
        messages: [{ content: expect.arrayContaining([expect.objectContaining({ type: 'image' })]) }],
      })
      const svg = [{ name: 'x', mediaType: 'image/svg+xml', data: DOT }]
      expect((await kit.post('prompt', { ...prompt, images: svg })).status).toBe(400)
    }
  })

  it('tells that it died, and is started anew', async () => {
    const kit = await kits.start({
      hasClaude: true,
      replies: ['One.', { text: 'A long answer '.repeat(80), pace: 40 }, 'Back.'],
    })
    const page = await kit.open({ ...CLAUDE, cwd: kit.folder })
    await page.say('First')
    await page.until(isIdle)
    await page.say('Second')
    await page.until(({ type }) => type === 'stream_event')
    for (const pid of listChildren()) process.kill(pid, 'SIGKILL')
    expect(await page.until(({ subtype }) => subtype === 'agent_ended')).toMatchObject({
      words: 'Claude Code was ended from outside.',
    })
    await expect.poll(async () => (await kit.post('prompt', PROMPT(page.opened))).status).toBe(404)
    const again = await kit.open({ ...CLAUDE, session: page.opened.session })
    await again.say('Third')
    expect(await again.until(({ type, result }) => type === 'result' && result === 'Back.')).toBeDefined()
  })

  it('says why it does not start', async () => {
    const kit = await kits.start({ hasClaude: true, replies: ['x'] })
    const path = String(kit.env.ANTIPHON_CLAUDE)
    writeFileSync(
      path,
      '#!/bin/sh\n[ "$1" = --version ] && echo 2.0.0 && exit 0\necho "Please log in" >&2\nexit 3\n',
    )
    expect(await kit.post('open', { ...CLAUDE, cwd: kit.folder })).toMatchObject({
      status: 422,
      text: expect.stringMatching(/Claude Code did not start: .*code 3. Please log in/),
    })
    expect(listChildren()).toEqual([])
  })

  it('ends with the server', async () => {
    const kit = await kits.start({
      hasClaude: true,
      replies: [{ text: 'A long answer '.repeat(80), pace: 40 }],
    })
    const page = await kit.open({ ...CLAUDE, cwd: kit.folder })
    await page.say('Speak')
    await page.until(({ type }) => type === 'stream_event')
    await kit.server().close()
    expect(listChildren()).toEqual([])
  })
})

const PROMPT = ({ chat }: OpenChat): object => ({ chat, uuid: crypto.randomUUID(), text: 'x', contexts: [] })

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
