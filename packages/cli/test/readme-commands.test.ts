import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXECUTABLE } from './spawn-antiphon.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Commands that go on until somebody ends them. */
const ENDLESS = /^npx antiphon(?: tail| simulate)?$/
/** Needs a terminal, which test/terminal gives it; here it says so. */
const TALKS = /^npx antiphon chat\b/

/** How long they may speak before they are ended. */
const MOMENT_MS = 1000

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

type Ended = { readonly code: number | null; readonly output: string }

/** Most lines stand in both files: what one did is looked at twice, and done once. */
const ended = new Map<string, Promise<Ended>>()

function run(line: string): Promise<Ended> {
  const running = ended.get(line) ?? start(line)
  ended.set(line, running)
  return running
}

/** Runs a line as it is printed, but for where the bundled sessions are copied to. */
function start(line: string): Promise<Ended> {
  const isEndless = ENDLESS.test(line)
  const here = line.replaceAll('/tmp/', `${folder}/`)
  // What has no end is the process itself, so that the signal is its own.
  const script = `export CLAUDE_CONFIG_DIR=${folder}/antiphon-demo\n${isEndless ? 'exec ' : ''}${here}`
  const child = spawn('bash', ['-c', script], {
    cwd: join(folder, 'clone'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 110_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      // It works as soon as it says something; what it says after that, it may say for a moment.
      if (isEndless && output === '') setTimeout(() => child.kill('SIGINT'), MOMENT_MS)
      output += text
    })
  return new Promise(done => child.once('close', code => done({ code, output })))
}

describe.each(['README.md', 'README.zh-CN.md'])('the commands of %s', name => {
  const commands = readCommands(name)

  it('are there, with the demo among them', () => {
    expect(commands.length).toBeGreaterThan(15)
    expect(commands).toContain('npx antiphon demo')
  })

  it.each(commands)('works as printed: %s', async line => {
    const { code, output } = await run(line)
    // A sandbox that is not there is told of, and is no wrong command.
    const expected = ENDLESS.test(line)
      ? [0, 130]
      : line.includes('--sandbox')
        ? [0, 1]
        : TALKS.test(line)
          ? [2]
          : [0]
    expect(expected, output.slice(0, 2000)).toContain(code)
    if (!line.startsWith('cp ')) expect(output.trim()).not.toBe('')
    expect(output).not.toMatch(/something went wrong|Nothing found|Unknown/)
  })
})
