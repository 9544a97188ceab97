import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAgentDefinitions, toAgentDefinition } from './read-agent-definitions.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-agents-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const places = (): { readonly cwd: string; readonly home: string } => ({
  cwd: join(folder, 'project'),
  home: join(folder, 'home'),
})

function write(place: 'project' | 'home', name: string, text: string): string {
  const file = join(folder, place, '.claude', 'agents', name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe('readAgentDefinitions', () => {
  it('reads the files of the person and of the project, in folders as well', async () => {
    write(
      'home',
      'review.md',
      '---\nname: reviewer\ndescription: reviews code\ntools: Read, Grep\nmodel: sonnet\ncolor: red\n---\n\nYou review.\n',
    )
    write('project', 'deep/tester.md', '---\ndescription: tests\n---\nYou test.')
    expect(await readAgentDefinitions(places())).toEqual({
      agents: [
        {
          name: 'reviewer',
          description: 'reviews code',
          systemPrompt: 'You review.',
          tools: ['Read', 'Grep'],
          model: 'sonnet',
        },
        { name: 'tester', description: 'tests', systemPrompt: 'You test.' },
      ],
      problems: [],
    })
  })

  it('takes the caller’s before the project’s, and that before the person’s', async () => {
    const agent = (prompt: string): string => `---\nname: a\ndescription: d\n---\n${prompt}`
    write('home', 'a.md', agent('home'))
    const read = async (json?: unknown): Promise<unknown> =>
      (await readAgentDefinitions({ ...places(), json })).agents.map(({ systemPrompt }) => systemPrompt)
    expect(await read()).toEqual(['home'])
    write('project', 'a.md', agent('project'))
    expect(await read()).toEqual(['project'])
    expect(await read({ a: { description: 'd', prompt: 'json' } })).toEqual(['json'])
  })

  it('reads an object, or its text with a comment', async () => {
    const json = {
      reviewer: { description: 'reviews', prompt: 'You review.', tools: ['Read'], model: 'sonnet' },
    }
    const expected = {
      agents: [
        {
          name: 'reviewer',
          description: 'reviews',
          systemPrompt: 'You review.',
          tools: ['Read'],
          model: 'sonnet',
        },
      ],
      problems: [],
    }
    expect(await readAgentDefinitions({ ...places(), json })).toEqual(expected)
    expect(await readAgentDefinitions({ ...places(), json: `// mine\n${JSON.stringify(json)}` })).toEqual(
      expected,
    )
  })

  it('leaves out what cannot be used, and says what and where', async () => {
    const readme = write('project', 'README.md', '# About our agents')
    const empty = write('project', 'empty.md', '---\ndescription: d\n---\n')
    const dangling = join(dirname(readme), 'dangling.md')
    symlinkSync(join(folder, 'nowhere'), dangling)
    mkdirSync(join(dirname(readme), 'folder.md'))
    const { agents, problems } = await readAgentDefinitions({
      ...places(),
      json: { bad: 7, good: { description: 'd', prompt: 'p' }, silent: { description: 'd' } },
    })
    expect(agents.map(({ name }) => name)).toEqual(['good'])
    expect(problems.map(({ source, what }) => [source, what])).toEqual([
      [readme, 'it has no description'],
      [dangling, 'it leads nowhere'],
      [empty, 'it has no prompt'],
      [join(dirname(readme), 'folder.md'), 'it is a folder, not a file'],
      ['agents as JSON: bad', 'it is no object'],
      ['agents as JSON: silent', 'it has no prompt'],
    ])
  })

  it('reads no agents of a project through links that lead out, and walks in no circles', async () => {
    const agent = '---\ndescription: d\n---\nWords.'
    const readme = write('project', 'own.md', agent)
    const agents = dirname(readme)
    mkdirSync(join(folder, 'elsewhere'))
    writeFileSync(join(folder, 'elsewhere', 'secret.md'), agent)
    symlinkSync(join(folder, 'elsewhere', 'secret.md'), join(agents, 'secret.md'))
    symlinkSync(join(folder, 'elsewhere'), join(agents, 'far'))
    for (const name of ['one', 'two', 'three']) symlinkSync('.', join(agents, name))
    execFileSync('mkfifo', [join(agents, 'pipe.md')])
    mkdirSync(join(folder, 'home', '.claude'), { recursive: true })
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'home', '.claude', 'agents'))
    const { agents: found, problems } = await readAgentDefinitions(places())
    expect(found.map(({ name }) => name)).toEqual(['secret', 'own'])
    expect(problems.map(({ source, what }) => [source, what])).toEqual([
      [join(agents, 'pipe.md'), 'it is a named pipe, not a file'],
      [join(agents, 'secret.md'), expect.stringContaining('leads out of')],
      [agents, expect.stringContaining('far leads out of')],
    ])
  })

  it.each(['{"a": ', '[]', '7', 'null'])('names JSON that holds no agents: %s', async json => {
    const { agents, problems } = await readAgentDefinitions({ ...places(), json })
    expect(agents).toEqual([])
    expect(problems).toHaveLength(1)
  })
})

describe('the tools of an agent', () => {
  const read = (tools: unknown): unknown => {
    const result = toAgentDefinition({ name: 'a', description: 'd', prompt: 'p', tools })
    return 'agent' in result ? result.agent.tools : result
  }

  it.each([
    ['Read, Grep', ['Read', 'Grep']],
    ['[Read, "Grep"]', ['Read', 'Grep']],
    ['- Read - mcp__my-server', ['Read', 'mcp__my-server']],
    ['Bash(git log:*, x), Read', ['Bash', 'Read']],
    [
      ['Read', 7, ' Grep '],
      ['Read', 'Grep'],
    ],
    ['Read Grep', ['Read', 'Grep']],
    [','.repeat(400_000), []],
    [[], []],
    ['[]', []],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('are read from %j', (tools, expected) => {
    expect(read(tools)).toEqual(expected)
  })

  it('are read from a list in the head of a file, indented or not', async () => {
    for (const indent of ['', '  ']) {
      write('project', 'a.md', `---\ntools:\n${indent}- Read\n${indent}- Grep\ndescription: d\n---\nbody`)
      const { agents } = await readAgentDefinitions(places())
      expect(agents[0]?.tools).toEqual(['Read', 'Grep'])
    }
  })

  it('are never more than were named', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{0,8}$/)
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), names => {
        for (const text of [names.join(', '), `[${names.join(',')}]`, names.map(one => `- ${one}`).join(' ')])
          expect(read(text)).toEqual(names)
      }),
    )
  })
})

describe('toAgentDefinition', () => {
  it('takes any fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fields => {
        expect(Object.keys(toAgentDefinition(fields))).toHaveLength(1)
      }),
    )
  })
})
