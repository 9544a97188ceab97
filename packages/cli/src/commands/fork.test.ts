import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLog } from '@antiphon/core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-fork-command-'))
const project = join(folder, '.antiphon', 'projects', '-home-dev')
const SESSION = '4f3a9c21-0000-4000-8000-000000000000'
const env = { HOME: folder }
beforeEach(() => {
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, `${SESSION}.jsonl`), LINES)
})
afterAll(() => rmSync(folder, { recursive: true }))

const LINES = ['a', 'b', 'c']
  .map((uuid, index, uuids) => ({
    parentUuid: uuids[index - 1] ?? null,
    type: 'user',
    uuid,
    sessionId: SESSION,
    message: { role: 'user', content: `prompt ${uuid}` },
  }))
  .map(entry => `${JSON.stringify(entry)}\n`)
  .join('')

describe('antiphon fork', () => {
  it('forks a session by the beginning of its id and says how to see it', async () => {
    const { code, stdout } = await runHere(['fork', SESSION.slice(0, 8)], { env })
    expect(code).toBe(0)
    const [, id] = /^Forked 3 entries of \S+ into (\S+):\n/.exec(stdout) ?? []
    expect(stdout).toContain(`\n${join(project, `${id}.jsonl`)}\nSee it with: antiphon show ${id}\n`)
    const shown = await runHere(['show', String(id)], { env })
    expect(shown.stdout).toContain('› prompt c')
  })

  it('forks at an entry, under an id that is given', async () => {
    const { stdout } = await runHere(['fork', SESSION, '--at', 'b', '--session-id', 'mine', '--json'], {
      env,
    })
    expect(JSON.parse(stdout)).toEqual({
      sessionId: 'mine',
      path: join(project, 'mine.jsonl'),
      forkedFrom: SESSION,
      at: 'b',
      shared: 2,
      isFoundById: true,
    })
    const { messages } = readLog(readFileSync(join(project, 'mine.jsonl')))
    expect(messages.map(({ uuid, sessionId }) => [uuid, sessionId])).toEqual([
      ['a', 'mine'],
      ['b', 'mine'],
    ])
  })

  it('forks at the beginning of an id, as search prints it', async () => {
    const [first, second] = ['4d96b680', '9450eca2'].map(start => `${start}-0000-4000-8000-000000000000`)
    writeFileSync(
      join(project, `${SESSION}.jsonl`),
      LINES.replaceAll('"a"', `"${first}"`).replaceAll('"b"', `"${second}"`),
    )
    const { code, stdout } = await runHere(['fork', SESSION, '--at', '4d96b680', '--json'], { env })
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { at: first, shared: 1 }])
  })

  it('forks a file that lies anywhere into the folder where it lies', async () => {
    const elsewhere = join(folder, 'a folder')
    mkdirSync(join(elsewhere, 'session', 'subagents'), { recursive: true })
    writeFileSync(join(elsewhere, 'session.jsonl'), LINES)
    writeFileSync(join(elsewhere, 'session', 'subagents', 'agent-1.jsonl'), LINES)
    const { stdout } = await runHere(['fork', join(elsewhere, 'session.jsonl'), '--session-id', 'mine'], {
      env,
    })
    expect(stdout).toContain(`antiphon show '${join(elsewhere, 'mine.jsonl')}'\n`)
    expect(readdirSync(join(elsewhere, 'mine', 'subagents'))).toEqual(['agent-1.jsonl'])
    expect(readFileSync(join(elsewhere, 'session.jsonl'), 'utf8')).toBe(LINES)
  })

  it('says what is wrong, and leaves nothing behind', async () => {
    const fork = (...argv: readonly string[]) => runHere(['fork', ...argv], { env })
    expect(await fork(SESSION, '--at', 'z')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has no message whose uuid begins with z'),
    })
    expect(await fork(SESSION, '--session-id', SESSION)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('exists already'),
    })
    expect(await fork(SESSION, '--session-id', '../up')).toMatchObject({ code: 2 })
    expect(await fork('-')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a file') })
    expect(await fork(join(folder, 'none.jsonl'))).toMatchObject({ code: 2 })
    expect(readdirSync(project)).toEqual([`${SESSION}.jsonl`])
  })

  it('leaves nothing behind where it is interrupted', async () => {
    const argv = ['fork', join(project, `${SESSION}.jsonl`), '--session-id', 'mine']
    expect(await runHere(argv, { env, signal: AbortSignal.abort() })).toMatchObject({ code: 130, stdout: '' })
    expect(readdirSync(project)).toEqual([`${SESSION}.jsonl`])
  })
})
