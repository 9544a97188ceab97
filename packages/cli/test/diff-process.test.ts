import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { decodeLines } from '@antiphon/core'
import { formatGitPatch } from '@antiphon/core/changes'
import { CORPUS, isForeignToCorpus, readCorpus } from '@antiphon/core/testing/corpus'
import type { SessionChanges } from '@antiphon/core/turns'
import { afterAll, describe, expect, it } from 'vitest'
import { type Files, makeEditedSession } from './edited-session.ts'
import { spawnAntiphon } from './spawn-antiphon.ts'
import { runHere } from './test-io.ts'

const home = mkdtempSync(join(tmpdir(), 'antiphon-diff-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A folder of git with these files. */
function makeRepository(name: string, files: Files): string {
  const folder = join(home, name)
  mkdirSync(folder, { recursive: true })
  execFileSync('git', ['init', '-q'], { cwd: folder })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

function apply(folder: string, patch: string): void {
  if (patch !== '') execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: patch })
}

const toLines = (entries: readonly object[]): string =>
  entries.map(entry => `${JSON.stringify(entry)}\n`).join('')

function writeSession(folder: string) {
  const session = makeEditedSession(folder, 'edited')
  const path = join(home, 'edited.jsonl')
  writeFileSync(path, toLines(session.entries))
  mkdirSync(join(home, 'edited', 'subagents'), { recursive: true })
  writeFileSync(
    join(home, 'edited', 'subagents', `agent-${session.agent.id}.jsonl`),
    toLines(session.agent.entries),
  )
  return { ...session, path }
}

describe('antiphon diff', () => {
  const folder = makeRepository('repository', {})
  const { path, before, after } = writeSession(folder)

  it('prints a patch that git applies: to what was there, it makes what is there', async () => {
    makeRepository('repository', before)
    const { code, stdout, stderr } = await spawnAntiphon(['diff', path])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    apply(folder, stdout)
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const now = existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined
      expect([name, now]).toEqual([name, after[name]])
    }
  })

  it('tells a line a file, with turns and commits', async () => {
    const { stdout } = await runHere(['diff', path, '--stat'])
    expect(stdout.split('\n')).toEqual([
      'M  src/horn/schedule.ts             +3  -2  turn 1',
      'A  src/horn/clock with a “name”.ts  +3      turn 2',
      'D  src/util/interval.ts                 -1  turn 2',
      'M  src/index.ts                     +1  -1  turn 3',
      '4 files changed, +7 -4',
      'commit Plan blasts from a fixed origin in turn 1',
      'a41c9e2 Count them in turn 1',
      'Also read 1 file',
      '',
    ])
  })

  it('tells programs the calls behind every stretch', async () => {
    const changes: SessionChanges = JSON.parse((await runHere(['diff', path, '--json'])).stdout)
    const [schedule, , , index] = changes.files
    expect(schedule?.hunks.map(({ calls }) => calls.map(({ turn }) => turn))).toEqual([[1], [1]])
    expect(schedule?.hunks[0]?.calls[0]?.seq).toBeLessThan(schedule?.hunks[1]?.calls[0]?.seq ?? 0)
    expect(index?.hunks[0]?.calls).toMatchObject([{ turn: 3, seq: expect.any(Number) }])
    expect(changes.alsoRead).toEqual(['docs/only read.md'])
  })

  it('colours a terminal and takes out what would steer it', async () => {
    const { stdout } = await runHere(['diff', path], { terminalWidth: 80 })
    expect(stdout).toContain('\u001b[32m+  const origin = clock.now()')
  })

  it('says that nothing was changed', async () => {
    const { stderr, stdout } = await runHere(['diff', '-'], {
      stdin: toLines([
        { type: 'user', uuid: 'u', parentUuid: null, message: { role: 'user', content: 'Hello' } },
      ]),
    })
    expect([stdout, stderr]).toEqual(['', 'This session changed no files.\n'])
  })

  it('makes patches of real sessions that git applies to what the logs say was there', async () => {
    let applied = 0
    for (const name of CORPUS) {
      const bytes = readCorpus(name)
      if (isForeignToCorpus(name) || bytes.length > 1_500_000 || !bytes.includes('"originalFile":"')) continue
      const { stdout } = await runHere(['diff', '-', '--json'], { stdin: bytes })
      const changes: SessionChanges = JSON.parse(stdout)
      const told = readFirstTexts(bytes)
      const files = changes.files.filter(({ path }) => path.startsWith('/') && told.get(path) !== undefined)
      const patch = formatGitPatch(files, '/')
      if (patch === '') continue
      const texts = files.flatMap(({ path }) => {
        const text = told.get(path)
        return typeof text === 'string' ? [[path.slice(1), text] as const] : []
      })
      const at = makeRepository(`real-${applied}`, Object.fromEntries(texts))
      expect(() => apply(at, patch), name).not.toThrow()
      applied += 1
      rmSync(at, { recursive: true, force: true })
    }
    expect(applied).toBeGreaterThan(10)
  })
})

/** The text of each file before its first call, by what the results themselves hold: null where there was none, undefined where nothing tells. */
function readFirstTexts(bytes: Uint8Array): ReadonlyMap<string, string | null | undefined> {
  const texts = new Map<string, string | null | undefined>()
  for (const line of decodeLines(bytes)) {
    const told: unknown =
      line.kind === 'entry' && 'toolUseResult' in line.entry ? line.entry.toolUseResult : null
    if (!isObject(told) || typeof told.filePath !== 'string' || texts.has(told.filePath)) continue
    const { originalFile = told.originalFileContents, type } = told
    if (typeof originalFile === 'string') texts.set(told.filePath, originalFile)
    else texts.set(told.filePath, type === 'create' ? null : undefined)
  }
  return texts
}
