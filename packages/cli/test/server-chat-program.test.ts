import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodeLogId } from '@antiphon/server'
import { toProjectKey } from '@antiphon/transcript'
import { exchange } from '@antiphon/transcript/testing/session-tree'
import { afterEach, describe, expect, it } from 'vitest'
import { type ChatKit, createChatKits, isQuestion, isResult } from './chat-kit.ts'
import { type LeaselessClaude, playLeaselessClaude } from './play-leaseless-claude.ts'
import { type Answer, startTestServer, type TestServer } from './server-kit.ts'

const kits = createChatKits()
afterEach(kits.close)

const CLAUDE = { agent: 'claude' } as const

/** A window whose installed `claude` is a program that knows nothing of leases. */
async function startWithProgram(
  lines: readonly object[] = [],
): Promise<ChatKit & { readonly claude: LeaselessClaude }> {
  const kit = await kits.start({ hasClaude: true, replies: ['x'] })
  const claude = playLeaselessClaude(
    dirname(kit.folder),
    lines.map(line => JSON.stringify(line)),
  )
  writeFileSync(kit.env.ANTIPHON_CLAUDE ?? '', `#!/bin/sh\nexec '${claude.path}' "$@"\n`)
  return { ...kit, claude }
}

describe('a program in a folder', () => {
  it('that nobody trusts goes by the settings of the person alone, and the chat says so', async () => {
    const kit = await startWithProgram()
    const { opened } = await kit.open({ ...CLAUDE, cwd: kit.folder })
    expect(kit.claude.args()).toEqual(
      expect.arrayContaining(['--setting-sources=user', '--strict-mcp-config']),
    )
    expect(opened.problems).toEqual([expect.stringContaining('You have not said that you trust')])
  })

  it('that is trusted goes by its settings, too', async () => {
    const kit = await startWithProgram()
    const projects = { [realpathSync(kit.folder)]: { hasTrustDialogAccepted: true } }
    writeFileSync(join(kit.root, '.claude.json'), JSON.stringify({ projects }))
    const { opened } = await kit.open({ ...CLAUDE, cwd: kit.folder })
    expect(kit.claude.args().join(' ')).not.toMatch(/setting-sources|strict-mcp/)
    expect(opened.problems).toEqual([])
  })

  it('runs no hook of a clone', async () => {
    // Our own executable, which takes the same flags.
    const kit = await kits.start({ hasClaude: true, replies: ['Hello.'] })
    const ran = join(kit.folder, 'ran')
    const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: `touch '${ran}'` }] }] }
    mkdirSync(join(kit.folder, '.claude'))
    writeFileSync(join(kit.folder, '.claude/settings.json'), JSON.stringify({ hooks }))
    const page = await kit.open({ ...CLAUDE, cwd: kit.folder })
    await page.say('Hi')
    await page.until(isResult)
    expect(() => readFileSync(ran)).toThrow('ENOENT')
  })
})

describe('a session that a program works on', () => {
  const TIME = '2026-02-03T04:05:06.000Z'

  /** A log of long ago that can be repaired. */
  function writeLog(kit: ChatKit): { readonly path: string; readonly id: string } {
    const cwd = realpathSync(kit.folder)
    const key = { project: toProjectKey(cwd), session: crypto.randomUUID() }
    const path = join(kit.root, 'projects', key.project, `${key.session}.jsonl`)
    const lost = { type: 'user', uuid: 'x', parentUuid: 'no', message: { role: 'user', content: 'On.' } }
    const entries = [...exchange('Go on with it.'), lost].map(entry => ({
      ...{ ...entry, cwd, sessionId: key.session, timestamp: TIME },
    }))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))
    return { path, id: encodeLogId({ root: kit.root, key }) }
  }

  const post = (server: TestServer, path: string, body: object): Promise<Answer> =>
    server.ask(`/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin },
      body: JSON.stringify(body),
    })

  it('is not opened, mended, renamed or deleted by another window until the program has ended', async () => {
    const kit = await startWithProgram()
    const { path, id } = writeLog(kit)
    const before = readFileSync(path, 'utf8')
    const { opened } = await kit.open({ ...CLAUDE, session: id })
    expect(opened.session).toBe(id)
    const other = await startTestServer({ roots: [kit.root], agents: { env: kit.env, cwd: kit.folder } })
    const { fingerprint } = await other.json<{ fingerprint: string }>(`/api/doctor/session?session=${id}`)
    expect(await other.json(`/api/chat/offer?session=${id}`)).toMatchObject({ problem: 'held' })
    for (const [path, body] of [
      ['chat/open', { agent: 'antiphon', session: id }],
      ['chat/open', { ...CLAUDE, session: id }],
      ['doctor/mend', { session: id, fingerprint }],
      ['sessions/rename', { session: id, title: 'Mine' }],
      ['sessions/delete', { session: id }],
    ] as const)
      expect([path, await post(other, path, body)]).toMatchObject([path, { status: 409 }])
    expect(readFileSync(path, 'utf8')).toBe(before)

    await kit.post('close', { chat: opened.chat })
    expect(await other.json(`/api/chat/offer?session=${id}`)).toMatchObject({ problem: null })
    expect((await post(other, 'doctor/mend', { session: id, fingerprint })).status).toBe(200)
    expect((await post(other, 'sessions/delete', { session: id })).status).toBe(200)
    await other.close()
  })

  it('is free where the program did not start', async () => {
    const kit = await startWithProgram()
    const { id } = writeLog(kit)
    writeFileSync(kit.env.ANTIPHON_CLAUDE ?? '', '#!/bin/sh\n[ "$1" = --version ] && echo 2.0.0 || exit 3\n')
    expect((await kit.post('open', { ...CLAUDE, session: id })).status).toBe(422)
    expect(await kit.server().json(`/api/chat/offer?session=${id}`)).toMatchObject({ problem: null })
  })
})

describe('what passes between a page and a program', () => {
  it('has no answer by which it would ask nobody any more', async () => {
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' } }
    const kit = await startWithProgram([{ type: 'control_request', request_id: 'q', request }])
    const page = await kit.open({ ...CLAUDE, cwd: kit.folder })
    await page.say('Go')
    const question = await page.until(isQuestion)
    const plan = { type: 'setMode', mode: 'plan', destination: 'session' }
    await page.answer(question, {
      behavior: 'allow',
      updatedInput: { command: 'ls' },
      updatedPermissions: [{ ...plan, mode: 'bypassPermissions', destination: 'userSettings' }, plan],
    })
    await expect
      .poll(() => kit.claude.heard().find(({ type }) => type === 'control_response'))
      .toMatchObject({ response: { response: { behavior: 'allow', updatedPermissions: [plan] } } })
    expect(JSON.stringify(kit.claude.heard())).not.toContain('bypassPermissions')
  })

  it('goes on behind frames that nobody understands', async () => {
    const kit = await startWithProgram([
      { type: 'control_request' },
      { type: 'control_request', request_id: 'odd', request: null },
      { type: 'control_request', request_id: 7, request: { subtype: 'can_use_tool' } },
      { type: 'user', message: { content: [null, 7] } },
      { type: 'assistant', message: null },
      { type: 'system' },
    ])
    const page = await kit.open({ ...CLAUDE, cwd: kit.folder })
    await page.say('Go')
    expect(await page.until(isResult)).toMatchObject({ result: 'Done.' })
    await page.say('Go on')
    expect(await page.until(isResult)).toMatchObject({ result: 'Done.' })
    await expect
      .poll(() => JSON.stringify(kit.claude.heard()))
      .toContain('"request_id":"odd","error":"nobody here can answer that"')
  })
})
