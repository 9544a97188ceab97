import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReadFilter } from '../../permissions/create-read-filter.ts'
import { decidePermission } from '../../permissions/decide-permission.ts'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { createGlobTool } from './glob-tool.ts'
import { createGrepTool } from './grep-tool.ts'
import { createReadTool } from './read-tool.ts'

const DENY = ['Read(secret.txt)', 'Read(.env)', 'Read(vault/**)', 'Grep(grepless/**)', 'Glob(globless/**)']
const SECRET = 'treasure'

let harness: ToolHarness

async function open(env: Readonly<Record<string, string | undefined>> = {}): Promise<void> {
  harness = await createToolHarness({
    env,
    createReadFilter: toolName => createReadFilter(toolName, toState()),
  })
}

function toState(): Parameters<typeof createReadFilter>[1] {
  const rules = { allow: [], deny: DENY, ask: [] }
  return { mode: 'default', rules, cwd: harness.cwd, home: '/home/nobody', additionalDirectories: [] }
}

function write(name: string): void {
  mkdirSync(join(harness.path(name), '..'), { recursive: true })
  writeFileSync(harness.path(name), `${SECRET}\n`)
}

beforeEach(async () => {
  await open()
  for (const name of [
    'open.txt',
    'secret.txt',
    'deep/secret.txt',
    'SECRET.TXT',
    '.env',
    'vault/key.txt',
    'vault/deep/key.txt',
    'grepless/a.txt',
    'globless/a.txt',
  ])
    write(name)
  symlinkSync(harness.path('secret.txt'), harness.path('innocent.txt'))
  symlinkSync('../deep/../secret.txt', harness.path('deep/roundabout.txt'))
  symlinkSync(harness.path('vault'), harness.path('attic'))
})
afterEach(() => harness.close())

const HIDDEN = /secret|\.env|vault|key\.txt|innocent|roundabout|attic/i

describe('Glob', () => {
  it.each([
    '**/*',
    '*',
    '{secret,open}.txt',
    '{.env,open.txt}',
    '**/.*',
    '{vault,.}/**/*.txt',
    '[s]ecret.txt',
    's?cret.txt',
    'secret.txt',
    './secret.txt',
    'SECRET.*',
    'deep/*',
    'innocent.txt',
    'deep/../secret.txt',
  ])('shows no forbidden name for %s', async pattern => {
    const { text, outcome } = await harness.run(createGlobTool(), { pattern })
    expect(text.replaceAll(harness.cwd, '')).not.toMatch(HIDDEN)
    expect(JSON.stringify(outcome.data)).not.toMatch(HIDDEN)
  })

  it('shows the others, and what only another tool may not see', async () => {
    const { text } = await harness.run(createGlobTool(), { pattern: '**/*.txt' })
    const names = text.split('\n').map(path => path.slice(harness.cwd.length + 1))
    expect(names.sort()).toEqual(['grepless/a.txt', 'open.txt'])
  })

  it('finds nothing behind a link to a forbidden folder', async () => {
    const { text } = await harness.run(createGlobTool(), { pattern: '*', path: harness.path('attic') })
    expect(text).toBe('No files found')
  })
})

describe('Grep', () => {
  it.each(['content', 'files_with_matches', 'count'])('shows no forbidden file as %s', async output_mode => {
    const { text, outcome } = await harness.run(createGrepTool(), { pattern: SECRET, output_mode })
    expect(text).not.toMatch(HIDDEN)
    expect(text).not.toMatch(/grepless/)
    expect(text).toMatch(/open\.txt/)
    expect(text).toMatch(/globless/)
    expect(JSON.stringify(outcome.data)).not.toMatch(HIDDEN)
  })

  it.each(['{secret,open}.txt', 'secret.txt', '.env', '.*', 'SECRET.TXT', '!open.txt'])(
    'shows none for the glob %s',
    async glob => {
      const { text } = await harness.run(createGrepTool(), { pattern: '.', glob, output_mode: 'content' })
      expect(text).not.toMatch(HIDDEN)
    },
  )

  it('searches no file behind a link to a forbidden folder', async () => {
    const { text } = await harness.run(createGrepTool(), { pattern: SECRET, path: harness.path('attic') })
    expect(text).toBe('No files found')
  })

  it('does not name a forbidden file in which the pattern takes too long', async () => {
    writeFileSync(harness.path('secret.txt'), `${'a'.repeat(5000)}!`)
    const { text } = await harness.run(createGrepTool(), { pattern: '(?=x|a)(a+)+$', glob: '*secret*' })
    expect(text).toBe('No files found')
  })

  it('takes forbidden files out of what ripgrep finds', async () => {
    await harness.close()
    await open({ PATH: '' })
    const folder = harness.path('bin')
    mkdirSync(folder)
    writeFileSync(join(folder, 'rg'), "#!/bin/sh\nprintf './open.txt\\0./secret.txt\\0./vault/key.txt\\0'\n")
    chmodSync(join(folder, 'rg'), 0o755)
    for (const name of ['open.txt', 'secret.txt', 'vault/key.txt']) write(name)
    const found = await createGrepTool().prepare(
      { pattern: 'x' },
      { ...harness.context, env: { PATH: folder } },
    )
    if ('problem' in found) throw new Error(found.problem)
    const { value } = await found.run().next()
    expect(value).toMatchObject({ content: 'Found 1 file\nopen.txt' })
  })
})

describe('Read', () => {
  it('suggests no forbidden name for a file that is missing', async () => {
    const { text } = await harness.run(createReadTool(), { file_path: harness.path('secret.tx') })
    expect(text).not.toMatch(/secret\.txt|SECRET/)
    const { text: other } = await harness.run(createReadTool(), { file_path: harness.path('opem.txt') })
    expect(other).toMatch(/Did you mean .*open\.txt\?/)
  })
})

describe('a filter for what is read', () => {
  it('knows a file that a rule names by every name that it has', () => {
    linkSync(harness.path('secret.txt'), harness.path('other.txt'))
    expect(createReadFilter('Read', toState())(harness.path('other.txt'))).toBe(false)
  })

  it.each([
    'secret.txt',
    './secret.txt',
    'deep/../secret.txt',
    'attic/../vault/key.txt',
    'attic/key.txt',
    'attic/deep/key.txt',
    'innocent.txt',
    'deep/roundabout.txt',
    'vault/.',
    'vault/deep/..',
    'loop',
    'secret.txt\0x',
  ])('is false for %j', name => {
    symlinkSync('loop', harness.path('loop'))
    expect(createReadFilter('Read', toState())(`${harness.cwd}/${name}`)).toBe(false)
  })

  it('agrees with the decision on a call', () => {
    const mayRead = createReadFilter('Read', toState())
    for (const name of [
      'open.txt',
      'secret.txt',
      '.ENV',
      'attic',
      'attic/key.txt',
      'deep',
      'deep/roundabout.txt',
    ]) {
      const path = harness.path(name)
      const request = {
        toolName: 'Read',
        input: {},
        access: { kind: 'read' as const, paths: [path] },
        isReadOnly: true,
      }
      expect(mayRead(path), name).toBe(decidePermission(request, toState()).behavior !== 'deny')
    }
  })
})
