import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'
import { tellSweep } from './tell-sweep.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

const DAY_SECONDS = 24 * 60 * 60

function put(name: string, days: number, fields = {}): void {
  const path = tree.write(`-a/${name}.jsonl`, exchange('Go.', fields))
  const then = Date.now() / 1000 - days * DAY_SECONDS
  utimesSync(path, then, then)
}

function tell(isTerminal = true): Promise<readonly string[]> {
  const output = { write: async () => undefined, isTerminal, columns: () => 80 }
  const env = { HOME: tree.home }
  return tellSweep([tree.root, join(tree.home, '.antiphon')], {
    ...{ env, stderr: output, stdout: output, signal: new AbortController().signal },
    stdin: process.stdin,
    onClosedOutput: () => undefined,
  })
}

function forget(): void {
  rmSync(join(tree.home, '.cache'), { recursive: true, force: true })
}

describe('what Claude Code will delete', () => {
  it('is told to a person with the command that helps, once a day, and no more when it is archived', async () => {
    put('aaaaaaaa', 25)
    put('bbbbbbbb', 40)
    put('cccccccc', 10)
    expect(await tell(false)).toEqual([])
    expect(await tell()).toEqual([
      'Claude Code will delete 2 sessions when it starts next (it keeps them for 30 days), and no archive has them. This keeps them: antiphon archive',
    ])
    expect(await tell()).toEqual([])
    forget()
    expect((await runHere(['archive'], { env: { HOME: tree.home } })).code).toBe(0)
    expect(await tell()).toEqual([])
  })

  it('goes by its own setting, and by what a person wants to keep', async () => {
    put('aaaaaaaa', 25)
    const settings = join(tree.root, 'settings.json')
    writeFileSync(settings, '{"cleanupPeriodDays": 99999}')
    expect(await tell()).toEqual([])
    forget()
    writeFileSync(settings, '{"cleanupPeriodDays": 27}')
    expect((await tell())[0]).toMatch(
      /1 session within a week, the first from \d{4}-\d\d-\d\d on \(it keeps them for 27 days\)/,
    )
    forget()
    mkdirSync(join(tree.home, '.antiphon'))
    writeFileSync(join(tree.home, '.antiphon/settings.json'), '{"warnSweep": false}')
    expect(await tell()).toEqual([])
    forget()
    writeFileSync(join(tree.home, '.antiphon/settings.json'), '{"archiveSkip": ["/home/dev/harbour"]}')
    expect(await tell()).toEqual([])
    forget()
  })
})
