import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { CORPUS, corpusPath, isForeignToCorpus, readCorpus } from '@antiphon/core/testing/corpus'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textWidth } from '../src/terminal/text-width.ts'
import { runHere } from './test-io.ts'

describe('real sessions', () => {
  it.each(CORPUS.filter(name => !isForeignToCorpus(name)))('shows %s within the width', async name => {
    const { code, stdout } = await runHere(['show', corpusPath(name)])
    expect(code).toBe(0)
    expect(Math.max(...stdout.split('\n').map(textWidth))).toBeLessThanOrEqual(80)
  })

  it.each(CORPUS.filter(isForeignToCorpus))('says what %s is instead', async name => {
    const { code, stderr } = await runHere(['show', corpusPath(name)])
    expect(code).toBe(2)
    expect(stderr).toContain('is no session:')
  })
})

describe('a root of all of them', () => {
  let root: string
  let project: string
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-corpus-')))
    project = join(root, 'projects', '-corpus')
    mkdirSync(project, { recursive: true })
    for (const name of CORPUS) writeFileSync(join(project, basename(name, '.gz')), readCorpus(name))
    mkdirSync(join(project, 'a-folder.jsonl'))
    symlinkSync(join(root, 'nowhere'), join(project, 'a-dead-link.jsonl'))
  }, 60_000)
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  async function ls(...options: readonly string[]): Promise<{ listed: readonly Listed[]; notes: string }> {
    const { code, stdout, stderr } = await runHere(['ls', '--json', ...options], {
      env: { CLAUDE_CONFIG_DIR: root },
    })
    expect(code).toBe(0)
    return { listed: JSON.parse(stdout) as readonly Listed[], notes: stderr }
  }

  it('is listed with every file in it, or with the reason why it is not', async () => {
    const { listed, notes } = await ls('--subagents')
    const paths = listed.map(({ path }) => path)
    const named = readdirSync(project).filter(name => !paths.includes(join(project, name)))
    expect(new Set(paths).size).toBe(CORPUS.length)
    expect(named.sort()).toEqual(['a-dead-link.jsonl', 'a-folder.jsonl'])
    expect(notes).toContain('a-dead-link.jsonl is gone, or a link to nowhere.')
    expect(notes).toContain('a-folder.jsonl is a folder and no file.')
  })

  it('is listed without the logs of subagents where nobody asks for them', async () => {
    const { listed } = await ls()
    const { listed: all } = await ls('--subagents')
    const sessions = all.filter(({ kind, isSidechain }) => kind === 'session' && !isSidechain)
    expect(listed).toEqual(sessions)
    expect(all.length).toBeGreaterThan(sessions.length)
  })

  it('gives every session of Claude Code its messages, and most of them a title', async () => {
    const { listed } = await ls('--subagents')
    const own = listed.filter(({ path }) => !isForeignToCorpus(`${basename(path)}.gz`))
    expect(own.filter(({ messages }) => messages.count === 0).map(({ path }) => basename(path))).toEqual([])
    expect(own.filter(({ title }) => title).length).toBeGreaterThan(own.length * 0.9)
  })
})

type Listed = {
  readonly kind: string
  readonly path: string
  readonly isSidechain: boolean
  readonly title?: { readonly text: string }
  readonly messages: { readonly count: number }
}
