import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const FLEET = fileURLToPath(new URL('fleet/', import.meta.url))
const EXECUTABLE = fileURLToPath(new URL('../packages/cli/bin/antiphon.js', import.meta.url))
const FILES = readdirSync(FLEET, { recursive: true, encoding: 'utf8' }).filter(name =>
  /\.(?:yaml|md)$/.test(name),
)

type Command = { readonly file: string; readonly words: readonly string[] }

/** Every line of the executable that the files hold: lists of manifests, and what a person types. */
function listCommands(): readonly Command[] {
  return FILES.flatMap(file => {
    const text = readFileSync(join(FLEET, file), 'utf8')
    const listed = Array.from(text.matchAll(/command:\s*(\[\s*"antiphon"[^\]]*\])/g), ([, list = '[]']) =>
      JSON.parse(list.replace(/,\s*\]$/, ']')),
    )
    const typed = Array.from(
      text.matchAll(/(?:-- |window )(antiphon (?:access|store)[^#\n`]*)/g),
      ([, line = '']) => line.trim().split(/\s+/),
    )
    return [...listed, ...typed].map((words: readonly string[]) => ({ file, words: words.slice(1) }))
  })
}

const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' }

/** No command of these may go on for ever: nothing else runs beside it. */
const TIMEOUT_MS = 60_000

describe('the files of a fleet', () => {
  it('hold commands that the executable has, with flags that it knows', () => {
    const commands = listCommands()
    expect(commands.length).toBeGreaterThanOrEqual(8)
    const helps = new Map<string, string>()
    for (const { file, words } of commands) {
      const path = words[0] === 'open' ? words.slice(0, 1) : words.slice(0, 2)
      const name = path.join(' ')
      const help =
        helps.get(name) ??
        spawnSync(process.execPath, [EXECUTABLE, ...path, '--help'], {
          ...{ encoding: 'utf8', env, timeout: TIMEOUT_MS },
        }).stdout
      helps.set(name, help)
      expect(help, `${file}: ${name}`).toContain(`Usage: antiphon ${name}`)
      for (const flag of words.filter(word => word.startsWith('--')))
        expect(help, `${file}: ${flag}`).toContain(flag)
    }
    expect([...helps.keys()].sort()).toEqual([
      'access add',
      'access audit',
      'open',
      'store migrate',
      'store prune',
    ])
  })

  it('open a window once somebody may look in, and not before', async () => {
    const home = mkdtempSync(join(tmpdir(), 'antiphon-fleet-example-'))
    const words = listCommands().find(command => command.words[0] === 'open')?.words ?? []
    expect(words).toContain('--host')
    // Any port that is free here; the rest as it stands there.
    const open = words.map((word, index) => (words[index - 1] === '--port' ? '0' : word))
    const surroundings = { encoding: 'utf8', env: { ...env, HOME: home }, timeout: TIMEOUT_MS } as const
    const early = spawnSync(process.execPath, [EXECUTABLE, ...open], surroundings)
    expect([early.status, early.stderr]).toEqual([2, expect.stringContaining('antiphon access add')])
    const adding = [EXECUTABLE, 'access', 'add', 'Ada', '--role', 'driver']
    const token = spawnSync(process.execPath, adding, surroundings).stdout.trim().split('\n').at(-1) ?? ''
    const window = spawn(process.execPath, [EXECUTABLE, ...open], { env: surroundings.env })
    try {
      const [text] = await once(window.stdout, 'data')
      const { port } = new URL(String(text).trim())
      const ask = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
        fetch(`http://127.0.0.1:${port}${path}`, { headers })
      // What the probes of the manifest ask, and what a person's program does.
      expect((await ask('/')).status).toBe(200)
      expect((await ask('/api/about')).status).toBe(401)
      const about = await ask('/api/about', { authorization: `Bearer ${token}` })
      expect(await about.json()).toMatchObject({ you: { name: 'Ada', role: 'driver' } })
    } finally {
      const closed = once(window, 'exit')
      window.kill('SIGTERM')
      await closed
      rmSync(home, { recursive: true, force: true })
    }
  })
})
