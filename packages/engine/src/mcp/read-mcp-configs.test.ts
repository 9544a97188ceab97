// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are what is read here
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mergeSettings } from '../settings/merge-settings.ts'
import { expandVariables, parseMcpServers } from './parse-mcp-servers.ts'
import { readMcpConfigs } from './read-mcp-configs.ts'

describe('expandVariables', () => {
  it.each([
    ['${A}', { A: 'x' }, 'x', []],
    ['a${A}b${A}', { A: '' }, 'ab', []],
    ['${A:-d}', {}, 'd', []],
    ['${A:-d}', { A: '' }, 'd', []],
    ['${A:-}', {}, '', []],
    ['${A:-http://x}/y', {}, 'http://x/y', []],
    ['${A}', {}, '${A}', ['A']],
    ['$A ${1} ${} $${A}', { A: '${B}', B: 'no' }, '$A ${1} ${} $${B}', []],
  ])('%s with %j is %s', (text, env, expected, missing) => {
    expect(expandVariables(text, env)).toEqual({ text: expected, missing })
  })
})

describe('parseMcpServers', () => {
  const parse = (value: unknown) => parseMcpServers(value, { source: 'x.json', env: { KEY: 'k' } })

  it('reads every shape that people write', () => {
    expect(
      parse({
        mcpServers: {
          a: { command: 'npx', args: ['-y', 7, '${KEY}'], env: { K: '${KEY}', N: 1, O: {} } },
          b: { type: 'http', url: 'https://x.org/${KEY}', headers: { authorization: 'Bearer ${KEY}' } },
          c: { type: 'sse', url: 'http://x.org' },
          d: { url: 'https://x.org' },
          e: { type: 'stdio', command: 'run' },
          f: { type: 'sdk', name: 'other', instance: '${NOT_SET}' },
        },
      }),
    ).toEqual({
      configs: {
        a: { type: 'stdio', command: 'npx', args: ['-y', '7', 'k'], env: { K: 'k', N: '1' } },
        b: { type: 'http', url: 'https://x.org/k', headers: { authorization: 'Bearer k' } },
        c: { type: 'sse', url: 'http://x.org', headers: {} },
        d: { type: 'http', url: 'https://x.org', headers: {} },
        e: { type: 'stdio', command: 'run', args: [], env: {} },
        f: { type: 'sdk', name: 'f' },
      },
      problems: [],
    })
  })

  it('leaves out what cannot be understood, and says why', () => {
    const { configs, problems } = parse({
      ok: { command: 'run' },
      a: {},
      b: 7,
      c: { url: 'file:///etc/passwd' },
      d: { type: 'carrier-pigeon', url: 'https://x.org' },
      e: { command: '${NOT_SET}', args: ['${NOR_THIS}'] },
    })
    expect(Object.keys(configs)).toEqual(['ok'])
    expect(problems.map(({ server, what }) => [server, what])).toEqual([
      ['a', 'it has neither a command nor a url'],
      ['b', 'it has neither a command nor a url'],
      ['c', 'file:///etc/passwd is no address'],
      ['d', 'its type is "carrier-pigeon"'],
      ['e', 'NOR_THIS, NOT_SET has no value'],
    ])
    expect(parse([]).problems).toMatchObject([{ server: 'x.json' }])
  })
})

describe('readMcpConfigs', () => {
  let cwd: string
  beforeEach(async () => {
    cwd = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-mcp-')))
  })
  afterEach(() => rm(cwd, { recursive: true, force: true }))

  const read = (
    settings: Parameters<typeof mergeSettings>[0],
    flags: readonly string[] = [],
    isStrict = false,
  ) => readMcpConfigs({ cwd, env: {}, settings: mergeSettings(settings), flags, isStrict })

  it('starts nothing of a project before somebody approves it', async () => {
    await writeFile(join(cwd, '.mcp.json'), '{"mcpServers": {"a": {"command": "a"}, "b": {"command": "b"},}}')
    expect(await read([])).toMatchObject({ configs: {}, unapproved: ['a', 'b'] })
    expect(Object.keys((await read([{ enabledMcpjsonServers: ['a'] }])).configs)).toEqual(['a'])
    const all = await read([{ enableAllProjectMcpServers: true, disabledMcpjsonServers: ['b'] }])
    expect(all).toMatchObject({ configs: { a: {} }, unapproved: [] })
    expect(all.configs).not.toHaveProperty('b')
  })

  it('lets the command line win over settings over the project, or stand alone', async () => {
    await writeFile(join(cwd, '.mcp.json'), '{"mcpServers": {"a": {"command": "project"}}}')
    await writeFile(join(cwd, 'more.json'), '{"mcpServers": {"c": {"command": "file"}}}')
    const settings = [{ enableAllProjectMcpServers: true, mcpServers: { a: { command: 'settings' } } }]
    const flags = ['{"mcpServers": {"b": {"command": "flag"}}}', 'more.json']
    expect(await read(settings, flags)).toMatchObject({
      configs: { a: { command: 'settings' }, b: { command: 'flag' }, c: { command: 'file' } },
      scopes: { a: 'user', b: 'dynamic', c: 'dynamic' },
      problems: [],
    })
    expect(Object.keys((await read(settings, flags, true)).configs)).toEqual(['b', 'c'])
  })

  it('goes on without files that are missing or broken', async () => {
    expect(await read([])).toEqual({ configs: {}, problems: [], unapproved: [], scopes: {} })
    await writeFile(join(cwd, '.mcp.json'), '{"mcpServers": ')
    const { problems } = await read([], ['gone.json', '{"x'])
    expect(problems.map(({ server }) => server)).toEqual([
      join(cwd, '.mcp.json'),
      join(cwd, 'gone.json'),
      '--mcp-config',
    ])
  })
})
