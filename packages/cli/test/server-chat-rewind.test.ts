import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatWish, FileRewind } from '@antiphon/server/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { type ChatKit, createChatKits, isIdle, isResult, type TalkingPage } from './chat-kit.ts'

const kits = createChatKits()
afterEach(kits.close)

const write = (content: string): object => ({
  calls: [{ name: 'Write', input: { file_path: 'lamp.txt', content } }],
})
const REPLIES = [write('lit\n'), 'Lit.', write('dark\n'), 'Dark.', 'Anew.', 'Again.']
const [FIRST, SECOND] = [randomUUID(), randomUUID()]

type Rewinding = { readonly kit: ChatKit; readonly page: TalkingPage; readonly file: string }

/** Two turns, each of which wrote the file. */
async function talkTwice(wish: ChatWish): Promise<Rewinding> {
  const kit = await kits.start({ hasClaude: true, replies: REPLIES as never })
  const page = await kit.open({ cwd: kit.folder, permissionMode: 'acceptEdits', ...wish })
  await say(page, 'Light the lamp', FIRST)
  await say(page, 'Put it out', SECOND)
  const file = join(kit.folder, 'lamp.txt')
  expect(readFileSync(file, 'utf8')).toBe('dark\n')
  return { kit, page, file }
}

async function say(page: TalkingPage, text: string, uuid: string = randomUUID()): Promise<void> {
  await page.say(text, [], uuid)
  await page.until(isResult)
  await page.until(isIdle)
}

async function rewind(
  { kit }: Pick<Rewinding, 'kit'>,
  page: TalkingPage,
  more: { readonly message: string; readonly isDryRun: boolean },
): Promise<FileRewind> {
  const { status, text } = await kit.post('rewind', { chat: page.opened.chat, ...more })
  expect([status, text]).toEqual([200, expect.anything()])
  return JSON.parse(text)
}

const lastSent = ({ simulator }: ChatKit): string => JSON.stringify(simulator?.log.all().at(-1)?.request)

describe.each(['antiphon', 'claude'] as const)('rewind with %s', agent => {
  it('says what would change, changes it when told so, and leaves the conversation alone', async () => {
    const place = await talkTwice({ agent })
    const { kit, page, file } = place
    const dry = await rewind(place, page, { message: SECOND, isDryRun: true })
    expect(dry).toMatchObject({ canRewind: true, error: '', insertions: 1, deletions: 1 })
    expect(dry.filesChanged.map(path => path.endsWith('lamp.txt'))).toEqual([true])
    expect(readFileSync(file, 'utf8')).toBe('dark\n')
    await rewind(place, page, { message: SECOND, isDryRun: false })
    expect(readFileSync(file, 'utf8')).toBe('lit\n')
    await rewind(place, page, { message: FIRST, isDryRun: false })
    expect(existsSync(file)).toBe(false)
    await say(page, 'Go on')
    expect(lastSent(kit)).toContain('Put it out')
  })

  it('goes on before a prompt in a copy, which has the files of then, too', async () => {
    const place = await talkTwice({ agent })
    const { kit, page, file } = place
    const { session } = page.opened
    const copy = await kit.open({ agent, session, fork: true, before: SECOND })
    expect(copy.opened.session).not.toBe(session)
    expect(copy.opened.cwd).toBe(page.opened.cwd)
    await say(copy, 'Something else')
    const sent = lastSent(kit)
    expect(sent).toContain('Light the lamp')
    expect(sent).toContain('Something else')
    expect(sent).not.toMatch(/Put it out|Dark\./)
    // What was kept of files went along.
    await rewind(place, copy, { message: FIRST, isDryRun: false })
    expect(existsSync(file)).toBe(false)
    // The session itself has lost nothing.
    await say(page, 'Still here?')
    expect(lastSent(kit)).toContain('Put it out')
  })

  it('is a new session before the first prompt', async () => {
    const { kit, page } = await talkTwice({ agent })
    const copy = await kit.open({ agent, session: page.opened.session, fork: true, before: FIRST })
    expect(copy.opened.cwd).toBe(page.opened.cwd)
    await say(copy, 'From the beginning')
    expect(lastSent(kit)).not.toMatch(/Light the lamp|Put it out/)
  })

  it('refuses what is no prompt, no yes or no, and a session that would be shortened itself', async () => {
    const { kit, page, file } = await talkTwice({ agent })
    const { chat, session } = page.opened
    const sane = { chat, message: SECOND, isDryRun: false }
    for (const wrong of [
      { message: '../../etc/passwd' },
      { message: 7 },
      { message: [SECOND] },
      { isDryRun: 'false' },
      { isDryRun: undefined },
      { isDryRun: 0 },
    ])
      expect([wrong, await kit.post('rewind', { ...sane, ...wrong })]).toMatchObject([wrong, { status: 400 }])
    expect(await kit.post('rewind', { ...sane, chat: 'nobody' })).toMatchObject({ status: 404 })
    const unknown = await rewind({ kit }, page, { message: randomUUID(), isDryRun: false })
    expect(unknown).toMatchObject({ canRewind: false, error: expect.stringContaining('no checkpoint') })
    for (const [status, wrong] of [
      [400, { before: SECOND }],
      [400, { before: 'x', fork: true }],
      [400, { before: { a: 1 }, fork: true }],
      [422, { before: randomUUID(), fork: true }],
    ] as const)
      expect([wrong, await kit.post('open', { agent, session, ...wrong })]).toMatchObject([wrong, { status }])
    // No copy is left of what was refused.
    const logs = readdirSync(join(kit.root, 'projects'), { recursive: true }).map(String)
    expect(logs.filter(name => name.endsWith('.jsonl'))).toHaveLength(1)
    // As a frame it stays barred: only the route checks who is busy.
    expect(
      await page.control({
        type: 'control_request',
        request_id: 'r',
        request: { subtype: 'rewind_files', user_message_id: SECOND },
      }),
    ).toMatchObject({ status: 422 })
    expect(readFileSync(file, 'utf8')).toBe('dark\n')
  })

  it('waits until nothing runs', async () => {
    const kit = await kits.start({
      hasClaude: true,
      replies: [{ text: 'A long answer '.repeat(200), pace: 50 }, 'x'],
    })
    const page = await kit.open({ agent, cwd: kit.folder })
    await page.say('Speak', [], FIRST)
    await page.until(({ type }) => type === 'stream_event')
    const { status, text } = await kit.post('rewind', {
      chat: page.opened.chat,
      message: FIRST,
      isDryRun: true,
    })
    expect([status, text]).toEqual([409, expect.stringContaining('The agent is working.')])
    await page.ask('interrupt')
    await page.until(isIdle)
    expect(await rewind({ kit }, page, { message: FIRST, isDryRun: true })).toMatchObject({ canRewind: true })
  })
})

describe('a program that is too old', () => {
  it('is not asked, since it would rewind at once, and the answer says so', async () => {
    const kit = await kits.start({ hasClaude: true, replies: ['Hello.'] })
    const program = kit.env.ANTIPHON_CLAUDE ?? ''
    const old = readFileSync(program, 'utf8').replace(
      '#!/bin/sh\n',
      '#!/bin/sh\n[ "$1" = --version ] && { echo 2.0.5; exit; }\n',
    )
    writeFileSync(program, old)
    const page = await kit.open({ agent: 'claude', cwd: kit.folder })
    await say(page, 'Hi', FIRST)
    expect(await rewind({ kit }, page, { message: FIRST, isDryRun: true })).toMatchObject({
      canRewind: false,
      error: expect.stringContaining('This version of the agent cannot rewind files.'),
    })
  })
})
