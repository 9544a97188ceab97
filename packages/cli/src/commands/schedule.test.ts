import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-schedule-command-'))
const SESSION = '4f3a9c21-0000-4000-8000-000000000000'
const env = { HOME: folder }
beforeEach(() => {
  rmSync(join(folder, '.antiphon'), { recursive: true, force: true })
  const project = join(folder, '.antiphon', 'projects', '-home-dev')
  mkdirSync(project, { recursive: true })
  const entry = { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'hi' } }
  writeFileSync(join(project, `${SESSION}.jsonl`), `${JSON.stringify({ ...entry, sessionId: SESSION })}\n`)
})
afterAll(() => rmSync(folder, { recursive: true }))

const schedule = (...argv: readonly string[]) => runHere(['schedule', ...argv], { env })

describe('antiphon schedule', () => {
  it('adds, lists and cancels, for people and for programs', async () => {
    expect((await schedule('list')).stdout).toBe('Nothing is scheduled.\n')
    const added = await schedule('add', '4f3a9c21', '--every', '30', 'is', 'it', 'green?')
    const [, id = ''] = /^Scheduled (\w+), every 30 minutes; next \d{4}-/.exec(added.stdout) ?? []
    const { stdout } = await schedule('add', SESSION, '--cron', '0 9 * * 1-5', 'look', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ session: SESSION, task: { prompt: 'look' }, isDurable: true })
    const listed = await schedule('list', '4f3a9c21')
    expect(listed.stdout).toMatch(new RegExp(`${id} +4f3a9c21 +\\d{4}-.*every 30 minutes +is it green\\?`))
    expect(JSON.parse((await schedule('list', '--json')).stdout)).toHaveLength(2)
    expect((await schedule('cancel', id)).stdout).toBe(`Called off ${id}.\n`)
    expect(JSON.parse((await schedule('list', '--json')).stdout)).toMatchObject([{ prompt: 'look' }])
  })

  it('shows what was missed', async () => {
    await schedule('add', SESSION, '--at', '+0s', 'now')
    expect((await schedule('list')).stdout).toContain('missed at')
  })

  it('takes a day for its beginning here, not in Greenwich', async () => {
    const { stdout } = await schedule('add', SESSION, '--at', '2999-12-24', 'x', '--json')
    expect(JSON.parse(stdout).task.time).toEqual({ kind: 'at', at: new Date(2999, 11, 24).getTime() })
  })

  it.each([
    [['add', SESSION, 'x'], 'Say when'],
    [['add', SESSION, '--every', '5', '--at', '10:00', 'x'], 'Say when'],
    [['add', SESSION, '--every', '0', 'x'], 'above zero'],
    [['add', SESSION, '--at', 'soon', 'x'], '2026-12-24T18:00'],
    [['add', SESSION, '--at', '2020-01-01', 'x'], 'that is over'],
    [['add', SESSION, '--cron', '61 * * * *', 'x'], 'is no minute'],
    [['add', SESSION, '--cron', '0 0 30 2 *', 'x'], 'never comes'],
    [['add', SESSION, '--every', '5', ' '], 'nothing in the prompt'],
    [['add', 'nobody', '--every', '5', 'x'], 'nobody'],
    [['cancel', 'nothing'], 'no scheduled prompt'],
  ])('%j is refused with words that help', async (argv, words) => {
    const { code, stderr } = await schedule(...argv)
    expect(code).toBe(2)
    expect(stderr).toContain(words)
  })
})
