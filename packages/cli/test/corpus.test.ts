import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textWidth } from '../src/terminal/text-width.ts'
import { runHere } from './test-io.ts'

const folder = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.jsonl.gz')) : []
if (files.length === 0)
  console.log('packages/cli/test/corpus.test.ts is skipped: ../shared/corpus is not there')

// Other programs' formats, which are not sessions of Claude Code.
const FOREIGN = [
  'azure-dev-01KXYAY6X6AX6YHS3EQP27BY7E-0-transcript.jsonl.gz',
  'claude-code-log-iansherr-session-sample.jsonl.gz',
  'happy-duplicate-assistant-response-2.jsonl.gz',
]

describe.skipIf(files.length === 0)('real sessions (skipped where ../shared/corpus is not there)', () => {
  it.each(files.filter(name => !FOREIGN.includes(name)))('shows %s within the width', async name => {
    const { code, stdout } = await runHere(['show', join(folder, name)])
    expect(code).toBe(0)
    expect(Math.max(...stdout.split('\n').map(textWidth))).toBeLessThanOrEqual(80)
  })

  it.each(files.filter(name => FOREIGN.includes(name)))('says what %s is instead', async name => {
    const { code, stderr } = await runHere(['show', join(folder, name)])
    expect(code).toBe(2)
    expect(stderr).toContain('is no session:')
  })
})

describe.skipIf(files.length === 0)(
  'a root of all of them (skipped where ../shared/corpus is not there)',
  () => {
    let root: string
    let project: string
    beforeAll(() => {
      root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-corpus-')))
      project = join(root, 'projects', '-corpus')
      mkdirSync(project, { recursive: true })
      for (const name of files)
        writeFileSync(join(project, basename(name, '.gz')), gunzipSync(readFileSync(join(folder, name))))
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
      expect(new Set(paths).size).toBe(files.length)
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
      const own = listed.filter(({ path }) => !FOREIGN.includes(`${basename(path)}.gz`))
      expect(own.filter(({ messages }) => messages.count === 0).map(({ path }) => basename(path))).toEqual([])
      expect(own.filter(({ title }) => title).length).toBeGreaterThan(own.length * 0.9)
    })
  },
)

type Listed = {
  readonly kind: string
  readonly path: string
  readonly isSidechain: boolean
  readonly title?: { readonly text: string }
  readonly messages: { readonly count: number }
}
