import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuditRecord, readAuditRecords } from '@antiphon/host'
import type { Answer as ModelAnswer } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { createChatKits, type Event, isIdle, isQuestion, isResult } from './chat-kit.ts'
import { until } from './server-kit.ts'

const kits = createChatKits()
afterEach(kits.close)

function write(name: string): {
  readonly name: string
  readonly input: { file_path: string; content: string }
} {
  return { name: 'Write', input: { file_path: name, content: 'x' } }
}

/** A reply that comes when the test says so. */
function createGate(text: string): { readonly reply: () => Promise<ModelAnswer>; readonly open: () => void } {
  let open = (): void => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open: () => open(), reply: () => opened.then(() => ({ blocks: [{ type: 'text', text }] })) }
}

describe('a chat', () => {
  it('talks to the demo model where there is no key, and says so', async () => {
    const kit = await kits.start()
    const choices = await kit.server().json<Event>('/api/chat/choices')
    expect(choices).toMatchObject({ isDemo: true, folders: [kit.folder] })
    expect(choices.permissionModes).toEqual(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'])
    expect(choices.models).toContainEqual({ id: 'opus', name: expect.stringContaining('opus') })
    const page = await kit.open()
    expect(page.opened).toMatchObject({
      cwd: kit.folder,
      isDemo: true,
      permissionMode: 'default',
      queued: [],
    })
    expect(page.opened.problems.join()).toContain('demo model')
    expect((await page.say('Hello!')).status).toBe(204)
    expect(await page.until(isResult)).toMatchObject({ is_error: false, session_id: page.opened.sessionId })
    await page.until(isIdle)
    const types = page.events.map(({ event }) => event.type)
    expect(types).toEqual(expect.arrayContaining(['system', 'user', 'stream_event', 'assistant', 'result']))
    expect(page.events.map(({ seq }) => seq)).toEqual(page.events.map((_, index) => index))
    const stored = await kit.server().json<Event>(`/api/page?session=${page.opened.session}`)
    expect(JSON.stringify(stored.entries)).toContain('"type":"assistant"')
  })

  it('asks the page for permission: once, always, and never with a reason', async () => {
    const configFolder = mkdtempSync(join(tmpdir(), 'antiphon-audit-'))
    const kit = await kits.start({
      replies: [{ calls: [write('one.txt'), write('two.txt')] }, { calls: [write('three.txt')] }, 'Done.'],
      configFolder,
    })
    const page = await kit.open()
    await page.say('write')
    const first = await page.until(isQuestion)
    expect(first).toMatchObject({
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Write',
        rule_descriptions: [
          {
            rule: 'Edit(./one.txt)',
            description: { kind: 'files', use: 'write', reach: 'one', pattern: './one.txt' },
          },
        ],
      },
    })
    expect((await page.answer(first, { behavior: 'allow' })).status).toBe(204)
    const again = await page.answer(first, { behavior: 'allow' })
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('Nobody waits')])
    const second = await page.until(isQuestion)
    await page.answer(second, { behavior: 'deny', message: 'Not this one, please.' })
    const third = await page.until(isQuestion)
    const { permission_suggestions: updatedPermissions } = third.request as Event
    await page.answer(third, { behavior: 'allow', updatedPermissions })
    await page.until(isResult)
    expect(readFileSync(join(kit.folder, '.claude/settings.local.json'), 'utf8')).toContain('three.txt')
    const isThere = (name: string): boolean => existsSync(join(kit.folder, `${name}.txt`))
    expect(['one', 'two', 'three'].map(isThere)).toEqual([true, false, true])
    expect(JSON.stringify(kit.simulator?.log.all().at(-1)?.request)).toContain('Not this one, please.')
    // Who allowed which call can be told afterwards, and what was refused as well.
    const records: AuditRecord[] = []
    for await (const record of readAuditRecords(configFolder, 0)) records.push(record)
    rmSync(configFolder, { recursive: true })
    expect(records.map(({ what, outcome, detail }) => [what, outcome, detail])).toEqual([
      ['start', 'begun', expect.stringContaining(kit.folder)],
      ['answer', 'begun', expect.stringMatching(/^allow Write toolu_\w+$/)],
      ['answer', 'begun', expect.stringMatching(/^allow [\w-]+$/)],
      ['answer', 'refused', expect.stringContaining('Nobody waits')],
      ['answer', 'begun', expect.stringMatching(/^deny Write toolu_\w+$/)],
      ['answer', 'begun', expect.stringMatching(/^allow Write toolu_\w+ with 1 rules$/)],
    ])
  })

  it('is interrupted, keeps what waits, and gives it back', async () => {
    const gate = createGate('never heard')
    const kit = await kits.start({ replies: [gate.reply, 'Second.'] })
    const page = await kit.open()
    await page.say('first')
    await page.until(({ status }) => status === 'requesting')
    const [waiting, dropped] = [randomUUID(), randomUUID()]
    await page.say('waits', [], waiting)
    await page.say('is taken back', [], dropped)
    const late = await kit.open({ session: page.opened.session })
    expect(late.opened.chat).toBe(page.opened.chat)
    expect(late.opened.queued).toEqual([
      { uuid: waiting, text: 'waits' },
      { uuid: dropped, text: 'is taken back' },
    ])
    expect(await late.until(({ state }) => state !== undefined)).toMatchObject({ state: 'running' })
    const cancel = { message_uuid: dropped }
    expect(await page.ask('cancel_async_message', cancel)).toMatchObject({ response: { cancelled: true } })
    expect(await page.ask('interrupt')).toMatchObject({ response: { still_queued: [waiting] } })
    await page.until(isResult)
    expect(await page.until(({ type, isReplay }) => type === 'user' && isReplay === true)).toMatchObject({
      uuid: waiting,
    })
    expect(await page.until(isResult)).toMatchObject({ result: 'Second.' })
    gate.open()
  })

  it('changes its model and its mode, and every page hears of it', async () => {
    const kit = await kits.start({ replies: ['Done.'] })
    const [page, other] = [await kit.open(), await kit.open()]
    const same = await kit.open({ session: page.opened.session })
    expect(same.opened.chat).toBe(page.opened.chat)
    expect(await page.ask('set_model', { model: 'haiku' })).toMatchObject({ subtype: 'success' })
    const { model } = await page.until(({ subtype, model }) => subtype === 'status' && model !== undefined)
    expect(model).toContain('haiku')
    expect(await same.until(({ subtype }) => subtype === 'status')).toMatchObject({ model })
    await page.ask('set_permission_mode', { mode: 'plan' })
    expect(await same.until(({ subtype }) => subtype === 'status')).toMatchObject({ permissionMode: 'plan' })
    // No agent hears of it: which modes a page may choose is checked before.
    const bypass = { subtype: 'set_permission_mode', mode: 'bypassPermissions' }
    expect(
      await page.control({ type: 'control_request', request_id: 'bypass', request: bypass }),
    ).toMatchObject({ status: 422, text: expect.stringContaining('permission mode') })
    await page.say('hello')
    expect(await page.until(({ subtype }) => subtype === 'init')).toMatchObject({
      model,
      permissionMode: 'plan',
    })
    await page.until(isIdle)
    const third = await kit.open({ session: page.opened.session })
    expect(third.opened).toMatchObject({ model, permissionMode: 'plan' })
    expect(other.opened).toMatchObject({ permissionMode: 'default' })
    expect(kit.simulator?.log.all().at(-1)?.request?.model).toBe(model)
  })

  it('takes up prompts of a running turn between its calls, and tells it', async () => {
    const gate = createGate('')
    const kit = await kits.start({
      replies: [
        () =>
          gate
            .reply()
            .then(() => ({ blocks: [{ type: 'tool_use', name: 'TodoWrite', input: { todos: [] } }] })),
        'Both.',
      ],
    })
    const page = await kit.open()
    await page.say('first')
    await page.until(({ status }) => status === 'requesting')
    const uuid = randomUUID()
    const contexts = [{ reference: { type: 'SelectionReference' as const }, content: 'chosen words' }]
    await page.say('and this', contexts, uuid)
    gate.open()
    expect(await page.until(event => event.isReplay === true && event.uuid === uuid)).toMatchObject({
      contexts: [{ type: 'SelectionReference', displayType: 'TAG' }],
    })
    expect(await page.until(isResult)).toMatchObject({ result: 'Both.' })
    expect(JSON.stringify(kit.simulator?.log.all().at(-1)?.request)).toContain('chosen words')
  })
})

