import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkApiContract } from '@antiphon/contract'
import { buildApiRequest, createApiView, type Entry } from '@antiphon/core'
import { buildConversation, isTranscriptEntry } from '@antiphon/core/log'
import type { ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { nameAcpPrograms } from './acp-programs.ts'
import { type ChatKit, createChatKits, type Event, isIdle, isQuestion, isResult } from './chat-kit.ts'
import { listBlocks, readLogs } from './headless-kit.ts'

const kits = createChatKits()
afterEach(kits.close)

async function start(replies?: readonly ScriptReply[]) {
  const kit = await kits.start({ ...(replies && { replies }) })
  const { ANTHROPIC_API_KEY = '', ANTHROPIC_BASE_URL = '' } = kit.env
  const programs = nameAcpPrograms(kit.env.HOME ?? '', {
    ...{ ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL },
    CLAUDE_CONFIG_DIR: join(kit.env.HOME ?? '', 'inner'),
  })
  writeFileSync(join(kit.folder, 'notes.txt'), 'old words\n')
  return { kit, programs }
}

const open = (kit: ChatKit, agent: `acp:${string}`, session?: string) =>
  kit.open({ ...(session === undefined ? { cwd: kit.folder } : { session }), agent })

const namesOf = (kit: ChatKit): readonly unknown[] =>
  listBlocks(readLogs(kit.root))
    .filter(({ type }) => type === 'tool_use')
    .map(({ name }) => name)

/** What our own agent would send of the log, were it to go on with it. */
function checkLog(kit: ChatKit): void {
  const entries = readLogs(kit.root) as unknown as readonly Entry[]
  expect(entries.filter(isTranscriptEntry).length).toBeGreaterThan(2)
  const view = createApiView()
  for (const message of buildConversation(entries).messages) view.append(message)
  expect(checkApiContract(buildApiRequest(view.messages(), { model: 'claude-opus-5-5' }))).toEqual([])
}

describe('an agent of the Agent Client Protocol in the window', () => {
  it('is listed, works as any other agent, and its session is kept as ours are', async () => {
    const { kit, programs } = await start()
    const agents = JSON.parse((await kit.server().ask('/api/chat/agents')).text)
    expect(agents).toContainEqual(expect.objectContaining({ id: 'acp:example' }))
    const page = await open(kit, 'acp:example')
    expect(page.opened).toMatchObject({ agent: 'acp:example', model: 'small', permissionMode: 'default' })
    expect(page.opened.models).toEqual([
      { id: 'small', name: 'Small' },
      { id: 'large', name: 'Large' },
    ])
    await page.say('work')
    const question = await page.until(isQuestion)
    expect(question.request).toMatchObject({
      tool_name: 'Edit',
      input: { old_string: 'old words\n', new_string: 'new words\n' },
    })
    await page.answer(question, { behavior: 'allow' })
    expect(await page.until(isResult)).toMatchObject({
      ...{ is_error: false, result: 'Done, by once.', total_cost_usd: 0.25 },
    })
    expect(readFileSync(join(kit.folder, 'notes.txt'), 'utf8')).toBe('new words\n')
    await page.until(isIdle)
    expect(namesOf(kit)).toEqual(['TodoWrite', 'Read', 'Edit', 'Bash'])
    const results = listBlocks(readLogs(kit.root)).filter(({ type }) => type === 'tool_result')
    expect(results.map(({ content }) => content)).toEqual([
      'Noted.',
      'old words\n',
      expect.stringContaining('updated'),
      'from a terminal\n',
    ])
    expect(readLogs(kit.root)).toContainEqual(
      expect.objectContaining({ type: 'ai-title', aiTitle: 'The work' }),
    )
    checkLog(kit)
    expect(await page.ask('set_permission_mode', { mode: 'acceptEdits' })).toMatchObject({
      response: { mode: 'acceptEdits' },
    })
    expect(await page.ask('set_model', { model: 'large' })).toMatchObject({ response: { model: 'large' } })
    expect(await page.ask('set_permission_mode', { mode: 'plan' })).toMatchObject({
      error: 'This agent has no mode plan; it has ask, auto_edit.',
    })
    await page.say('wait')
    await page.until(({ type }) => type === 'stream_event')
    await page.ask('interrupt')
    expect(await page.until(isResult)).toMatchObject({ terminal_reason: 'aborted_streaming' })
    await page.say('fail')
    expect(await page.until(isResult)).toMatchObject({ errors: ['the model is out of order'] })
    await page.say('and again')
    expect(await page.until(isResult)).toMatchObject({ result: 'You said: and again' })
    const judge = programs.judge('example')
    expect(judge.problems).toEqual([])
    for (const kind of [
      'session/request_permission',
      'fs/read_text_file',
      'terminal/create',
      'session/cancel',
    ])
      expect(judge.seen).toContain(kind)
  })

  it('goes on with its own session, and what it tells again is not kept twice', async () => {
    const { kit, programs } = await start()
    const first = await open(kit, 'acp:example')
    await first.say('hello')
    await first.until(isIdle)
    const before = readLogs(kit.root).length
    await kit.restart()
    const again = await open(kit, 'acp:example', first.opened.session)
    expect(again.opened.problems).toEqual([])
    expect(readLogs(kit.root)).toHaveLength(before)
    await again.say('and?')
    expect(await again.until(isResult)).toMatchObject({ result: 'You said: and?' })
    const said = JSON.stringify(listBlocks(readLogs(kit.root)))
    expect(said).toContain('You said: hello')
    expect(said).not.toContain('told again')
    const { judge } = programs
    expect(judge('example').seen).toContain('session/load')
    const copy = await kit.open({ session: first.opened.session, fork: true, agent: 'acp:example' })
    expect(copy.opened.problems.join()).toContain('knows nothing of what was said before')
    await copy.say('in the copy')
    expect(await copy.until(isResult)).toMatchObject({ result: 'You said: in the copy' })
    expect(judge('example').problems).toEqual([])
  })

  it('says no, and tells why it ended or did not start', async () => {
    const { kit } = await start()
    const page = await open(kit, 'acp:example')
    await page.say('work')
    await page.answer(await page.until(isQuestion), { behavior: 'deny', message: 'not that' })
    expect(await page.until(isResult)).toMatchObject({ result: 'Done, by no.' })
    expect(readFileSync(join(kit.folder, 'notes.txt'), 'utf8')).toBe('old words\n')
    await page.say('die')
    expect(await page.until(isResult)).toMatchObject({ is_error: true })
    expect(await page.until(({ subtype }) => subtype === 'agent_ended')).toMatchObject({
      words: expect.stringContaining('code 7'),
    })
    const locked = await kit.post('open', { cwd: kit.folder, agent: 'acp:locked' })
    expect(locked.status).toBeGreaterThanOrEqual(400)
    expect(locked.text).toContain('log in')
    expect((await kit.post('open', { cwd: kit.folder, agent: 'acp:nobody' })).text).toContain('agents.json')
    expect((await kit.post('open', { cwd: kit.folder, agent: 'acp:../../x' })).status).toBeGreaterThanOrEqual(
      400,
    )
  })

  it('may be our own agent behind the protocol: both ends are ours, and every frame is the protocol’s', async () => {
    let path = ''
    const { kit, programs } = await start([
      () => ({ blocks: [{ type: 'tool_use', name: 'Read', input: { file_path: path } }] }),
      () => ({
        blocks: [
          {
            type: 'tool_use',
            name: 'Edit',
            input: { file_path: path, old_string: 'old', new_string: 'new' },
          },
        ],
      }),
      () => ({
        blocks: [{ type: 'tool_use', name: 'Bash', input: { command: 'touch there && echo touched' } }],
      }),
      'All done.',
    ])
    path = join(kit.folder, 'notes.txt')
    const page = await open(kit, 'acp:self')
    await page.say('change it')
    const answers: Event[] = []
    for (const tool of ['Edit', 'Bash']) {
      const question = await page.until(isQuestion)
      expect(question.request).toMatchObject({ tool_name: tool })
      answers.push(question)
      await page.answer(question, { behavior: 'allow' })
    }
    expect(await page.until(isResult)).toMatchObject({ is_error: false, result: 'All done.' })
    expect(readFileSync(path, 'utf8')).toBe('new words\n')
    await page.until(isIdle)
    expect(namesOf(kit)).toEqual(['Read', 'Edit', 'Bash'])
    expect(existsSync(join(kit.folder, 'there'))).toBe(true)
    const results = listBlocks(readLogs(kit.root)).filter(({ type }) => type === 'tool_result')
    expect(results.at(-1)?.content).toContain('touched')
    checkLog(kit)
    const judge = programs.judge('self')
    expect(judge.problems).toEqual([])
    for (const kind of ['fs/read_text_file', 'fs/write_text_file', 'terminal/create'])
      expect(judge.seen).toContain(kind)
  })
})
