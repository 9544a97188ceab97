import { createSessionTree } from '@antiphon/transcript/testing/session-tree'
import { describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'

describe('antiphon context', () => {
  const block = '> **上下文资料**\n> \n> - 📄 `a.ts`\n> - 🌐 https://x.example (X)\n\n'

  it('renders the block in the order of the flags', async () => {
    const argv = [
      'context',
      'render',
      '--file',
      'a.ts',
      '--web',
      'https://x.example',
      '--title',
      'X',
      '--prompt',
      '看看',
    ]
    expect((await runHere(argv)).stdout).toBe(`${block}看看\n`)
    const { text, contexts } = JSON.parse((await runHere([...argv, '--json'])).stdout)
    expect(text).toBe(`${block}看看`)
    expect(contexts.map(({ type }: { type: string }) => type)).toEqual(['FileReference', 'WebReference'])
  })

  it('parses what it rendered', async () => {
    const { stdout } = await runHere(['context', 'parse'], { stdin: `${block}看看\n` })
    expect(stdout).toBe('FileReference  📄 `a.ts`\nWebReference   🌐 https://x.example (X)\n\n看看\n')
    const parsed = JSON.parse(
      (await runHere(['context', 'parse', '-', '--json'], { stdin: `${block}看看` })).stdout,
    )
    expect(parsed.text).toBe('看看')
    expect(parsed.references).toHaveLength(2)
  })

  it('says where there is no block, and keeps the text', async () => {
    const { code, stdout, stderr } = await runHere(['context', 'parse'], { stdin: 'only words\n' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'only words\n' })
    expect(stderr).toBe('There is no context block at the head of this text.\n')
  })
})

describe('antiphon context stats', () => {
  const file = { type: 'FileReference', path: 'src/lamp.ts', displayType: 'TAG' }
  const line = (uuid: string, at: string, contexts: readonly object[]): object => ({
    ...{ type: 'user', uuid, timestamp: at, cwd: '/p', sessionId: 'aaaaaaaa-1', contexts },
    message: { role: 'user', content: 'look' },
  })

  it('counts what was attached, in all sessions or in one, in a span of time', async () => {
    const tree = createSessionTree()
    try {
      tree.write('-p/aaaaaaaa-1.jsonl', [
        line('u1', '2026-11-14T10:00:00Z', [file, { type: 'GitReference', gitType: 'DIFF' }]),
        line('u2', '2026-11-15T10:00:00Z', [file]),
      ])
      tree.write('-p/bbbbbbbb-1.jsonl', [
        { type: 'user', uuid: 'u3', message: { role: 'user', content: 'plain' } },
      ])
      const ask = (...argv: readonly string[]) =>
        runHere(['context', 'stats', ...argv], { env: { HOME: tree.home, COLUMNS: '100' } })
      const { stdout, code } = await ask()
      expect(code).toBe(0)
      expect(stdout).toContain('3 references to 2 things in 2 prompts of 1 session\nfile 2 · git 1\n')
      expect(stdout).toMatch(/2 +2 +1 +\S+ +📄 src\/lamp.ts\n/)
      expect((await ask('aaaaaaaa')).stdout).toBe(stdout)
      const later = JSON.parse((await ask('--after', '2026-11-15', '--project', '/P', '--json')).stdout)
      expect(later).toMatchObject({ total: { times: 1 }, rows: [{ kind: 'file', label: 'src/lamp.ts' }] })
      expect((await ask('bbbbbbbb')).stderr).toBe('Nothing was attached to any prompt here.\n')
      expect((await ask('--after', 'soon')).stderr).toContain('an age such as 7d')
    } finally {
      tree.remove()
    }
  })
})
