import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { COMPATIBLE_VERSION } from '@antiphon/host'
import { refreshAgents } from '@antiphon/readers'
import { placeSamples } from '@antiphon/readers/testing/place-samples'
import { listCopies } from '@antiphon/readers/testing/reader-contract'
import { createAgentHome } from '@antiphon/readers/testing/samples'
import { type Simulator, startSimulator } from '@antiphon/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installClaudeCode } from './install-claude-code.ts'
import { EXECUTABLE } from './spawn-antiphon.ts'
import { runHere } from './test-io.ts'

const PLATFORM = `${process.platform}-${process.arch}`
const isOn = process.env.SOAK === '1' && PLATFORM === 'linux-x64'

/** The real program, 365 MB, is installed only for the long runs: `npm run soak 0 claude-code`. */
describe.skipIf(!isOn)(`Claude Code ${COMPATIBLE_VERSION} itself (365 MB: only in npm run soak)`, () => {
  const base = mkdtempSync(join(tmpdir(), 'antiphon-claude-'))
  const folder = join(base, 'project')
  const config = join(base, 'config')
  let simulator: Simulator
  let claude = ''
  beforeAll(async () => {
    claude = installClaudeCode()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'song.txt'), 'two choirs\n')
    simulator = await startSimulator()
  })
  afterAll(async () => {
    await simulator?.close()
    rmSync(base, { recursive: true, force: true })
  })

  async function ask(program: readonly string[], ...args: readonly string[]): Promise<string> {
    const [command = '', ...first] = program
    const flags = ['--output-format', 'json', '--permission-mode', 'acceptEdits']
    const { stdout } = await promisify(execFile)(command, [...first, '-p', ...args, ...flags], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: base,
        CLAUDE_CONFIG_DIR: config,
        ANTHROPIC_API_KEY: 'any',
        ANTHROPIC_BASE_URL: simulator.url,
      },
      timeout: 100_000,
    })
    const { is_error: isError, result } = JSON.parse(stdout)
    expect(isError).toBe(false)
    return result
  }

  it('goes on with a session of ours, we with what it wrote, and it again', async () => {
    const ours = [process.execPath, EXECUTABLE]
    const theirs = [claude]
    expect(await ask(ours, 'read song.txt')).toContain('two choirs')
    const projects = join(config, 'projects')
    const [project = ''] = readdirSync(projects)
    const [file = ''] = readdirSync(join(projects, project)).filter(name => name.endsWith('.jsonl'))
    const session = basename(file, '.jsonl')
    await ask(theirs, 'list the files', '--resume', session)
    await ask(ours, 'write hello to b.txt', '--resume', session)
    expect(await ask(theirs, 'read b.txt', '--resume', session)).toContain('hello')
    // One file from beginning to end, and the last request holds what all four turns said.
    expect(readdirSync(join(projects, project)).filter(name => name.endsWith('.jsonl'))).toEqual([file])
    const last = simulator.log.all().findLast(({ status }) => status === 200)
    const sent = JSON.stringify(last?.request?.messages)
    for (const words of ['read song.txt', 'list the files', 'write hello to b.txt', 'read b.txt'])
      expect(sent).toContain(words)
  })

  it('goes on with a session that another agent kept, converted, one of each agent', {
    timeout: 600_000,
  }, async () => {
    const place = createAgentHome()
    placeSamples(place)
    await refreshAgents({ env: {}, home: place.home, folder: place.folder })
    const copies = listCopies(place.folder).filter(path => !path.includes('subagents'))
    const oneOfEach = new Map(copies.map(path => [relative(place.folder, path).split(sep)[0], path]))
    expect(oneOfEach.size).toBeGreaterThan(8)
    for (const [agent, copy] of oneOfEach) {
      const argv = ['convert', copy, '--to', 'claude', '--project', folder, '--json']
      const env = { HOME: place.home, CLAUDE_CONFIG_DIR: config, ANTIPHON_AGENTS: 'none' }
      const converted = JSON.parse((await runHere(argv, { env })).stdout)
      const calls = simulator.log.all().length
      await ask([claude], 'list the files', '--resume', converted.sessionId)
      const asked = simulator.log.all().slice(calls)
      // It tries betas that are not there, and leaves them out when they are refused.
      const refused = asked.flatMap(({ refusal }) => (refusal && refusal.rule !== 'ENV-06' ? [refusal] : []))
      expect([agent, refused]).toEqual([agent, []])
      const sent = asked.findLast(({ status }) => status === 200)?.request?.messages ?? []
      expect(sent.length, agent).toBeGreaterThan(1)
    }
    place.remove()
  })
})