describe('those who follow', () => {
  it('go on where they were, also by the id of the last event', async () => {
    const kit = await kits.start({ replies: ['One.', 'Two.'] })
    const page = await kit.open()
    await page.say('first')
    await page.until(isIdle)
    const { chat } = page.opened
    const path = `/api/chat/events?chat=${chat}`
    const some = await (await kit.server().listen(`${path}&from=3`)).take(2)
    expect(some).toMatchObject(page.events.slice(3, 5).map(data => ({ id: String(data.seq), data })))
    const [next] = await (await kit.server().listen(path, { 'last-event-id': '4' })).take(1)
    expect(next).toMatchObject({ id: '5' })
  })

  it('come late and find gaps, and all that holds now', async () => {
    const kit = await kits.start({ replies: ['One.', { calls: [write('a.txt')] }, 'Two.'] })
    const page = await kit.open()
    await page.say('first')
    await page.until(isIdle)
    await page.say('second')
    const question = await page.until(isQuestion)
    const late = await kit.open({ session: page.opened.session })
    const init = await late.until(({ subtype }) => subtype === 'init')
    expect(await late.until(({ state }) => state === 'requires_action')).toBeTruthy()
    expect(await late.until(isQuestion)).toEqual(question)
    expect(late.events.some(({ event }) => event.type === 'result')).toBe(false)
    expect(late.events[0]?.seq).toBeGreaterThan(0)
    expect(init.session_id).toBe(page.opened.sessionId)
    await late.answer(question, { behavior: 'allow' })
    const taken = await page.until(({ type }) => type === 'control_cancel_request')
    expect(taken.request_id).toBe(question.request_id)
    await page.until(isResult)
  })

  it('are counted: an agent without them ends when it has nothing to do', async () => {
    const gate = createGate('Late.')
    // Longer than a page needs to take its seat, also on a busy machine.
    const kit = await kits.start({ replies: [gate.reply], idleMs: 500 })
    const page = await kit.open()
    await page.say('first')
    await page.until(({ status }) => status === 'requesting')
    page.leave()
    await until(() => kit.server().openStreams() === 0)
    await new Promise(resolve => setTimeout(resolve, 1_000))
    expect((await page.say('second')).status).toBe(204)
    gate.open()
    const { chat } = page.opened
    const deadline = Date.now() + 20_000
    const isThere = async (): Promise<boolean> =>
      (await kit.server().ask(`/api/chat/context?chat=${chat}&kind=SelectionReference`)).status === 200
    while ((await isThere()) && Date.now() < deadline) await new Promise(resolve => setTimeout(resolve, 20))
    expect(await isThere()).toBe(false)
  })
})
