import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLease } from '@antiphon/transcript'
import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_FILE } from '../src/commands/demo.ts'
import { collect, spawnAntiphon, startAntiphon } from './spawn-antiphon.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-doctor-process-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('antiphon doctor, the executable', () => {
  it('fixes a copy once; the second time there is nothing to do', async () => {
    const path = join(folder, 'demo.jsonl')
    copyFileSync(DEMO_FILE, path)
    const first = await spawnAntiphon(['doctor', path, '--fix'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('Repaired: it could be repaired, now it is fine. The file as it was:')
    const [fixed, files] = [readFileSync(path), readdirSync(folder)]
    const second = await spawnAntiphon(['doctor', path, '--fix'])
    expect(second).toMatchObject({ code: 0, stderr: '' })
    expect(second.stdout).not.toContain('Repaired:')
    expect([readFileSync(path), readdirSync(folder)]).toEqual([fixed, files])
    const backup = files.find(name => name.endsWith('.bak')) ?? ''
    expect(readFileSync(join(folder, backup))).toEqual(readFileSync(DEMO_FILE))
  })

  it('names what killed fixes and forks left, and removes it with --fix', async () => {
    const home = join(folder, 'left')
    const project = join(home, 'projects', '-home-dev')
    mkdirSync(project, { recursive: true })
    const path = join(project, 's.jsonl')
    writeFileSync(path, readFileSync(DEMO_FILE))
    await spawnAntiphon(['doctor', path, '--fix'])
    for (const name of readdirSync(project)) if (name.endsWith('.bak')) rmSync(join(project, name))
    const copy = `${path}.20260101T000000Z.tmp`
    writeFileSync(copy, 'x'.repeat(5000))
    // A real one: the fork dies in the middle.
    const big = join(project, 'big.jsonl')
    writeFileSync(big, `${JSON.stringify({ type: 'x', words: 'y'.repeat(2000) })}\n`.repeat(20_000))
    const fork = startAntiphon(['fork', big])
    const ended = collect(fork)
    const findDraft = (): string | undefined =>
      readdirSync(project).find(name => name.startsWith('.antiphon-draft-'))
    while (findDraft() === undefined && fork.exitCode === null) await sleep(1)
    while (isEmpty(join(project, findDraft() ?? '')) && fork.exitCode === null) await sleep(1)
    fork.kill('SIGKILL')
    await ended
    const draft = findDraft() ?? ''
    expect(draft).not.toBe('')
    const looked = await spawnAntiphon(['doctor', path])
    expect(looked).toMatchObject({ code: 0, stderr: '' })
    const plain = looked.stdout.replaceAll(/\s+/g, ' ')
    expect(plain).toContain(`the copy of a repair · 4.9 KB · `)
    expect(plain).toContain('a part of a fork')
    expect(existsSync(copy)).toBe(true)
    const { leftovers } = JSON.parse((await spawnAntiphon(['doctor', path, '--fix', '--json'])).stdout)
    expect(leftovers).toContainEqual({ kind: 'repair', path: copy, bytes: 5000, isRemoved: true })
    expect(leftovers).toContainEqual({
      kind: 'draft',
      path: join(project, draft),
      bytes: expect.any(Number),
      isRemoved: true,
    })
    expect(readdirSync(project).toSorted()).toEqual(['big.jsonl', 's.jsonl'])
    expect((await spawnAntiphon(['doctor', path])).stdout).not.toContain('leftover')
  })

  it('leaves a session alone that another process writes', async () => {
    const path = join(folder, 'held.jsonl')
    copyFileSync(DEMO_FILE, path)
    const lease = await acquireLease(path)
    const { code, stdout } = await spawnAntiphon(['doctor', path, '--fix'])
    await lease?.release()
    expect(code).toBe(1)
    expect(stdout).toContain('Not repaired: another process writes this session')
    expect(readFileSync(path)).toEqual(readFileSync(DEMO_FILE))
  })

  it('ends between two files when it is interrupted, and leaves each whole', async () => {
    const project = join(folder, 'config', 'projects', '-home-dev')
    mkdirSync(project, { recursive: true })
    const demo = readFileSync(DEMO_FILE)
    for (let index = 0; index < 300; index++) writeFileSync(join(project, `s${index}.jsonl`), demo)
    // Never the sessions of whoever runs the tests.
    const home = { HOME: folder, USERPROFILE: folder, XDG_CONFIG_HOME: folder }
    const child = startAntiphon(['doctor', '--all', '--fix'], {
      CLAUDE_CONFIG_DIR: join(folder, 'config'),
      ...home,
    })
    const ended = collect(child)
    await waitForBackup(project)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stderr: '' })
    const names = readdirSync(project)
    const backups = names.filter(name => name.endsWith('.bak'))
    expect(names.filter(name => name.endsWith('.tmp'))).toEqual([])
    expect(backups.length).toBeGreaterThan(0)
    expect(backups.length).toBeLessThan(300)
    const fixed = new Set(backups.map(name => name.split('.jsonl')[0]))
    for (let index = 0; index < 300; index++) {
      const isWhole = readFileSync(join(project, `s${index}.jsonl`)).equals(demo)
      expect(isWhole).toBe(!fixed.has(`s${index}`))
    }
  })
})

async function waitForBackup(project: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (readdirSync(project).some(name => name.endsWith('.bak'))) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('no file was fixed within half a minute')
}

/** True until a log is written in it. */
function isEmpty(draft: string): boolean {
  return !readdirSync(draft).some(name => name.endsWith('.jsonl'))
}
