import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ran, type RunOptions, runHere } from '../../test/test-io.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

function ls(argv: readonly string[] = [], options: RunOptions = {}): Promise<Ran> {
  return runHere(['ls', ...argv], { ...options, env: { HOME: tree.home, COLUMNS: '100' } })
}

function titles({ stdout }: Ran): readonly string[] {
  return (JSON.parse(stdout) as { title: { text: string } }[]).map(({ title }) => title.text)
}

describe('antiphon ls', () => {
  it('lists the newest first, with an id that show understands', async () => {
    tree.write('-a/aaaaaaaa-1.jsonl', exchange('One.', { cwd: join(tree.home, 'a') }), 10)
    tree.write('-b/bbbbbbbb-1.jsonl', exchange('Two.'))
    const { code, stdout, stderr } = await ls()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [headings, first, second] = stdout.split('\n')
    expect(headings).toMatch(/^id +age +messages +size +directory +branch +title$/)
    expect(first).toMatch(/^bbbbbbbb .* 2 .*\/home\/dev\/harbour +main +Two\.$/)
    expect(second).toMatch(/^aaaaaaaa .* ~\/a +main +One\.$/)
    expect((await runHere(['show', 'aaaaaaaa'], { env: { HOME: tree.home } })).stdout).toContain('› One.')
  })

  it('shows twenty on a terminal and all elsewhere', async () => {
    for (let session = 0; session < 25; session++) tree.write(`-a/s${session}.jsonl`, exchange('x'), session)
    const onTerminal = await ls([], { terminalWidth: 80 })
    expect(onTerminal.stdout.trim().split('\n')).toHaveLength(21)
    expect(onTerminal.stderr).toBe('The newest 20 of 25 sessions; --all shows all.\n')
    expect((await ls(['--all'], { terminalWidth: 80 })).stdout.trim().split('\n')).toHaveLength(26)
    expect(titles(await ls(['--json']))).toHaveLength(25)
    expect(titles(await ls(['--json', '--limit', '3']))).toHaveLength(3)
  })

  it('filters by directory and by words', async () => {
    const here = process.cwd()
    tree.write('-a/s1.jsonl', exchange('One.', { cwd: here }))
    tree.write('-a/s2.jsonl', exchange('Two.', { cwd: join(here, 'below') }), 1)
    tree.write('-a/s3.jsonl', exchange('Three.', { gitBranch: 'lamp' }), 2)
    expect(titles(await ls(['--here', '--json']))).toEqual(['One.', 'Two.'])
    expect(titles(await ls(['--project', 'below', '--json']))).toEqual(['Two.'])
    expect(titles(await ls(['--search', 'LAMP', '--json']))).toEqual(['Three.'])
    const none = await ls(['--search', 'nothing like it'])
    expect(none).toMatchObject({ code: 0, stdout: '' })
    expect(none.stderr).toBe(
      'None of 3 sessions matches. Looked in ~/.antiphon, ~/.claude, ~/.config/claude.\n',
    )
  })

  it('lists subagents when asked', async () => {
    tree.write('-a/s1.jsonl', exchange('One.'))
    tree.write('-a/s1/subagents/agent-77.jsonl', exchange('Look.', { isSidechain: true }), 1)
    expect(titles(await ls(['--json']))).toEqual(['One.'])
    expect((await ls(['--subagents'])).stdout).toMatch(/\nagent-77 .* ↳ Look\.\n$/)
  })

  it('says where it looked and what to do where there is nothing', async () => {
    const { code, stdout, stderr } = await ls()
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toMatch(
      /^No sessions yet\. Looked in ~\/\.antiphon, .*\n.*CLAUDE_CONFIG_DIR.*antiphon demo.*\n$/,
    )
    expect((await ls(['--json'])).stdout).toBe('[]\n')
    expect((await runHere(['ls'])).stderr).toContain('HOME is not set')
  })

  it('tells of damage and of what it could not read, and lists the rest', async () => {
    tree.write('-a/s1.jsonl', '{"type":"user","message":{"role":"user","content":"Go."}}\n{"torn')
    mkdirSync(join(tree.root, 'projects', '-a', 'x.jsonl'))
    const { code, stdout, stderr } = await ls()
    expect(code).toBe(0)
    expect(stdout).toContain('Go.')
    expect(stderr).toContain('x.jsonl is a folder and no file.\n')
    expect(stderr).toContain('1 session with damaged lines: `antiphon doctor ID` explains them.\n')
  })
})
