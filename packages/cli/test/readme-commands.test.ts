import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXECUTABLE } from './spawn-antiphon.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Commands that go on until somebody ends them. */
const ENDLESS = /^npx antiphon(?: tail| simulate)?$/

/** The commands of the block of a README that begins with the bundled sessions, without what is said about them. */
function readCommands(name: string): readonly string[] {
  const text = readFileSync(join(ROOT, name), 'utf8')
  const [, block = ''] = /```sh\n(cp -R packages\/cli\/demo[\s\S]*?)```/.exec(text) ?? []
  return block
    .trimEnd()
    .split('\n')
    .map(line => line.replace(/ {2,}#.*$/, '').trim())
}

let folder: string
let env: NodeJS.ProcessEnv

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-readme-'))
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'home'))
  mkdirSync(join(folder, 'clone/packages/cli'), { recursive: true })
  cpSync(join(ROOT, 'packages/cli/demo'), join(folder, 'clone/packages/cli/demo'), { recursive: true })
  // In a clone that was started once, npx finds the executable.
  writeFileSync(
    join(folder, 'bin/npx'),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${EXECUTABLE}" "$@"\n`,
    { mode: 0o755 },
  )
  const { ANTHROPIC_API_KEY: _key, CLAUDE_CONFIG_DIR: _folder, ...rest } = process.env
  env = { ...rest, HOME: join(folder, 'home'), PATH: `${join(folder, 'bin')}:${rest.PATH}`, BROWSER: 'true' }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a line as it is printed, but for where the bundled sessions are copied to. */
function run(line: string): { readonly code: number | null; readonly output: string } {
  const here = (text: string): string => text.replaceAll('/tmp/', `${folder}/`)
  const command = ENDLESS.test(line) ? `timeout -s INT 8 ${line}` : line
  const script = `export CLAUDE_CONFIG_DIR=${folder}/antiphon-demo\n${here(command)}`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: join(folder, 'clone'),
    env,
    encoding: 'utf8',
    timeout: 110_000,
  })
  return { code: status, output: stdout + stderr }
}

describe.each(['README.md', 'README.zh-CN.md'])('the commands of %s', name => {
  const commands = readCommands(name)

  it('are there, with the demo among them', () => {
    expect(commands.length).toBeGreaterThan(15)
    expect(commands).toContain('npx antiphon demo')
  })

  it.each(commands)('works as printed: %s', line => {
    rmSync(join(folder, 'lamp.html'), { force: true })
    if (line.startsWith('cp ')) rmSync(join(folder, 'antiphon-demo'), { recursive: true, force: true })
    const { code, output } = run(line)
    // A sandbox that is not there is told of, and is no wrong command.
    const expected = ENDLESS.test(line) ? [0, 124, 130] : line.includes('--sandbox') ? [0, 1] : [0]
    expect(expected, output.slice(0, 2000)).toContain(code)
    if (!line.startsWith('cp ')) expect(output.trim()).not.toBe('')
    expect(output).not.toMatch(/something went wrong|Nothing found|Unknown/)
  })
})
