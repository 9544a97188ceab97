import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { AGENT_CONFIGS } from '../src/mcp/install/agent-configs.ts'
import { type Ran, runHere } from './test-io.ts'

const folders: string[] = []
let home = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'antiphon-install-'))
  folders.push(home)
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function run(...argv: readonly string[]): Promise<Ran> {
  return runHere(['mcp', ...argv], { env: { HOME: home } })
}

function pathOf(agent: string): string {
  return AGENT_CONFIGS[agent]?.path({ home, env: { HOME: home }, platform: process.platform }) ?? ''
}

describe('antiphon mcp --install', () => {
  it.each(Object.keys(AGENT_CONFIGS))(
    'says what it would do for %s, does it once, and takes it back',
    async agent => {
      const path = pathOf(agent)
      const said = await run('--install', agent)
      expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining(path) })
      expect(said.stdout).toContain('--write does it')
      expect(existsSync(path)).toBe(false)
      expect((await run('--install', agent, '--write', '--all-projects')).stdout).toContain(
        'Put antiphon into',
      )
      const made = readFileSync(path, 'utf8')
      const value = AGENT_CONFIGS[agent]?.format === 'toml' ? parse(made) : JSON.parse(made)
      expect(JSON.stringify(value)).toMatch(/"antiphon":\{.*"mcp","serve","--all-projects"\]/)
      expect((await run('--install', agent, '--write', '--all-projects')).stdout).toContain('has it already')
      expect(readFileSync(path, 'utf8')).toBe(made)
      expect((await run('--uninstall', agent, '--write')).stdout).toContain('Took antiphon out of')
      expect(readFileSync(path, 'utf8')).not.toContain('antiphon')
      expect((await run('--uninstall', agent, '--write')).stdout).toContain('has no server antiphon')
    },
  )

  it('leaves damaged settings as they are, and says where they are damaged', async () => {
    const path = pathOf('gemini')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '{ "a": 1,\n oops')
    const { code, stderr } = await run('--install', 'gemini', '--write')
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/settings\.json is no JSON: .* in line 2\. .*Nothing was changed/)
    expect(readFileSync(path, 'utf8')).toBe('{ "a": 1,\n oops')
  })

  it('keeps the rights of settings', async () => {
    const path = pathOf('cursor')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '{}')
    chmodSync(path, 0o644)
    await run('--install', 'cursor', '--write')
    expect(statSync(path).mode & 0o777).toBe(0o644)
  })

  it('writes the skill for Claude Code, and removes it unless somebody changed it', async () => {
    const path = join(home, '.claude', 'skills', 'antiphon-recall', 'SKILL.md')
    expect((await run('--install', 'claude', '--write')).stdout).toContain('--skill also writes a skill')
    expect((await run('--install', 'claude', '--write', '--skill')).stdout).toContain(`Wrote ${path}`)
    expect(readFileSync(path, 'utf8')).toMatch(/^---\nname: antiphon-recall\ndescription: .{50,1024}\n---\n/)
    writeFileSync(path, `${readFileSync(path, 'utf8')}mine\n`)
    expect((await run('--uninstall', 'claude', '--write')).stdout).toContain(
      'was changed by somebody and stays',
    )
    await run('--install', 'claude', '--write', '--skill')
    expect((await run('--uninstall', 'claude', '--write')).stdout).toContain(`Removed ${path}`)
    expect(existsSync(dirname(path))).toBe(false)
  })

  it('refuses what makes no sense', async () => {
    expect(await run('--install', 'nobody')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed choices'),
    })
    expect(await run('--write')).toMatchObject({ code: 2 })
    expect(await run('--install', 'codex', '--skill')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('for claude'),
    })
  })
})
